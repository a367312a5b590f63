import { crc32, deflateSync } from 'node:zlib';
import { type HostileFile, mega } from './hostile-file.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, check]);
};

/** A PNG of one bit for each pixel, all black. @param rows how many of them are really there */
function blackPng(width: number, height: number, rows = height, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const bits = Buffer.alloc(rows * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    extra,
    chunk('IDAT', deflateSync(bits)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The head of a JPEG and nothing after it. */
const jpegHead = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const frame = Buffer.concat([Buffer.from([0xff, 0xc0, 0x00, 0x0b, 0x08]), size, Buffer.from([0x01, 0x01, 0x11, 0x00])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
};

const picture = (name: string, fileName: string, contentType: string, make: () => Buffer): HostileFile => ({
  name,
  kind: 'image',
  fileName,
  contentType,
  make,
});
const png = (name: string, make: () => Buffer) => picture(name, 'picture.png', 'image/png', make);

export const hostilePictures: readonly HostileFile[] = [
  png('a PNG of 16,000 by 16,000 pixels', () => blackPng(16_000, 16_000)),
  png('a PNG that says 2,000,000 by 2,000,000 pixels', () => blackPng(2_000_000, 2_000_000, 1)),
  png('a PNG with a text that unfolds to 200 MB', () =>
    blackPng(8, 8, 8, chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(200 * mega, 'a'))]))),
  ),
  png('a PNG with a colour profile that unfolds to 200 MB', () =>
    blackPng(8, 8, 8, chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(200 * mega))]))),
  ),
  png('a PNG of which only the head is there', () => blackPng(64, 64).subarray(0, 40)),
  picture('a JPEG that says 65,500 by 65,500 pixels', 'picture.jpg', 'image/jpeg', () => jpegHead(65_500, 65_500)),
  picture('an SVG with entities that multiply', 'picture.svg', 'image/svg+xml', () => {
    const entities = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level} "${(level === 0 ? 'x' : `&e${level - 1};`).repeat(10)}">`,
    ).join('');
    return Buffer.from(`<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e8;</text></svg>`);
  }),
];
