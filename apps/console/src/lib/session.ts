/** The signed-in state is a token in local storage, and nothing else. */
const tokenKey = 'token';
const memory = new Map<string, string>();

/** Of a session that is open for nothing but a second factor: it is not kept in the browser, so whoever comes back signs in again (AUTH-079). */
let held: string | null = null;

export function getToken(): string | null {
  if (held !== null) return held;
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return memory.get(tokenKey) ?? null;
  }
}

export function setToken(token: string): void {
  held = null;
  memory.set(tokenKey, token);
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // A browser that stores nothing keeps the session for as long as the page lives.
  }
}

/** Takes the token out of the browser; this page alone goes on with it, to set a second factor up. */
export function holdToken(): void {
  const token = getToken();
  clearSession();
  held = token;
}

/** Takes away what the session left behind; the language and the looks stay. */
export function clearSession(): void {
  held = null;
  memory.clear();
  try {
    localStorage.removeItem(tokenKey);
    sessionStorage.clear();
  } catch {}
}

/** Begins the keys in local storage of what a person typed: it stays when a session ends by itself, and goes with who signs out. */
export const typedPrefix = 'typed:';

/** The next person at this desk neither reads nor sends it, whichever screens were open. */
function forgetTyped(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(typedPrefix)) localStorage.removeItem(key);
  } catch {}
}

type LogoutReason = 'user' | 'expired' | 'forbidden' | 'ended';
type LogoutListener = (reason: LogoutReason, message?: string) => void;
const listeners = new Set<LogoutListener>();

/** Told to whoever holds something of the session: the socket, the query cache, the router. */
export function onLogout(listener: LogoutListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function endSession(reason: LogoutReason, message?: string): void {
  if (getToken() === null && reason !== 'user') return;
  clearSession();
  if (reason === 'user') forgetTyped();
  for (const listener of listeners) listener(reason, message);
}

const enrolmentListeners = new Set<() => void>();
/** Told when the server asks for a second factor before anything else. */
export function onEnrolmentNeeded(listener: () => void): () => void {
  enrolmentListeners.add(listener);
  return () => enrolmentListeners.delete(listener);
}

export function needEnrolment(): void {
  for (const listener of enrolmentListeners) listener();
}
