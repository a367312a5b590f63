import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type FactorKind, factorKinds, factorLimits } from '@parley/contract';
import { toBase32 } from '#platform/secrets/totp.ts';

/** Wrong codes of a user in a day, over all attempts; more lock the second factor. */
export const mostFailures = 20;
export const failureWindowMs = 24 * 3_600_000;
/** Mails with a code to one user in an hour, over all attempts: nobody's inbox is filled by who knows the password. */
export const mailsAnHour = 15;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const makeMailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
/** Salted with the id, which is stored as a hash: six digits alone would be found by trying. */
export const hashMailCode = (id: string, code: string): Buffer => sha256(`${id}:${code}`);

const recoveryBytes = 10; // 80 bits: sixteen signs of base32

/** Four groups of four, as they are written down. */
const inGroups = (code: string): string => (code.match(/.{4}/g) ?? []).join('-').toLowerCase();

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: factorLimits.recoveryCodes }, () => inGroups(toBase32(randomBytes(recoveryBytes))));

/** However it is typed: with or without groups, in either case. */
export const hashRecoveryCode = (code: string): Buffer => sha256(`recovery:${code.replace(/[^a-z2-7]/gi, '').toUpperCase()}`);

/** The strongest first: it is the one that is asked for. */
const strength: readonly FactorKind[] = [factorKinds.passkey, factorKinds.app, factorKinds.email, factorKinds.recovery];
export const byStrength = (kinds: Iterable<FactorKind>): FactorKind[] => {
  const held = new Set(kinds);
  return strength.filter((kind) => held.has(kind));
};

/** "a•••@example.com": enough for its owner. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••');

/** Tells whether that many failures lock the second factor. @returns the seconds until the oldest of them is forgotten */
export function lockedForSeconds(failedAt: readonly Date[], now: Date): number | undefined {
  const recent = recentFailures(failedAt, now);
  if (recent.length < mostFailures) return undefined;
  const oldest = Math.min(...recent.map((at) => at.getTime()));
  return Math.max(1, Math.ceil((oldest + failureWindowMs - now.getTime()) / 1000));
}

export const recentFailures = (failedAt: readonly Date[], now: Date): Date[] =>
  failedAt.filter((at) => at.getTime() > now.getTime() - failureWindowMs);

/** The file of recovery codes, as it is kept on paper or in a safe. */
export const recoveryFile = (title: string, email: string, codes: readonly string[]): string =>
  [`${title} recovery codes for ${email}`, 'Each code works once, instead of the second factor.', '', ...codes, ''].join('\r\n');
