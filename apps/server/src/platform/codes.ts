import { randomBytes } from 'node:crypto';

/** Codes of addresses that nobody can guess. */

export const codeLength = 16; // one of 62 characters each: 95 bits
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first characters likelier than the others. */
const evenBytes = 248;

/** Codes that nobody can guess. */
export function makeCodes(count: number): string[] {
  const wanted = count * codeLength;
  let text = '';
  while (text.length < wanted)
    for (const byte of randomBytes(wanted - text.length)) if (byte < evenBytes) text += alphabet[byte % alphabet.length];
  return Array.from({ length: count }, (_, place) => text.slice(place * codeLength, (place + 1) * codeLength));
}

export const isCode = (text: string): boolean => /^[0-9A-Za-z]{16}$/.test(text);

/** The same code for the same bytes, of a keyed hash for example. @param bytes at least 16 */
export const codeOf = (bytes: Buffer): string =>
  Array.from(bytes.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
