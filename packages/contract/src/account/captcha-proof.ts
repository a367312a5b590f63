/**
 * The proof of work that stands in for a captcha's picture. People who cannot see it let the browser search for a counter whose hash with
 * the captcha's id begins with so many zero bits (hashcash, Adam Back 1997). A program can do so too, but pays for each try.
 */
const prefix = 'proof:';

/** Answer that is sent in place of the picture's letters. */
export const toProofAnswer = (counter: number): string => `${prefix}${counter}`;

/** The counter of an answer, or nothing when the answer is no proof. */
export function readProofAnswer(answer: string): string | undefined {
  const counter = answer.startsWith(prefix) ? answer.slice(prefix.length) : '';
  return /^\d{1,15}$/.test(counter) ? counter : undefined;
}

/** Text that is hashed with SHA-256. */
export const proofText = (captchaId: string, counter: number | string): string => `${captchaId}:${counter}`;

export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  for (let index = 0; index * 8 < bits; index += 1) {
    const wanted = Math.min(8, bits - index * 8);
    if ((hash[index] ?? 255) >> (8 - wanted) !== 0) return false;
  }
  return true;
}
