/** Index of the passages that hold a term, and how often: terms as sorted hashes, postings behind one another. */
export type Postings = {
  keys: Uint32Array;
  /** Number of sentences, of all passages, that hold each key. */
  sentenceCounts: Uint32Array;
  /** Start of each key's postings; one more than keys. */
  offsets: Uint32Array;
  passages: Uint32Array;
  counts: Uint16Array;
  /** Terms of each passage. */
  lengths: Uint32Array;
};

/** @param rows the hashed terms of each sentence of each passage, repeated as often as they stand there */
export function buildPostings(rows: readonly (readonly (readonly number[])[])[]): Postings {
  const byTerm = new Map<number, Map<number, number>>();
  const sentences = new Map<number, number>();
  for (const [passage, row] of rows.entries())
    for (const sentence of row) {
      for (const term of new Set(sentence)) sentences.set(term, (sentences.get(term) ?? 0) + 1);
      for (const term of sentence) {
        let filed = byTerm.get(term);
        if (filed === undefined) {
          filed = new Map();
          byTerm.set(term, filed);
        }
        filed.set(passage, (filed.get(passage) ?? 0) + 1);
      }
    }
  const keys = Uint32Array.from(byTerm.keys()).sort();
  const offsets = new Uint32Array(keys.length + 1);
  const passages: number[] = [];
  const counts: number[] = [];
  for (const [at, key] of keys.entries()) {
    for (const [passage, count] of byTerm.get(key) ?? []) {
      passages.push(passage);
      counts.push(Math.min(count, 0xffff));
    }
    offsets[at + 1] = passages.length;
  }
  return {
    keys,
    sentenceCounts: keys.map((key) => sentences.get(key) ?? 0),
    offsets,
    passages: Uint32Array.from(passages),
    counts: Uint16Array.from(counts),
    lengths: Uint32Array.from(rows, (row) => row.reduce((sum, sentence) => sum + sentence.length, 0)),
  };
}

/** Returns the span of a term's postings, and how many sentences hold it; an empty span when no passage does. */
export function findPostings(
  { keys, offsets, sentenceCounts }: Postings,
  term: number,
): { from: number; to: number; sentenceCount: number } {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  if (keys[low] !== term) return { from: 0, to: 0, sentenceCount: 0 };
  return { from: offsets[low] ?? 0, to: offsets[low + 1] ?? 0, sentenceCount: sentenceCounts[low] ?? 0 };
}

/** Returns the rarity of a term among `total` texts of which `holding` have it (BM25's own, never below 0). */
export const rarity = (holding: number, total: number): number => Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
