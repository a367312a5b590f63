/**
 * Checks an exported audit trail without the product: `node scripts/audit-verify.ts audit_trail.csv [hash that you kept ...]`. It needs Node and
 * this file alone. Each row holds the text that was sealed; what people read in the other columns is compared with it, and its hash makes the
 * link to the row before. Everybody can compute links: a row is proved only when it leads, row by row, to a hash that was kept elsewhere, such
 * as a checkpoint or the one that the screen shows. Rows that a filter left out make a gap, over which nothing leads.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @property matching rows that are what was sealed and fit their own link; the others lack the link before, as in files of an older version
 * @property proved rows that lead without a gap to a hash that was kept
 * @property fault what is wrong with the first bad row; '' when nothing is
 */
type Found = { rows: number; gaps: number; matching: number; proved: number; lastNumber: number; lastLink: string; fault: string };
type Row = { number: number; cells: Map<string, string> };

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

/** Removes the guard that the export puts in front of a cell that a spreadsheet would run. */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);

/** The columns that people read, and where in the sealed text their values stand. */
const readable = new Map([
  ['Who', 3],
  ['Name', 5],
  ['Address', 6],
  ['Module', 7],
  ['Action', 8],
  ['Kind', 9],
  ['Record', 10],
  ['Record name', 11],
  ['Result', 12],
  ['Reason', 14],
]);
const columns = ['Number', 'Time', ...readable.keys(), 'Link', 'Link before', 'Sealed', 'Salt', 'Details'];
/** The column of an older version, which leaves the first row after a gap unchecked. */
const later = 'Link before';

/** @throws Error when a column is missing, is there twice, or is one that no export has: what it says would be compared with nothing. */
function readRows(csv: string): { rows: Row[]; timeZone: string } {
  const [head = [], ...lines] = readCsv(csv);
  const [, timeZone = ''] = /^Time \((.+)\)$/.exec(head[1] ?? '') ?? [];
  const names = head.map((name, place) => (place === 1 && timeZone !== '' ? 'Time' : name));
  const wanted = names.includes(later) ? columns : columns.filter((name) => name !== later);
  if (names.join('\n') !== wanted.join('\n')) throw new Error('The file does not have the columns of an export of an audit trail.');
  const rows = lines.map((line) => {
    if (line.length !== names.length) throw new Error(`A row has ${line.length} cells instead of ${names.length}.`);
    const cells = new Map(names.map((name, place) => [name, withoutGuard(line[place] ?? '')]));
    return { number: Number(cells.get('Number')), cells };
  });
  return { rows, timeZone };
}

/** Compares what people read with what was sealed. @returns what differs, or '' */
function faultOf({ cells }: Row, timeZone: string): string {
  const cell = (name: string) => cells.get(name) ?? '';
  let fields: (string | number | null)[];
  try {
    fields = JSON.parse(cell('Sealed')) as typeof fields;
  } catch {
    return 'it is not what was sealed';
  }
  if (!Array.isArray(fields) || fields.length !== 16) return 'it is not what was sealed';
  for (const [name, place] of readable) if (cell(name) !== String(fields[place] ?? '')) return `its column ${name} is not what was sealed`;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (cell('Time') !== format.format(Number(fields[2]) / 1000)) return 'its column Time is not what was sealed';
  const [detailsHash] = fields.slice(-1);
  if (cell('Details') === '') return '';
  return sha256(Buffer.from(cell('Salt'), 'hex'), cell('Details')).toString('hex') === detailsHash ? '' : 'its details were changed';
}

const firstLink = '0'.repeat(64);

function linkAfter(before: string, { number, cells }: Row): string {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(number));
  return sha256(Buffer.of(1), Buffer.from(before, 'hex'), place, sha256('audit-v1\n', cells.get('Sealed') ?? '')).toString('hex');
}

/** @param kept hashes from elsewhere, whole or their first 16 characters and more */
export function verifyTrail(csv: string, kept: readonly string[] = []): Found {
  const { rows, timeZone } = readRows(csv);
  const found: Found = { rows: rows.length, gaps: 0, matching: 0, proved: 0, lastNumber: 0, lastLink: firstLink, fault: '' };
  const wanted = new Set(kept.map((hash) => hash.toLowerCase()));
  /** Rows that match and lead to the one at hand without a gap. */
  let leading = 0;
  // The file is in the order of the entries' time, the chain in that of their commits.
  for (const row of rows.toSorted((one, other) => one.number - other.number)) {
    const isNext = row.number === found.lastNumber + 1;
    const told = row.cells.get(later) ?? '';
    const before = isNext ? found.lastLink : told;
    const link = row.cells.get('Link') ?? '';
    let fault =
      Number.isSafeInteger(row.number) && row.number > found.lastNumber
        ? faultOf(row, timeZone)
        : 'its number is no number, or there twice';
    if (fault === '' && before !== '' && linkAfter(before, row) !== link) fault = 'it is not what was sealed';
    if (fault === '' && isNext && told !== '' && told !== before) fault = 'it does not follow the one before';
    if (fault) return { ...found, fault: `Entry ${row.number}: ${fault}.` };
    if (!isNext) {
      found.gaps += 1;
      leading = 0;
    }
    if (before !== '') {
      found.matching += 1;
      leading += 1;
    }
    const hash = [...wanted].find((one) => one.length >= 16 && link.startsWith(one));
    if (hash !== undefined) {
      wanted.delete(hash);
      found.proved += leading;
      leading = 0;
    }
    found.lastNumber = row.number;
    found.lastLink = link;
  }
  const [absent] = wanted;
  return absent === undefined ? found : { ...found, fault: `No entry has the hash ${absent} that you kept.` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file, ...kept] = process.argv;
  if (!file) throw new Error('node scripts/audit-verify.ts <file> [hash that you kept ...]');
  const { rows, gaps, matching, proved, lastNumber, lastLink, fault } = verifyTrail(readFileSync(file, 'utf8'), kept);
  const proof = kept.length === 0 ? 'Name the hashes that you kept to prove them.' : 'The others have no way to a hash that you kept.';
  console.log(
    [
      `${rows} entries, ${gaps} gaps, the last one ${lastNumber} with the hash ${lastLink}.`,
      ...(fault
        ? [fault]
        : [`${matching} of ${rows} are what was sealed with them.`, `${proved} of ${rows} are proved.${proved < rows ? ` ${proof}` : ''}`]),
    ].join('\n'),
  );
  process.exit(fault ? 1 : 0);
}
