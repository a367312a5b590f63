/** Writes packets of Opus as the pages of an Ogg stream (RFC 3533, RFC 7845). */

const maxSegments = 255;
/** So much sound lies in one page. */
const samplesOfPage = 48_000;
/** Samples that a decoder drops at the beginning, where the recording does not say it. */
const usualPreSkip = 312;
const flags = { first: 2, last: 4 } as const;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1;
  return rest >>> 0;
});

/** The checksum of a page whose own field is 0. */
export function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

/** Samples at 48 kHz that a packet has, by its first byte and the count behind it; 0: it is no packet. */
export function samplesOf(packet: Uint8Array): number {
  const [toc = 0, count = 0] = packet;
  if (packet.length === 0) return 0;
  const config = toc >> 3;
  const frame =
    config < 12
      ? ([480, 960, 1920, 2880][config & 3] ?? 0)
      : config < 16
        ? ([480, 960][config & 1] ?? 0)
        : ([120, 240, 480, 960][config & 3] ?? 0);
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) === 3 ? count & 63 : 2;
  return frame * frames;
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** The head of a recording that brings none: one voice at 48 kHz. */
function makeHead(): Uint8Array {
  const head = new Uint8Array(19);
  head.set(ascii('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, 1);
  view.setUint16(10, usualPreSkip, true);
  view.setUint32(12, 48_000, true);
  return head;
}

function makeTags(): Uint8Array {
  const maker = ascii('Parley');
  const tags = new Uint8Array(8 + 4 + maker.length + 4);
  tags.set(ascii('OpusTags'));
  new DataView(tags.buffer).setUint32(8, maker.length, true);
  tags.set(maker, 12);
  return tags;
}

type Page = { packets: readonly Uint8Array[]; samples: number; flag: number; number: number };

const segmentsOf = (packet: Uint8Array): number => Math.floor(packet.length / 255) + 1;

function writePage({ packets, samples, flag, number }: Page): Uint8Array {
  const lengths = packets.flatMap((packet) => [...Array<number>(segmentsOf(packet) - 1).fill(255), packet.length % 255]);
  const page = new Uint8Array(27 + lengths.length + packets.reduce((sum, packet) => sum + packet.length, 0));
  const view = new DataView(page.buffer);
  page.set(ascii('OggS'));
  view.setUint8(5, flag);
  view.setBigUint64(6, BigInt(samples), true);
  view.setUint32(14, 1, true);
  view.setUint32(18, number, true);
  view.setUint8(26, lengths.length);
  page.set(lengths, 27);
  let at = 27 + lengths.length;
  for (const packet of packets) {
    page.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, crcOf(page), true);
  return page;
}

/** @param head as the recording has it, or nothing. @returns the whole file. @throws where a packet is larger than Opus makes any */
export function writeOgg(head: Uint8Array | undefined, packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const groups: Uint8Array[][] = [[]];
  let [segments, length] = [0, 0];
  for (const packet of packets) {
    const needed = segmentsOf(packet);
    if (needed > maxSegments) throw new Error('A packet of the recording is too large.');
    if (segments + needed > maxSegments || length >= samplesOfPage) {
      groups.push([]);
      [segments, length] = [0, 0];
    }
    groups.at(-1)?.push(packet);
    segments += needed;
    length += samplesOf(packet);
  }
  const pages: Page[] = [
    { packets: [head ?? makeHead()], samples: 0, flag: flags.first, number: 0 },
    { packets: [makeTags()], samples: 0, flag: 0, number: 1 },
  ];
  let samples = 0;
  for (const [place, group] of groups.entries()) {
    samples += group.reduce((sum, packet) => sum + samplesOf(packet), 0);
    pages.push({ packets: group, samples, flag: place === groups.length - 1 ? flags.last : 0, number: place + 2 });
  }
  const written = pages.map(writePage);
  const file = new Uint8Array(written.reduce((sum, page) => sum + page.length, 0));
  let at = 0;
  for (const page of written) {
    file.set(page, at);
    at += page.length;
  }
  return file;
}
