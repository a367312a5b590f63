/** Small PDFs made by hand, so that tests know every byte of the input. */
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

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier' } as const;
/** A line where it stands: points from the page's left and lower edge; 11 points high in plain letters if nothing is said. */
export type PlacedLine = { text: string; x?: number; y: number; size?: number; font?: keyof typeof fonts };

/** Pages of 612 to 792 points with lines where they are placed. */
export function layPdf(pages: readonly (readonly PlacedLine[])[], trailer = ''): Buffer {
  const names = Object.keys(fonts);
  const first = 3 + names.length;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...Object.values(fonts).map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`),
  ];
  const resources = names.map((name, index) => `/${name} ${3 + index} 0 R`).join(' ');
  for (const [index, lines] of pages.entries()) {
    const text = lines.map(
      ({ text: line, x = 50, y, size = 11, font = 'plain' }) => `/${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(line)}) Tj`,
    );
    const stream = `BT\n${text.join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << ${resources} >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  return assemble(objects, trailer);
}

/** A page for each list of lines; an empty list is a page without text, as a scan is. */
export const makePdf = (pages: readonly (readonly string[])[], trailer = ''): Buffer =>
  layPdf(
    pages.map((lines) => lines.map((text, row) => ({ text, y: 750 - row * 14 }))),
    trailer,
  );

/** Says that it is encrypted by a password that nobody gives. */
export const makeEncryptedPdf = (): Buffer => {
  const bytes = '0123456789abcdef0123456789abcdef';
  return makePdf(
    [['secret']],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${bytes}) /U (${bytes}) /P -44 >> /ID [(aaaaaaaaaaaaaaaa) (aaaaaaaaaaaaaaaa)]`,
  );
};
