/**
 * Finds hashes in a sorted list by their upper bits: half the memory of a hash table, and nothing to insert when a model is loaded.
 */
export class SortedHashes {
  readonly #hashes: Int32Array;
  readonly #starts: Uint32Array;
  readonly #shift: number;

  /** @param hashes ascending as unsigned numbers */
  constructor(hashes: Int32Array) {
    const bits = Math.min(24, Math.max(1, Math.ceil(Math.log2(hashes.length + 1))));
    this.#hashes = hashes;
    this.#shift = 32 - bits;
    this.#starts = new Uint32Array(2 ** bits + 1);
    for (let at = 0; at < hashes.length; at++) {
      const bucket = ((hashes[at] as number) >>> this.#shift) + 1;
      this.#starts[bucket] = (this.#starts[bucket] as number) + 1;
    }
    for (let bucket = 1; bucket < this.#starts.length; bucket++)
      this.#starts[bucket] = (this.#starts[bucket] as number) + (this.#starts[bucket - 1] as number);
  }

  /** Place of a hash in the list, or -1. */
  find(hash: number): number {
    const bucket = hash >>> this.#shift;
    const end = this.#starts[bucket + 1] as number;
    for (let at = this.#starts[bucket] as number; at < end; at++) if (this.#hashes[at] === hash) return at;
    return -1;
  }
}
