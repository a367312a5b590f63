/**
 * Numbers and words of a model in one row of bytes: a mark of four letters, the length of a JSON head, the head, then each array at a multiple of four.
 * Little-endian, as every machine that Node runs on is.
 */
export type Packed = { head: unknown; arrays: (Uint8Array | Int8Array | Uint16Array | Uint32Array | Int32Array | Float32Array)[] };

const kinds = { Uint8Array, Int8Array, Uint16Array, Uint32Array, Int32Array, Float32Array } as const;
type Kind = keyof typeof kinds;

/** @param mark four ASCII letters that tell one kind of model, and its version, from the others */
export function packBytes(mark: string, { head, arrays }: Packed): Uint8Array {
  const listed = arrays.map((array) => [array.constructor.name, array.length]);
  const words = new TextEncoder().encode(JSON.stringify({ head, arrays: listed }));
  const sizes = [8, words.length, ...arrays.map((array) => array.byteLength)].map(roundUp);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  bytes.set(new TextEncoder().encode(mark));
  new DataView(bytes.buffer).setUint32(4, words.length, true);
  bytes.set(words, 8);
  let at = 8 + roundUp(words.length);
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += roundUp(array.byteLength);
  }
  return bytes;
}

/** @throws RangeError when the bytes are not those of `packBytes` with this mark */
export function unpackBytes(mark: string, bytes: Uint8Array): Packed {
  const wrong = () => new RangeError(`These are not the bytes of a ${mark} model.`);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== mark) throw wrong();
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (8 + size > bytes.length) throw wrong();
  const { head, arrays: listed } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size))) as {
    head: unknown;
    arrays: [Kind, number][];
  };
  let at = 8 + roundUp(size);
  const arrays = listed.map(([kind, length]) => {
    const Made = kinds[kind];
    const end = at + length * Made.BYTES_PER_ELEMENT;
    if (end > bytes.length) throw wrong();
    // A copy of its own starts at an address that suits any width.
    const array = new Made(bytes.slice(at, end).buffer);
    at += roundUp(array.byteLength);
    return array;
  });
  return { head, arrays };
}

const roundUp = (size: number) => Math.ceil(size / 4) * 4;
