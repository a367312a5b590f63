import { generateSecret, generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** Codes of authenticator apps: RFC 6238 with HMAC-SHA-1, six digits and steps of 30 seconds, which every app knows. */
const stepSeconds = 30;
const secretBytes = 20; // RFC 4226, 4: as long as the hash

const base32 = new ScureBase32Plugin();

/** RFC 4648 base32 without padding. */
export const toBase32 = (bytes: Uint8Array): string => base32.encode(bytes, { padding: false });

export const makeTotpSecret = (): string => generateSecret({ length: secretBytes });

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);
export const stepAt = (now: Date): number => Math.floor(secondsOf(now) / stepSeconds);

export const codeAtStep = (secret: string, step: number): string => generateSync({ secret, epoch: step * stepSeconds });

/**
 * The step whose code was given: that of now, or one either way, since clocks differ.
 * @param lastStep that was used already: it and those before it count no more
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const found = verifySync({ secret, token: code, epoch: secondsOf(now), epochTolerance: stepSeconds });
  // The library throws for a last step in the future, which a clock that was set back makes of any.
  return found.valid && 'timeStep' in found && found.timeStep > lastStep ? found.timeStep : undefined;
}

/** Builds the address that an app reads out of the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string => generateURI({ secret, issuer, label: account });
