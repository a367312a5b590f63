import { createRequire } from 'node:module';
import { localeOf, showCounted, showInstant, showMoney } from '@parley/contract';
import type { InvoiceRow } from './invoice.repository.ts';

const require = createRequire(import.meta.url);
/** Noto Sans (OFL) has the rupee sign and Devanagari; the fonts that every PDF reader has do not. */
const fonts = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
};
const margin = 56;
const amountWidth = 130;

/** The bytes of an invoice. The same row gives the same document: nothing of the moment of drawing is in it. */
export async function drawInvoice(row: InvoiceRow, corrected: string): Promise<Buffer> {
  const title = row.kind === 'invoice' ? 'Tax invoice' : 'Credit note';
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${row.number}`, CreationDate: row.issuedAt, ModDate: row.issuedAt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  document.font('bold').fontSize(20).text(title).moveDown(0.5);
  document.font('regular').fontSize(10);
  const facts = [
    ['Number', row.number],
    ['Date', showInstant(row.issuedAt, 'day', 'UTC')],
    ['Period', `${row.period} (UTC)`],
    ...(corrected === '' ? [] : [['Corrects', corrected]]),
    ...(row.reason === '' ? [] : [['Reason', row.reason]]),
  ];
  for (const [name, value] of facts) document.text(`${name}: ${value}`);
  document.moveDown();
  document
    .font('bold')
    .text('From')
    .font('regular')
    .text(
      row.seller
        .split('|')
        .map((line) => line.trim())
        .join('\n'),
    );
  document.moveDown(0.5);
  document.font('bold').text('To').font('regular').text(buyerLines(row.buyer).join('\n')).moveDown();
  const { currency } = row;
  const locale = localeOf('en', row.buyer.country ?? '');
  const show = (amount: number, decimals: 2 | 'exact' = 2) => showMoney(amount, { currency, locale, decimals, hasOwnSign: true });
  const showUnits = (units: number) => showCounted(units, 'unit', 'units', locale);
  for (const { name, units, amount } of row.lines)
    drawLine(document, units === null ? name : `${name}: ${showUnits(units)}`, show(amount, 'exact'));
  document.moveDown(0.5);
  drawLine(document, 'Net', show(row.net));
  drawLine(document, 'Tax', show(row.tax));
  drawLine(document, 'Total', show(row.net + row.tax), 'bold');
  if (row.paid > 0) drawLine(document, row.kind === 'invoice' ? 'Paid by recharges' : 'Settled in the wallet', show(row.paid));
  drawLine(document, 'Due', show(row.due), 'bold');
  document.moveDown().font('regular').fontSize(8).text('Each message is charged at the rate that was valid when it was queued.');
  document.end();
  return done;
}

/** An invoice from before tax numbers were kept with it has none. */
const buyerLines = ({ name, address, taxId = '' }: InvoiceRow['buyer']): string[] =>
  [name, address, taxId === '' ? '' : `Tax number: ${taxId}`].filter(Boolean);

function drawLine(document: PDFKit.PDFDocument, name: string, amount: string, font: 'regular' | 'bold' = 'regular'): void {
  const { width } = document.page;
  const top = document.y;
  document.font(font).text(name, margin, top, { width: width - 2 * margin - amountWidth });
  const bottom = document.y;
  document.text(amount, width - margin - amountWidth, top, { width: amountWidth, align: 'right' });
  document.x = margin;
  document.y = Math.max(bottom, document.y) + 4;
}
