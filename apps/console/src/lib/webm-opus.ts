import { writeOgg } from './opus-pages.ts';

/** Ids of the elements of WebM that lead to the sound (RFC 9559). Of the masters the contents are read one after the other. */
const ids = { trackNumber: 0xd7, codec: 0x86, codecHead: 0x63a2, simpleBlock: 0xa3, block: 0xa1, trackEntry: 0xae } as const;
const masters: readonly number[] = [0x18538067, 0x1654ae6b, ids.trackEntry, 0x1f43b675, 0xa0];
const opus = 'A_OPUS';

type Read = { value: number; length: number };

/** A number of EBML, whose first byte says how many bytes it has. @param keepsMark ids keep the mark of their length */
function readNumber(bytes: Uint8Array, at: number, keepsMark: boolean): Read | undefined {
  const first = bytes[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  let value = keepsMark ? first : first & (0xff >> length);
  for (let place = 1; place < length; place += 1) value = value * 256 + (bytes[at + place] ?? 0);
  return { value, length };
}

type Track = { number: number; codec: string; head: Uint8Array | undefined };
type Found = { track: number; packet: Uint8Array };

/** @throws where a block is of a kind that browsers do not write for sound */
function readBlock(data: Uint8Array): Found {
  const track = readNumber(data, 0, false);
  const flags = track && data[track.length + 2];
  if (!track || flags === undefined) throw new Error('A block of the recording is broken.');
  if (flags & 0x06) throw new Error('The recording joins packets, which is not read.');
  return { track: track.value, packet: data.subarray(track.length + 3) };
}

function readWebm(bytes: Uint8Array): { tracks: Track[]; found: Found[] } {
  const tracks: Track[] = [];
  const found: Found[] = [];
  let at = 0;
  while (at < bytes.length) {
    const id = readNumber(bytes, at, true);
    const size = id && readNumber(bytes, at + id.length, false);
    if (!id || !size) break;
    at += id.length + size.length;
    if (id.value === ids.trackEntry) tracks.push({ number: 0, codec: '', head: undefined });
    // A recording that is cut off has a size that nobody knows: only the parts of a master are read.
    if (masters.includes(id.value)) continue;
    const data = bytes.subarray(at, at + size.value);
    // The last element may be cut off with its tab.
    if (data.length < size.value) break;
    const track = tracks.at(-1);
    if (track && id.value === ids.trackNumber) track.number = data.reduce((sum, byte) => sum * 256 + byte, 0);
    if (track && id.value === ids.codec) track.codec = String.fromCharCode(...data).replaceAll('\0', '');
    if (track && id.value === ids.codecHead) track.head = data;
    if (id.value === ids.simpleBlock || id.value === ids.block) found.push(readBlock(data));
    at += size.value;
  }
  return { tracks, found };
}

/**
 * Packs the Opus sound of a WebM recording as Ogg, as phones and vendors want voice notes. The sound itself stays as it is.
 * @throws where there is no Opus in it
 */
export function toOggOpus(webm: Uint8Array): Uint8Array<ArrayBuffer> {
  const { tracks, found } = readWebm(webm);
  const track = tracks.find(({ codec }) => codec === opus);
  const packets = found.filter((one) => one.track === track?.number && one.packet.length > 0).map(({ packet }) => packet);
  if (!track || packets.length === 0) throw new Error('There is no Opus in the recording.');
  return writeOgg(track.head, packets);
}
