/**
 * Numbers hashes in the order of their first sight: open addressing, a power of two of slots, at most half full.
 * Hashes are signed 32-bit integers, never 0.
 */
export class HashIndex {
  #keys: Int32Array;
  #numbers: Int32Array;
  #mask: number;
  size = 0;

  constructor(expected = 1024) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)));
    this.#keys = new Int32Array(slots);
    this.#numbers = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  /** The number of a hash, or -1. */
  find(hash: number): number {
    const keys = this.#keys;
    let slot = hash & this.#mask;
    for (;;) {
      const key = keys[slot];
      if (key === hash) return this.#numbers[slot] as number;
      if (key === 0) return -1;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** The number of a hash, which is the next free one when it was not seen before. */
  add(hash: number): number {
    let slot = hash & this.#mask;
    for (;;) {
      const key = this.#keys[slot];
      if (key === hash) return this.#numbers[slot] as number;
      if (key === 0) break;
      slot = (slot + 1) & this.#mask;
    }
    this.#keys[slot] = hash;
    this.#numbers[slot] = this.size++;
    if (this.size * 2 > this.#mask) this.#grow();
    return this.size - 1;
  }

  #grow(): void {
    const keys = this.#keys;
    const numbers = this.#numbers;
    const mask = keys.length * 2 - 1;
    this.#keys = new Int32Array(mask + 1);
    this.#numbers = new Int32Array(mask + 1);
    this.#mask = mask;
    for (let old = 0; old < keys.length; old++) {
      const key = keys[old] as number;
      if (key === 0) continue;
      let slot = key & mask;
      while (this.#keys[slot] !== 0) slot = (slot + 1) & mask;
      this.#keys[slot] = key;
      this.#numbers[slot] = numbers[old] as number;
    }
  }
}
