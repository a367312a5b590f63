import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crcOf, samplesOf } from './opus-pages.ts';
import { ascii, block, head, join, makeWebm, trackOf } from './webm-opus.fixtures.ts';
import { toOggOpus } from './webm-opus.ts';

/** Reads an Ogg stream by the rules alone. */
function readOgg(file: Uint8Array) {
  const pages: { flag: number; samples: number; number: number; isSound: boolean }[] = [];
  const packets: Uint8Array[] = [];
  let at = 0;
  while (at < file.length) {
    const view = new DataView(file.buffer, at);
    expect(String.fromCharCode(...file.subarray(at, at + 4))).toBe('OggS');
    const lengths = file.subarray(at + 27, at + 27 + view.getUint8(26));
    const end = at + 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
    const page = file.slice(at, end);
    new DataView(page.buffer).setUint32(22, 0);
    const isSound = crcOf(page) === view.getUint32(22, true);
    pages.push({ flag: view.getUint8(5), samples: Number(view.getBigUint64(6, true)), number: view.getUint32(18, true), isSound });
    let from = at + 27 + lengths.length;
    let length = 0;
    for (const lacing of lengths) {
      length += lacing;
      if (lacing === 255) continue;
      packets.push(file.slice(from, from + length));
      from += length;
      length = 0;
    }
    at = end;
  }
  return { pages, packets };
}

test('the checksum is that of pages which other programs write', () => {
  const page = Uint8Array.from(
    ('4f6767530002000000000000000025f2ec2c0000000000000000' + '01134f707573486561640101380180bb0000000000').match(/../g) ?? [],
    (pair) => Number.parseInt(pair, 16),
  );
  expect([page.length, crcOf(page)]).toEqual([47, 0xeecd4320]);
});

test('the packets of a recording are in the Ogg file as they were, and its length is their samples', () => {
  // A packet of 20 ms has 960 samples at 48 kHz.
  const packets = Array.from({ length: 120 }, (_, place) => Uint8Array.of(0x78, place, 1, 2, 3));
  const { pages, packets: read } = readOgg(
    toOggOpus(makeWebm([packets.slice(0, 50).map((one) => block(one)), packets.slice(50).map((one) => block(one))])),
  );
  expect(read[0]).toEqual(head);
  expect(String.fromCharCode(...(read[1] ?? []).slice(0, 8))).toBe('OpusTags');
  expect(read.slice(2)).toEqual(packets);
  expect(pages.map(({ flag, samples, number, isSound }) => [flag, samples, number, isSound])).toEqual([
    [2, 0, 0, true],
    [0, 0, 1, true],
    [0, 48_000, 2, true],
    [0, 96_000, 3, true],
    [4, 115_200, 4, true],
  ]);
});

test('samples are told by the first bytes of a packet', () => {
  const of = (...bytes: number[]) => samplesOf(Uint8Array.from(bytes));
  expect([of(0x00), of(0x18), of(0x60), of(0x68), of(0x80), of(0x98), of(0x99), of(0x9a), of(0x9b, 5), of()]).toEqual([
    480, 2880, 480, 960, 120, 960, 1920, 1920, 4800, 0,
  ]);
});

test('any packets are packed whole, whatever their lengths, in pages that are sound and in order', () => {
  const packet = fc.uint8Array({ minLength: 1, maxLength: 1500 });
  fc.assert(
    fc.property(fc.array(fc.array(packet, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), fc.boolean(), (clusters, isOpen) => {
      const all = clusters.flat();
      fc.pre(all.length > 0);
      const webm = makeWebm(
        clusters.map((packets) => packets.map((one) => block(one))),
        undefined,
        isOpen,
      );
      const { pages, packets } = readOgg(toOggOpus(webm));
      expect(packets.slice(2)).toEqual(all.map((one) => new Uint8Array(one)));
      expect(pages.every(({ isSound }, place) => isSound && pages[place]?.number === place)).toBe(true);
      expect(pages.map(({ flag }) => flag)).toEqual([2, ...Array<number>(pages.length - 2).fill(0), 4]);
      expect(pages.at(-1)?.samples).toBe(all.reduce((sum, one) => sum + samplesOf(one), 0));
    }),
  );
});

test('only the track with Opus is taken, a head that is missing is made, and a last block that is cut off is left out', () => {
  const tracks = [trackOf(1, 'V_VP8', undefined), trackOf(2, 'A_OPUS', undefined)];
  const whole = makeWebm([[block(Uint8Array.of(1), 1), block(Uint8Array.of(0x78, 2), 2), block(Uint8Array.of(0x78, 3), 2)]], tracks);
  const { packets } = readOgg(toOggOpus(whole.subarray(0, whole.length - 1)));
  expect(packets[0]?.slice(0, 12)).toEqual(join(ascii('OpusHead'), Uint8Array.of(1, 1, 0x38, 1)));
  expect(packets.slice(2)).toEqual([Uint8Array.of(0x78, 2)]);
});

test('bytes without Opus are refused, and none hang it', () => {
  expect(() => toOggOpus(new Uint8Array())).toThrow('There is no Opus');
  expect(() => toOggOpus(makeWebm([[block(Uint8Array.of(1))]], [trackOf(1, 'A_VORBIS', undefined)]))).toThrow('There is no Opus');
  expect(() => toOggOpus(makeWebm([[block(Uint8Array.of(1), 1, 0x02)]]))).toThrow('joins packets');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(() => toOggOpus(bytes)).toThrow(Error);
    }),
  );
});
