import { deflateSync } from 'node:zlib';
import { type HostileFile, mega } from './hostile-file.ts';

function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`),
    Buffer.from(`startxref\n${length}\n%%EOF`),
  );
  return Buffer.concat(parts);
}

const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>';

/** Run lengths: two bytes become 128, and pack to almost nothing, twice. */
const unfoldsTo = (bytes: number): Buffer => deflateSync(deflateSync(Buffer.alloc(Math.ceil(bytes / 64), Buffer.from([0x81, 0x20]))));

const document = (name: string, make: () => Buffer): HostileFile => ({
  name,
  kind: 'pdf',
  fileName: 'document.pdf',
  contentType: 'application/pdf',
  make,
});
const html = (name: string, make: () => string): HostileFile => ({
  name,
  kind: 'html',
  fileName: 'page.html',
  contentType: 'text/html',
  make: () => Buffer.from(make()),
});

/** A page of a PDF of 2 kB unfolds to a gigabyte of spaces. */
export const foldedPdf = (): Buffer =>
  pdfOf([...pages, page, stream('/Filter [/FlateDecode /FlateDecode /RunLengthDecode]', unfoldsTo(1024 * mega))]);

export const hostileDocuments: readonly HostileFile[] = [
  document('a page that unfolds to a gigabyte', foldedPdf),
  document('a tree of pages that contains itself', () =>
    pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>']),
  ),
  document('a page of three million operators', () => pdfOf([...pages, page, stream('', Buffer.from('q Q '.repeat(3 * mega)))])),
  document('a PDF that is its first line', () => Buffer.from('%PDF-1.7\n')),
  html('elements 300,000 deep', () => `<html><body>${'<div>'.repeat(300_000)}text`),
  html('an element of a million attributes', () => `<p ${Array.from({ length: mega }, (_, index) => `a${index}=1`).join(' ')}>text</p>`),
  html('a million links', () => '<a href="/x">y</a>'.repeat(mega / 4)),
];
