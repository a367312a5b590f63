import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'cek_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checkLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checkLength}}$`);
const shownLength = 4;

/** CRC-32 in base 62: a mistyped key is known as such without a question to the database, and scanners tell a key from other texts. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let place = 0; place < checkLength; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

export function makeApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => digits.charAt(randomInt(digits.length))).join('');
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Tells whether the text claims to be a key. */
export const looksLikeApiKey = (text: string): boolean => text.startsWith(prefix);

export function isApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return checksumOf(secret) === text.slice(prefix.length + secretLength);
}

/** The visible parts of a key: enough to tell it from others. */
export const showApiKey = (key: string): { start: string; ending: string } => ({
  start: key.slice(0, prefix.length + shownLength),
  ending: key.slice(-shownLength),
});
