import { crc32, deflateSync } from 'node:zlib';
import type { SandboxMedia } from '@parley/contract';
import type { StoredMedia } from './state.ts';

/** A part of a PNG file: its length, its name, what it holds, and the check over both. */
function part(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A sun over a hill: a picture that is known again at a glance. */
function png(): Buffer {
  const [width, height] = [320, 200];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isHill = y > 150 - 40 * Math.sin((x / width) * Math.PI);
      const isSun = (x - 230) ** 2 + (y - 60) ** 2 < 900;
      const colour = isHill ? [76, 140, 90] : isSun ? [250, 205, 90] : [150 + y / 3, 195 + y / 5, 235];
      rows.set(colour, y * (width * 3 + 1) + 1 + x * 3);
    }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))]);
}

function pdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 120]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents 4 0 R>>',
    '<</Length 48>>\nstream\nBT /F 18 Tf 30 60 Td (A sample document) Tj ET  \nendstream',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A tenth of a second of silence: 8,000 samples a second, 8 bits. */
function wav(): Buffer {
  const silence = Buffer.alloc(800, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + silence.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(silence.length, 40);
  return Buffer.concat([head, silence]);
}

/** The head of an MP4 file, without pictures: enough for a reader that looks at the first bytes. */
const mp4 = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');

let picture: Buffer | undefined;

/** Returns the file that a phone sends when the person chose none of their own. */
export function sampleOf(kind: SandboxMedia['kind']): StoredMedia {
  switch (kind) {
    case 'document':
      return { bytes: pdf(), mimeType: 'application/pdf', fileName: 'sample.pdf' };
    case 'audio':
      return { bytes: wav(), mimeType: 'audio/wav', fileName: 'sample.wav' };
    case 'video':
      return { bytes: mp4, mimeType: 'video/mp4', fileName: 'sample.mp4' };
    default:
      picture ??= png();
      return { bytes: picture, mimeType: 'image/png', fileName: 'sample.png' };
  }
}
