import { crc32, deflateRawSync } from 'node:zlib';
import { type HostileFile, mega } from './hostile-file.ts';

type Entry = {
  name: string;
  packed: Buffer;
  crc: number;
  size: number /** Size that the zip claims; the real one by default. */;
  claimedSize?: number;
};

const entryOf = (name: string, content: Buffer | string): Entry => {
  const bytes = Buffer.from(content);
  return { name, packed: deflateRawSync(bytes), crc: crc32(bytes), size: bytes.length };
};

/** A zip by hand, so that it may lie. */
function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, crc, size, claimedSize = size } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claimedSize, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(claimedSize, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name, 'latin1'), packed);
    directory.push(central, Buffer.from(name, 'latin1'));
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const archive = (name: string, make: () => Buffer): HostileFile => ({
  name,
  kind: 'zip',
  fileName: 'agent.zip',
  contentType: 'application/zip',
  make,
});
const intentsOf = (count: number, name: (index: number) => string): Entry[] =>
  Array.from({ length: count }, (_, index) => [
    entryOf(`intents/i${index}.json`, JSON.stringify({ name: name(index), responses: [] })),
    entryOf(`intents/i${index}_usersays_en.json`, JSON.stringify([{ data: [{ text: `phrase ${index}` }] }])),
  ]).flat();

export const hostileArchives: readonly HostileFile[] = [
  archive('a Dialogflow agent of 8,000 intents', () => zipOf(intentsOf(8000, (index) => `intent ${index}`))),
  archive('a Dialogflow agent of 8,000 intents of one name', () => zipOf(intentsOf(8000, () => 'same'))),
  archive('an entry of 100 MB in 100 kB', () => zipOf([entryOf('intents/a.json', Buffer.alloc(100 * mega, ' '))])),
  archive('fifty entries that say 1 kB and hold 20 MB', () => {
    const entry = entryOf('intents/a.json', Buffer.alloc(20 * mega, ' '));
    return zipOf(Array.from({ length: 50 }, (_, index) => ({ ...entry, name: `intents/a${index}.json`, claimedSize: 1024 })));
  }),
  archive('60,000 empty entries', () => {
    const entry = entryOf('', '');
    return zipOf(Array.from({ length: 60_000 }, (_, index) => ({ ...entry, name: `intents/e${index}.json` })));
  }),
  archive('an intent with 200,000 annotations of different parameters', () => {
    const data = Array.from({ length: 200_000 }, (_, index) => ({ text: 'x', alias: `p${index}`, meta: '@sys.date' }));
    return zipOf([
      entryOf('intents/a.json', JSON.stringify({ name: 'a' })),
      entryOf('intents/a_usersays_en.json', JSON.stringify([{ data: data.slice(0, 100_000) }])),
    ]);
  }),
  archive('a zip cut in the middle', () => {
    const whole = zipOf(intentsOf(100, (index) => `intent ${index}`));
    return whole.subarray(0, Math.floor(whole.length / 2));
  }),
];
