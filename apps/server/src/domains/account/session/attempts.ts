import { createHash } from 'node:crypto';
import { DomainError } from '#platform/http/domain-error.ts';
import { createFailureLimit, networkOf } from '#platform/http/failure-limit.ts';
import type { Deps } from '../../../deps.ts';
import { beginLogin, countStrangeSignIn, forgetLoginAttempts, isKnownPlace } from './identity.repository.ts';
import { limits, lockedMessage, signInDelayMs } from './identity.rules.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The stored place of a sign-in: a hash of the network. */
export const placeOf = (address: string): Buffer => digest(`place|${networkOf(address)}`);

const locked = (retryAfterSeconds: number) => new DomainError('login.locked', lockedMessage(retryAfterSeconds), { retryAfterSeconds });

/**
 * Counts an attempt to prove a password and refuses when there were too many from one network.
 * @param subject what the guesses are about; kept as a hash only
 * @returns forgets the attempts, for a password that was right
 * @throws DomainError login.locked
 */
export async function beginAttempt(deps: Pick<Deps, 'db' | 'now'>, subject: string, address: string): Promise<() => Promise<void>> {
  const account = digest(subject);
  const now = deps.now();
  const network = networkOf(address);
  const lockedUntil = await beginLogin(deps.db, account, network, now, { within: limits.loginWindow, atMost: limits.loginAttempts });
  if (lockedUntil) throw locked(Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)));
  return () => forgetLoginAttempts(deps.db, account, network);
}

/** One network may fail so often in a minute, with any accounts: far above an office that mistypes, far below a list of passwords. */
const mostFailures = 60;
const failures = new Set(['captcha.wrong', 'login.failed', 'login.locked']);

/**
 * Counts the failed sign-ins of a network, in this process. Those that succeed do not count, since a whole office stands behind one address.
 * @returns does the work, unless the network has failed too often. It throws DomainError request.rate_limited then
 */
export function limitFailures(deps: Pick<Deps, 'now'>): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  const limit = createFailureLimit({ most: mostFailures, withinMs: 60_000, now: deps.now });
  return async (address, work) => {
    const retryAfterSeconds = limit.retryAfterSeconds(address);
    if (retryAfterSeconds) throw new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds });
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError && failures.has(error.code)) limit.charge(address);
      throw error;
    }
  };
}

const windowSeconds = 15 * 60;
/** A delayed answer keeps a connection open: when this many wait, the next caller gets a refusal with a retry time. */
const mostHeldBack = 200;
let heldBack = 0;

/**
 * Sign-ins of one account from many networks count together, from any caller: their answers become slow, and stop at a hundred. Places that
 * the user has signed in from do not count and do not wait, so nobody keeps a colleague out by guessing.
 * @throws DomainError login.locked
 */
export async function holdBackStrangers(deps: Pick<Deps, 'db' | 'now' | 'pause'>, email: string, address: string): Promise<void> {
  if (await isKnownPlace(deps.db, email, placeOf(address))) return;
  const attempts = await countStrangeSignIn(deps.db, digest(`login:${email}`), deps.now(), {
    within: limits.loginWindow,
    most: limits.strangeAttempts + 1,
  });
  if (attempts > limits.strangeAttempts) throw locked(windowSeconds);
  const delayMs = signInDelayMs(attempts);
  if (delayMs === 0) return;
  if (heldBack >= mostHeldBack) throw locked(60);
  heldBack += 1;
  try {
    await deps.pause(delayMs);
  } finally {
    heldBack -= 1;
  }
}
