/**
 * Writes the duration into the head of a WebM recording: browsers that record do not know it when they write the head, and players show no
 * length without it. Bytes that are read otherwise than expected are left as they are.
 */
const ids = { segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489 } as const;
const ebml = 0x1a45dfa3;
const usualScale = 1_000_000;

export const isWebm = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === ebml;

type Element = { id: number; sizeAt: number; sizeLength: number; size: number; dataAt: number; isUnknown: boolean };

/** Reads the element that begins there. @returns undefined behind the last byte */
function readElement(bytes: Buffer, at: number): Element | undefined {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || sizeAt + sizeLength > bytes.length) return undefined;
  const id = bytes.readUIntBE(at, idLength);
  let size = (bytes[sizeAt] as number) & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let place = sizeAt + 1; place < sizeAt + sizeLength; place += 1) {
    size = size * 256 + (bytes[place] as number);
    isUnknown &&= bytes[place] === 0xff;
  }
  return { id, sizeAt, sizeLength, size, dataAt: sizeAt + sizeLength, isUnknown };
}

/** Finds an element among those that follow each other in a range. */
function findElement(bytes: Buffer, wanted: number, from: number, to: number): Element | undefined {
  for (let at = from; at < to; ) {
    const element = readElement(bytes, at);
    if (!element || element.id === wanted) return element;
    if (element.isUnknown) return undefined;
    at = element.dataAt + element.size;
  }
  return undefined;
}

/** @param head the first bytes of a recording, with its whole information */
export function withDuration(head: Buffer, ms: number): Buffer {
  const first = isWebm(head) ? readElement(head, 0) : undefined;
  const segment = first && findElement(head, ids.segment, first.dataAt + first.size, head.length);
  // A segment whose size is known would have to grow as well: such a file was not recorded live.
  if (!segment?.isUnknown) return head;
  const info = findElement(head, ids.info, segment.dataAt, head.length);
  if (!info || info.isUnknown || info.dataAt + info.size > head.length) return head;
  const end = info.dataAt + info.size;
  const scale = findElement(head, ids.scale, info.dataAt, end);
  const nanoseconds = scale?.size && scale.size <= 6 ? head.readUIntBE(scale.dataAt, scale.size) : usualScale;
  const value = Buffer.alloc(8);
  value.writeDoubleBE((ms * 1_000_000) / nanoseconds);
  const known = findElement(head, ids.duration, info.dataAt, end);
  if (known) {
    if (known.size !== 8) return head;
    return Buffer.concat([head.subarray(0, known.dataAt), value, head.subarray(known.dataAt + 8)]);
  }
  const element = Buffer.concat([Buffer.from([0x44, 0x89, 0x88]), value]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(info.size + element.length) | (1n << 56n));
  return Buffer.concat([head.subarray(0, info.sizeAt), size, head.subarray(info.dataAt, end), element, head.subarray(end)]);
}
