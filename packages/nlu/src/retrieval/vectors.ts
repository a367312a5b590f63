/** A vector as it is kept: a byte a number, times `scale`; of length 1 before it was rounded. */
export type PackedVector = { scale: number; bytes: Int8Array };

/**
 * A quarter of the memory of 32-bit numbers; the rounding moves a cosine by some thousandths.
 * @returns undefined for a vector without a direction: no numbers, only zeros, or something that is no number
 */
export function packVector(values: ArrayLike<number>): PackedVector | undefined {
  let square = 0;
  let most = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    square += value * value;
    most = Math.max(most, Math.abs(value));
  }
  if (!Number.isFinite(square) || square === 0) return undefined;
  const bytes = Int8Array.from(values, (value) => Math.round((value / most) * 127));
  // The length is that of the rounded numbers, so that a vector's cosine with itself is 1.
  let rounded = 0;
  for (const byte of bytes) rounded += byte * byte;
  return { scale: 1 / Math.sqrt(rounded), bytes };
}

/** The vectors of a list of passages behind one another; a passage may have none yet. */
export type VectorTable = { dimension: number; bytes: Int8Array /** 0 for a passage without a vector. */; scales: Float32Array };

/** @param vectors in the order of the passages; one of another dimension counts as none */
export function createVectorTable(dimension: number, vectors: readonly (PackedVector | undefined)[]): VectorTable {
  const bytes = new Int8Array(dimension * vectors.length);
  const scales = new Float32Array(vectors.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector?.bytes.length !== dimension) continue;
    bytes.set(vector.bytes, at * dimension);
    scales[at] = vector.scale;
  }
  return { dimension, bytes, scales };
}

/** Compared between two pauses: a few milliseconds of work. */
const multipliedAtOnce = 4_000_000;

/**
 * The cosine of a vector with each of a table, as a generator that yields every few milliseconds: a large table would hold the thread for long.
 * @returns -1 for a passage without a vector, and for all when the dimensions differ
 */
export function* compareInSteps({ dimension, bytes, scales }: VectorTable, asked: PackedVector): Generator<void, Float32Array> {
  const cosines = new Float32Array(scales.length).fill(-1);
  if (asked.bytes.length !== dimension) return cosines;
  const rowsAtOnce = Math.max(1, Math.floor(multipliedAtOnce / dimension));
  for (let row = 0; row < scales.length; row++) {
    if (row > 0 && row % rowsAtOnce === 0) yield;
    const scale = scales[row] ?? 0;
    if (scale !== 0) cosines[row] = multiply(asked.bytes, bytes, row * dimension) * scale * asked.scale;
  }
  return cosines;
}

function multiply(one: Int8Array, rows: Int8Array, from: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = one.length - (one.length % 4);
  // `| 0` keeps the sums whole numbers of the processor: 4,096 products of bytes fit in 32 bits.
  for (let at = 0, row = from; at < whole; at += 4, row += 4) {
    a = (a + (one[at] as number) * (rows[row] as number)) | 0;
    b = (b + (one[at + 1] as number) * (rows[row + 1] as number)) | 0;
    c = (c + (one[at + 2] as number) * (rows[row + 2] as number)) | 0;
    d = (d + (one[at + 3] as number) * (rows[row + 3] as number)) | 0;
  }
  for (let at = whole; at < one.length; at++) a = (a + (one[at] as number) * (rows[from + at] as number)) | 0;
  return a + b + c + d;
}
