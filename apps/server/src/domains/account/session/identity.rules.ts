import { showCounted } from '@parley/contract';

/** Texts that more than one call says. */
export const identityTexts = {
  loginFailed: 'The e-mail or the password is wrong.',
  sessionExists: 'You are signed in on another device. Remove that session and continue?',
  notActivated: 'Please activate your account first, by the link in the mail that we sent you.',
  emailTaken: 'This e-mail is already registered. Please sign in, or use another.',
  signedUp: 'Thank you for signing up. Please activate your account by the link in the mail that we sent you.',
  activationSent: 'If this e-mail waits for activation, a new mail is on its way.',
  activated: 'Your account is activated. Please sign in.',
  linkInvalid: 'This link is no longer valid. Please ask for a new one.',
  recoverySent: 'An email has been sent with instruction on how to reset the password.',
  passwordReset: 'Thank you, Your Password has Been Reset.',
} as const;

export const limits = {
  loginAttempts: 5,
  loginWindow: '15 minutes',
  /** Attempts on one account from places that its user never signed in from, within the same window. */
  strangeAttempts: 100,
  sessionMs: 7 * 24 * 3_600_000,
  activationMs: 7 * 24 * 3_600_000,
  resetMs: 30 * 60_000,
  mailsAnHour: 3,
} as const;

const slowAfter = 10;
const slowestMs = 8000;

/**
 * Delay of an answer after so many failed sign-ins of one account from places that its user never signed in from. A guesser becomes slow
 * long before anybody is locked out, and users at a known place notice nothing.
 */
export const signInDelayMs = (attempts: number): number =>
  attempts <= slowAfter ? 0 : Math.min(slowestMs, 250 * 2 ** (attempts - slowAfter - 1));

/** A whole minute at least, so that nobody reads "in 0 minutes". */
export const lockedMessage = (retryAfterSeconds: number): string => {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `Too many failed attempts. Please try again in ${showCounted(minutes, 'minute')}.`;
};

/** Restricts the redirect of login to a path of this console. Anything else could send people, just signed in, to a stranger's page. */
export const safeRoutePath = (routePath: string): string => (/^\/(?![/\\])[^\\]*$/.test(routePath) ? routePath : '');

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const firstMatch = (list: readonly [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux": enough to recognise one's own device in a list. */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)];
  if (!browser && !system) return 'Unknown device';
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}
