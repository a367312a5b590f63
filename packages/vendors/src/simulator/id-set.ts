/**
 * Remembers which of our ids (UUIDs) were seen, sixteen bytes or so an id: a million of them as texts in a Set are 100 MB. Two ids whose
 * last 62 random bits are alike would be taken for one.
 */
export class IdSet {
  size = 0;
  #slots = new Uint32Array(2 * 1024);

  /** @returns whether it was new */
  add(id: string): boolean {
    if (this.size * 4 >= this.#slots.length) this.#grow();
    const [high, low] = halvesOf(id);
    if (!this.#insert(this.#slots, high, low)) return false;
    this.size += 1;
    return true;
  }

  has(id: string): boolean {
    const [high, low] = halvesOf(id);
    const mask = this.#slots.length / 2 - 1;
    for (let at = (high ^ low) & mask; ; at = (at + 1) & mask) {
      const [a, b] = [this.#slots[2 * at], this.#slots[2 * at + 1]];
      if (a === high && b === low) return true;
      if (a === 0 && b === 0) return false;
    }
  }

  #insert(slots: Uint32Array, high: number, low: number): boolean {
    const mask = slots.length / 2 - 1;
    for (let at = (high ^ low) & mask; ; at = (at + 1) & mask) {
      const [a, b] = [slots[2 * at], slots[2 * at + 1]];
      if (a === high && b === low) return false;
      if (a !== 0 || b !== 0) continue;
      slots[2 * at] = high;
      slots[2 * at + 1] = low;
      return true;
    }
  }

  #grow(): void {
    const grown = new Uint32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const [high, low] = [this.#slots[at] ?? 0, this.#slots[at + 1] ?? 0];
      if (high !== 0 || low !== 0) this.#insert(grown, high, low);
    }
    this.#slots = grown;
  }
}

/** The last 64 bits of a UUID, which are random in every version; of another text a hash. 0, 0 stands for an empty slot. */
function halvesOf(id: string): [number, number] {
  const digits = id.length === 36 ? id.slice(19, 23) + id.slice(24) : '';
  const [high, low] = [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
  if (Number.isFinite(high) && Number.isFinite(low)) return [high, low || 1];
  let [a, b] = [0x81_1c_9d_c5, 0x01_00_01_93];
  for (let at = 0; at < id.length; at += 1) {
    a = Math.imul(a ^ id.charCodeAt(at), 0x01_00_01_93);
    b = Math.imul(b + id.charCodeAt(at), 0x85_eb_ca_6b) ^ (b >>> 15);
  }
  return [a >>> 0, b >>> 0 || 1];
}
