import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hasZeroBits, proofText } from '@parley/contract';

export type ProofTask = { captchaId: string; bits: number };
export type ProofNews = { kind: 'progress'; tried: number } | { kind: 'found'; counter: number };

const tellEvery = 50_000;

/** Searches for a counter whose hash begins with so many zero bits. The browser's own hashing would want https, which an intranet may lack. */
self.addEventListener('message', ({ data: { captchaId, bits } }: MessageEvent<ProofTask>) => {
  const tell = (news: ProofNews) => self.postMessage(news);
  for (let counter = 0; ; counter += 1) {
    if (hasZeroBits(sha256(utf8ToBytes(proofText(captchaId, counter))), bits)) return tell({ kind: 'found', counter });
    if (counter % tellEvery === 0) tell({ kind: 'progress', tried: counter });
  }
});
