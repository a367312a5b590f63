import type { delimiters } from '@parley/contract';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { cutLoosely } from './csv.loose.ts';

export type Delimiter = (typeof delimiters)[number];
/** Bytes of the file as UTF-8, from one of them on. */
export type OpenText = (byteOffset: number) => AsyncIterable<Buffer>;
/** End of a record: `byte` begins the next one, `line` is the last that it covers. */
export type Position = { byte: number; line: number };
/** One record; `cells` are missing where the line could not be cut into cells, or into too many. `line` is its first line. */
export type CsvRecord = { cells: string[] | undefined; isTooWide?: true; text: string; line: number; end: Position };

const longestRecordBytes = 64 * 1024; // limit of the text that an unclosed quote may swallow before it is given up
/** The cells of a wider row are dropped before the next row is read. */
export const mostColumns = 500;
/** The parser counts no delimiters: of a line of commas it would make as many cells as the file has bytes. */
const longestLineBytes = longestRecordBytes;
const longestShown = 20_000;

const lineBreaks = (text: string) => (text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0);
const trimBreaks = (text: string) => text.replace(/^[\r\n]+|[\r\n]+$/g, '').slice(0, longestShown);

/** The first bytes of a text, cut where they end. */
export async function readStart(open: OpenText, byteCount: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of open(0)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= byteCount) break;
  }
  return Buffer.concat(parts).subarray(0, byteCount).toString();
}

/** One parser's way through the text, until its end or the first line that is no CSV. */
class Passage {
  readonly #parser: Parser;
  readonly #start: number;
  #records: CsvRecord[] = [];
  #emptyLines = 0;
  #lineBytes = 0;
  position: Position;
  failure: CsvError | Error | undefined;

  constructor(from: Position, delimiter: Delimiter) {
    this.#start = from.byte;
    this.position = from;
    this.#parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: longestRecordBytes,
      raw: true,
      // Records are taken here, as they are found: handed on by the stream they would be lost with it when a later line fails.
      on_record: (found: unknown, context) => {
        const { record: cells, raw } = found as { record: string[]; raw: string };
        const line = this.position.line + 1 + (context.empty_lines - this.#emptyLines);
        this.#emptyLines = context.empty_lines;
        let last = line;
        for (const cell of cells) last += lineBreaks(cell);
        this.position = { byte: this.#start + context.bytes, line: last };
        const read = { text: trimBreaks(raw), line, end: this.position };
        this.#records.push(cells.length <= mostColumns ? { cells, ...read } : { cells: undefined, isTooWide: true, ...read });
        return null;
      },
    });
    this.#parser.on('error', (error) => {
      this.failure ??= error;
    });
    this.#parser.resume();
  }

  async write(chunk: Buffer): Promise<void> {
    const fitting = this.#fitting(chunk);
    if (fitting > 0) await new Promise<void>((resolve) => void this.#parser.write(chunk.subarray(0, fitting), () => resolve()));
    if (fitting < chunk.length) this.failure ??= new Error('A line is too long.');
  }

  /** Bytes of a chunk before a line that is too long; all of them where there is none. */
  #fitting(chunk: Buffer): number {
    let lineStart = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === 10 || chunk[at] === 13) {
        lineStart = at + 1;
        this.#lineBytes = 0;
      } else {
        this.#lineBytes += 1;
        if (this.#lineBytes > longestLineBytes) return lineStart;
      }
    }
    return chunk.length;
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#parser.once('error', () => resolve());
      this.#parser.end(() => resolve());
    });
  }

  take(): CsvRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

type CsvLine = { text: string; bytes: number; emptyLines: number; isLast: boolean };

/** The first line that is not empty. Of one without end only the beginning is kept. */
async function readLine(chunks: AsyncIterable<Buffer>): Promise<CsvLine> {
  let [bytes, emptyLines] = [0, 0];
  const kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(10, start);
      const end = newline === -1 ? chunk.length : newline + 1;
      const part = chunk.subarray(start, end);
      bytes += part.length;
      start = end;
      if (keptBytes < longestShown) kept.push(part);
      keptBytes += part.length;
      if (newline === -1) continue;
      const text = trimBreaks(Buffer.concat(kept).toString());
      if (text !== '') return { text, bytes, emptyLines, isLast: false };
      emptyLines += 1;
      kept.length = 0;
      keptBytes = 0;
    }
  }
  return { text: trimBreaks(Buffer.concat(kept).toString()), bytes, emptyLines, isLast: true };
}

function toLooseRecord(text: string, delimiter: Delimiter, end: Position): CsvRecord {
  const read = { text, line: end.line, end };
  // Longer lines were kept only up to their beginning.
  const cells = text.length < longestShown ? cutLoosely(text, delimiter) : undefined;
  return cells && cells.length > mostColumns ? { cells: undefined, isTooWide: true, ...read } : { cells, ...read };
}

/**
 * The records of a CSV text (RFC 4180), in groups as they are read. A line whose quotes do not match is one record without cells, unless it is
 * plain how it is meant (`cutLoosely`), and reading goes on with the next line, so that one quote never swallows the rest of the file. Empty
 * lines are left out.
 */
export async function* readRecords(open: OpenText, from: Position, delimiter: Delimiter): AsyncGenerator<CsvRecord[]> {
  for (let start = from; ; ) {
    const passage = new Passage(start, delimiter);
    for await (const chunk of open(start.byte)) {
      await passage.write(chunk);
      const records = passage.take();
      if (records.length > 0) yield records;
      if (passage.failure) break;
    }
    if (!passage.failure) await passage.end();
    const last = passage.take();
    if (last.length > 0) yield last;
    if (!passage.failure) return;
    const { byte, line } = passage.position;
    const bad = await readLine(open(byte));
    if (bad.text === '') return;
    start = { byte: byte + bad.bytes, line: line + bad.emptyLines + 1 };
    yield [toLooseRecord(bad.text, delimiter, start)];
    if (bad.isLast) return;
  }
}
