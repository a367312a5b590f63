import { tidyName } from '@parley/contract';
import { parse } from 'csv-parse/sync';
import { DomainError } from '#platform/http/domain-error.ts';
import { dataInvalid, left, mostRows, newIntent, type ReadData, type ReadIntent, tooManyRows } from './data.types.ts';

const columnNames = {
  intent: ['intent', 'label', 'intent name', 'category', 'class'],
  phrase: ['phrase', 'utterance', 'text', 'training phrase', 'sentence', 'query', 'example'],
  story: ['story'],
  response: ['response', 'answer', 'reply'],
};
const mostListed = 500;
const mostColumns = 50;
const longestRecordBytes = 256 * 1024;
const headLength = 64 * 1024;

/** The separator that cuts most of the first lines into the same number of cells. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, headLength)
    .split(/\r?\n/, 20)
    .filter((line) => line.trim() !== '');
  const score = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length);
    return counts.filter((count) => count > 1 && count === counts[0]).length;
  };
  return ['\t', ',', ';'].reduce((best, next) => (score(next) > score(best) ? next : best), '\t');
}

type Columns = { intent: number; phrase: number; story: number; response: number };

/** By their headers; without headers the column with fewer different cells is the intent's. */
function columnsOf(rows: readonly string[][]): { columns: Columns; hasHeader: boolean } {
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const find = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const columns = {
    intent: find(columnNames.intent),
    phrase: find(columnNames.phrase),
    story: find(columnNames.story),
    response: find(columnNames.response),
  };
  if (columns.intent >= 0 && columns.phrase >= 0) return { columns, hasHeader: true };
  if (head.length !== 2) throw dataInvalid('The file needs the columns intent and phrase, or two columns without headers.');
  const different = (column: number) => new Set(rows.map((row) => row[column])).size;
  const intent = different(0) <= different(1) ? 0 : 1;
  return { columns: { intent, phrase: 1 - intent, story: -1, response: -1 }, hasHeader: false };
}

/** The parser counts no delimiters: of a line of commas it would make as many cells as the file has bytes. */
function assertLines(content: string): void {
  let line = 1;
  for (let start = 0; start < content.length; line += 1) {
    const end = content.indexOf('\n', start);
    const next = end === -1 ? content.length : end + 1;
    if (next - start > longestRecordBytes) throw dataInvalid(`Line ${line} is longer than ${longestRecordBytes / 1024} kB.`);
    start = next;
  }
}

/** CSV or TSV: a phrase a line, with its intent; optionally story and response. @throws DomainError bot.data_invalid */
export function readCsvData(content: string): ReadData {
  assertLines(content);
  const delimiter = separatorOf(content);
  let rows: string[][];
  try {
    rows = parse(content, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      quote: delimiter === '\t' ? false : '"',
      // Both end the reading before more is kept than a table of phrases has.
      max_record_size: longestRecordBytes,
      on_record: (row: string[], { lines, records }) => {
        if (row.length > mostColumns) throw dataInvalid(`Line ${lines} has more than ${mostColumns} columns.`);
        if (records >= mostRows) throw tooManyRows();
        return row;
      },
    }) as unknown as string[][];
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE')
      throw dataInvalid(`A record is longer than ${longestRecordBytes / 1024} kB: is a quote not closed?`);
    throw dataInvalid(`The file could not be read as CSV: ${(error as Error).message.slice(0, 500)}`);
  }
  if (rows.length === 0) throw dataInvalid('The file is empty.');
  const { columns, hasHeader } = columnsOf(rows);
  const intents = new Map<string, ReadIntent>();
  const report: ReadData['report'] = [];
  let unlisted = 0;
  for (const [index, row] of rows.entries()) {
    if (hasHeader && index === 0) continue;
    const name = tidyName(row[columns.intent] ?? '');
    // Our own export puts an apostrophe before what a spreadsheet would read as a formula.
    const text = (row[columns.phrase] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    if (name === '' || text === '') {
      if (report.length >= mostListed) unlisted += 1;
      else report.push(left('row', name, `line ${index + 1}`, name === '' ? 'The intent is missing.' : 'The phrase is missing.'));
      continue;
    }
    const key = name.toLowerCase();
    const intent = intents.get(key) ?? newIntent(name, { story: tidyName(row[columns.story] ?? ''), place: `line ${index + 1}` });
    intents.set(key, intent);
    intent.phrases.push({ text, refs: [] });
    const response = (row[columns.response] ?? '').trim();
    if (response !== '' && intent.response === null) intent.response = response;
  }
  if (unlisted > 0) report.push(left('row', '', '', `${unlisted} more lines lack the intent or the phrase.`));
  return { intents: [...intents.values()], entities: [], report };
}
