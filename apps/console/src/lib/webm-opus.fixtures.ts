/** Bytes of WebM, for tests of what reads them. */

export const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
export const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const idBytes = (id: number) => Uint8Array.from((id.toString(16).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
/** A size as eight bytes; undefined: unknown, as browsers write it while they record. */
const sizeBytes = (size: number | undefined) => {
  const bytes = new Uint8Array(8).fill(size === undefined ? 0xff : 0);
  bytes[0] = 1;
  if (size !== undefined) new DataView(bytes.buffer).setUint32(4, size);
  return bytes;
};
const element = (id: number, content: Uint8Array, isOpen = false) =>
  join(idBytes(id), sizeBytes(isOpen ? undefined : content.length), content);
export const block = (packet: Uint8Array, track = 1, flags = 0x80) => element(0xa3, join(Uint8Array.of(0x80 | track, 0, 0, flags), packet));
export const trackOf = (number: number, codec: string, head: Uint8Array | undefined) =>
  element(0xae, join(element(0xd7, Uint8Array.of(number)), element(0x86, ascii(codec)), ...(head ? [element(0x63a2, head)] : [])));
export const head = join(ascii('OpusHead'), Uint8Array.of(1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0));

/** A recording as browsers write it. @param isOpen its sizes are unknown, as while it was recorded */
export function makeWebm(clusters: readonly (readonly Uint8Array[])[], tracks = [trackOf(1, 'A_OPUS', head)], isOpen = true): Uint8Array {
  const written = clusters.map((packets) => element(0x1f43b675, join(element(0xe7, Uint8Array.of(0)), ...packets), isOpen));
  const segment = element(0x18538067, join(element(0xec, new Uint8Array(5)), element(0x1654ae6b, join(...tracks)), ...written), isOpen);
  return join(element(0x1a45dfa3, element(0x4282, ascii('webm'))), segment);
}
