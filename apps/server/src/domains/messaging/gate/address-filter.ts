const bitCount = 2 ** 25;

/** FNV-1a with a seed of its own for each of the two places. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Addresses that were there before, in 4 MB however many they are (a Bloom filter). 'No' is certain; 'maybe' is wrong for 4 in a thousand
 * after a million addresses, and for 7 in a hundred after five million.
 */
export class AddressFilter {
  readonly #bits = new Uint8Array(bitCount / 8);
  #count = 0;

  /** Number of added addresses. */
  get count(): number {
    return this.#count;
  }

  add(address: string): void {
    for (const place of placesOf(address)) this.#bits[place >>> 3] = (this.#bits[place >>> 3] ?? 0) | (1 << (place & 7));
    this.#count += 1;
  }

  mayHave(address: string): boolean {
    return placesOf(address).every((place) => ((this.#bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0);
  }
}

const placesOf = (address: string): number[] => [hash(address, 0x811c9dc5) % bitCount, hash(address, 0x9e3779b9) % bitCount];
