import type { SandboxMedia } from '@parley/contract';
import type { StoredMedia } from './state.ts';

/** A square of one colour: the smallest picture that every reader of PNG takes. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

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

/** What a phone sends when the person chose no file of their own. */
export function sampleOf(kind: SandboxMedia['kind']): StoredMedia {
  switch (kind) {
    case 'document':
      return { bytes: pdf(), mimeType: 'application/pdf', fileName: 'sample.pdf' };
    case 'audio':
      return { bytes: wav(), mimeType: 'audio/wav', fileName: 'sample.wav' };
    case 'video':
      return { bytes: mp4, mimeType: 'video/mp4', fileName: 'sample.mp4' };
    default:
      return { bytes: png, mimeType: 'image/png', fileName: 'sample.png' };
  }
}
