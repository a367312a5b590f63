import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A row by the names of its columns; undefined: it could not be read. */
export type CsvRow = { line: number; cells: Readonly<Record<string, string>> | undefined };

const longestRow = 1024 ** 2;
const delimiters = [',', ';', '\t'] as const;

/** UTF-8 unless a byte of it says otherwise; then what Windows wrote in western Europe. */
async function encodingOf(open: () => AsyncIterable<Buffer>): Promise<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of open()) {
      if (!decoder) {
        if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
        if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
        decoder = new TextDecoder('utf-8', { fatal: true });
      }
      decoder.decode(chunk, { stream: true });
    }
    decoder?.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function headOf(chunks: AsyncIterable<string>): Promise<string> {
  let head = '';
  for await (const text of chunks) {
    head += text;
    const end = head.indexOf('\n');
    if (end !== -1 || head.length > longestRow) return head.slice(0, end === -1 ? longestRow : end);
  }
  return head;
}

/** Reads a CSV with a head, row by row, in whichever usual encoding. Cells are texts: a formula is the text that it is. */
export async function* readCsv(open: () => AsyncIterable<Buffer>): AsyncGenerator<CsvRow, { isCutOff: boolean }> {
  const encoding = await encodingOf(open);
  const head = await headOf(decoded(open(), encoding));
  const count = (mark: string) => head.split(mark).length;
  const [delimiter = ','] = delimiters.toSorted((a, b) => count(b) - count(a));
  let isCutOff = false;
  const faults: number[] = [];
  const parser = parse({
    ...{ delimiter, bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, info: true },
    ...{ max_record_size: longestRow, skip_records_with_error: true },
  });
  parser.on('skip', (error: { code?: string; lines?: number }) => {
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') isCutOff = true;
    else faults.push(error.lines ?? 0);
  });
  const rows = pipeline(Readable.from(decoded(open(), encoding), { objectMode: false }), parser, () => {});
  let names: string[] | undefined;
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      for (const line of faults.splice(0)) yield { line, cells: undefined };
      if (!names) {
        names = record.map((name) => name.trim().toLowerCase());
        continue;
      }
      yield { line: info.lines, cells: Object.fromEntries(names.map((name, place) => [name, record[place] ?? ''])) };
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    isCutOff = true;
  }
  for (const line of faults) yield { line, cells: undefined };
  return { isCutOff };
}
