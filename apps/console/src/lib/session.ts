import { forgetTyped, setOwner } from './own-store.ts';

/** The signed-in state is a token in local storage, and nothing else. */
const tokenKey = 'token';
const memory = new Map<string, string>();

/**
 * Token of a session that is open only for a second factor: it is not kept in the browser, so a returning user signs in again (AUTH-079).
 */
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

/** Told when another tab has signed somebody in: the calls of this page go out in that session from now on. */
export function onTokenReplaced(listener: () => void): () => void {
  const handle = ({ key, newValue }: StorageEvent) => {
    if (key === tokenKey && newValue !== null && held === null) listener();
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}

const holdListeners = new Set<() => void>();
/** Told when the session is open for nothing but a second factor from now on. */
export const onTokenHeld = (listener: () => void): unknown => holdListeners.add(listener);

/** Takes the token out of the browser; this page alone goes on with it, to set a second factor up. */
export function holdToken(): void {
  const token = getToken();
  clearSession();
  held = token;
  for (const listener of holdListeners) listener();
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
  setOwner(undefined);
  for (const listener of listeners) listener(reason, message);
}

type Departure = () => Promise<boolean>;
const departures = new Set<Departure>();

/** Heard before somebody signs out, as long as the session is there: ends what is under way, or asks. @param ask false keeps the person here */
export function beforeSignOut(ask: Departure): void {
  departures.add(ask);
}

export async function mayLeave(): Promise<boolean> {
  for (const ask of departures) if (!(await ask())) return false;
  return true;
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
