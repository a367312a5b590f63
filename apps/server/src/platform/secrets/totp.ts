import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of authenticator apps: RFC 6238 with HMAC-SHA-1, six digits and steps of 30 seconds, which every app knows. */
const stepSeconds = 30;
const digits = 6;
const secretBytes = 20; // RFC 4226, 4: as long as the hash
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >>> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/** @throws Error for a sign that is not of the alphabet */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const sign of text) {
    const value = alphabet.indexOf(sign);
    if (value < 0) throw new Error('This is not base32.');
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

export const makeTotpSecret = (): string => toBase32(randomBytes(secretBytes));

/** RFC 4226, 5.3. */
export function hotp(secret: Buffer, counter: number, length = digits): string {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(counter));
  const hash = createHmac('sha1', secret).update(place).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** length).padStart(length, '0');
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/**
 * The step whose code was given: that of now, or one either way, since clocks differ.
 * @param lastStep that was used already: it and those before it count no more
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const key = fromBase32(secret);
  const given = Buffer.from(code);
  return [0, -1, 1]
    .map((shift) => stepAt(now) + shift)
    .find((step) => step > lastStep && timingSafeEqual(Buffer.from(hotp(key, step)), given));
}

/** What an app reads out of the QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(digits), period: String(stepSeconds) });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
