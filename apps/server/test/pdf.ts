/** Small PDFs made by hand, so that tests know every byte of what is read. */
const escaped = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`);

function assemble(objects: readonly string[], trailer = ''): Buffer {
  let content = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = content.length;
    content += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = content.length;
  content += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) content += `${String(offset).padStart(10, '0')} 00000 n \n`;
  content += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(content, 'latin1');
}

/** A page for each list of lines; an empty list is a page without text, as a scan is. */
export function makePdf(pages: readonly (readonly string[])[], trailer = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, lines] of pages.entries()) {
    const text = lines.map((line, row) => `1 0 0 1 50 ${750 - row * 14} Tm (${escaped(line)}) Tj`).join('\n');
    const stream = `BT /F1 11 Tf\n${text}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  return assemble(objects, trailer);
}

/** Says that it is encrypted by a password that nobody gives. */
export const makeEncryptedPdf = (): Buffer => {
  const bytes = '0123456789abcdef0123456789abcdef';
  return makePdf(
    [['secret']],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${bytes}) /U (${bytes}) /P -44 >> /ID [(aaaaaaaaaaaaaaaa) (aaaaaaaaaaaaaaaa)]`,
  );
};
