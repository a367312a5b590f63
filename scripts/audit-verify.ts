/**
 * Checks an exported audit trail without the product: `node scripts/audit-verify.ts audit_trail.csv [last hash]`. It needs Node and this file
 * alone. Each row holds the text that was sealed; its hash makes the link to the row before. Rows that a filter left out make a gap, which
 * is told; the last link is compared with the hash that you kept, of a checkpoint or of the screen.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

type Found = { rows: number; gaps: number; lastNumber: number; lastLink: string; fault: string };

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
  cell.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error('The file is no CSV.');
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** What the export puts in front of a cell that a spreadsheet would run. */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);

function faultOf(sealed: string, salt: string, details: string): string {
  const fields = JSON.parse(sealed) as (string | number | null)[];
  const detailsHash = fields.at(-1);
  if (details === '' || typeof detailsHash !== 'string') return '';
  return sha256(Buffer.from(salt, 'hex'), details).toString('hex') === detailsHash ? '' : 'its details were changed';
}

export function verifyTrail(csv: string): Found {
  const [head = [], ...rows] = readCsv(csv);
  const at = (name: string) => head.indexOf(name);
  const columns = { number: at('Number'), link: at('Link'), sealed: at('Sealed'), salt: at('Salt'), details: at('Details') };
  if (columns.number < 0 || columns.link < 0 || columns.sealed < 0) throw new Error('The file is no export of an audit trail.');
  const found: Found = { rows: 0, gaps: 0, lastNumber: 0, lastLink: '0'.repeat(64), fault: '' };
  // The file is in the order of the entries' time, the chain in that of their commits.
  const inOrder = rows.toSorted((one, other) => Number(one[columns.number]) - Number(other[columns.number]));
  for (const row of inOrder) {
    const cell = (column: number) => withoutGuard(row[column] ?? '');
    const [number, link, sealed] = [Number(cell(columns.number)), cell(columns.link), cell(columns.sealed)];
    const place = Buffer.alloc(8);
    place.writeBigUInt64BE(BigInt(number));
    const hash = sha256('audit-v1\n', sealed);
    const expected = sha256(Buffer.of(1), Buffer.from(found.lastLink, 'hex'), place, hash).toString('hex');
    const isNext = number === found.lastNumber + 1;
    const fault =
      faultOf(sealed, cell(columns.salt), cell(columns.details)) || (isNext && expected !== link ? 'it is not what was sealed' : '');
    if (!isNext) found.gaps += 1;
    found.rows += 1;
    if (fault) return { ...found, fault: `Entry ${number}: ${fault}.` };
    found.lastNumber = number;
    found.lastLink = link;
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file, wanted = ''] = process.argv;
  if (!file) throw new Error('node scripts/audit-verify.ts <file> [last hash]');
  const { rows, gaps, lastNumber, lastLink, fault } = verifyTrail(readFileSync(file, 'utf8'));
  const isOther = fault === '' && wanted !== '' && !lastLink.startsWith(wanted.toLowerCase());
  console.log(
    [
      `${rows} entries, ${gaps} gaps, the last one ${lastNumber} with the hash ${lastLink}.`,
      fault || (isOther ? 'The last hash is not the one that you kept.' : 'They are what was sealed.'),
    ].join('\n'),
  );
  process.exit(fault || isOther ? 1 : 0);
}
