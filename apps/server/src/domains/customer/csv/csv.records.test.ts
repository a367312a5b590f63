import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvRecord, type Delimiter, type OpenText, readRecords } from './csv.records.ts';
import { TextInspector, toUtf8 } from './csv.text.ts';

const opener = (text: string, chunkBytes = 7): OpenText =>
  async function* (byteOffset) {
    const bytes = Buffer.from(text);
    for (let at = byteOffset; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
async function readAll(
  text: string,
  { delimiter = ',' as Delimiter, from = { byte: 0, line: 0 }, chunkBytes = 7 } = {},
): Promise<CsvRecord[]> {
  const all: CsvRecord[] = [];
  for await (const records of readRecords(opener(text, chunkBytes), from, delimiter)) all.push(...records);
  return all;
}
const brief = (records: CsvRecord[]) => records.map(({ line, cells, text }) => [line, cells ?? `! ${text}`]);

test('quoted line breaks, doubled quotes, empty lines and every kind of line end keep their line numbers', async () => {
  const text = 'a,b\r\n\r\n"one\r\ntwo","say ""hi"""\n\n\nlast,"x,y"\rmac,1';
  expect(brief(await readAll(text))).toEqual([
    [1, ['a', 'b']],
    [3, ['one\r\ntwo', 'say "hi"']],
    [7, ['last', 'x,y']],
    [8, ['mac', '1']],
  ]);
});

test('semicolons and tabs', async () => {
  expect(brief(await readAll('a;b,c\n1;2', { delimiter: ';' }))).toEqual([
    [1, ['a', 'b,c']],
    [2, ['1', '2']],
  ]);
  expect(brief(await readAll('a\tb\n1\t2', { delimiter: '\t' }))).toEqual([
    [1, ['a', 'b']],
    [2, ['1', '2']],
  ]);
});

test('a line whose quotes do not match is told as it is, and the next line is read', async () => {
  expect(brief(await readAll('a,b\nx"y,1\n"ok",2\n"open,3\nnext,4\n"z"q,5\nend,6'))).toEqual([
    [1, ['a', 'b']],
    [2, '! x"y,1'],
    [3, ['ok', '2']],
    [4, '! "open,3'],
    [5, ['next', '4']],
    [6, '! "z"q,5'],
    [7, ['end', '6']],
  ]);
});

test('a pair of quotes within a cell is its text, and blanks around a quoted cell are none of it', async () => {
  const text = 'name,phone\nRob "Bob" Ray,1\n"Quo, Te", "2"\n "a ""b"" c" ,3\n5" pipe,4\nend,6';
  expect(brief(await readAll(text))).toEqual([
    [1, ['name', 'phone']],
    [2, ['Rob "Bob" Ray', '1']],
    [3, ['Quo, Te', '2']],
    [4, ['a "b" c', '3']],
    [5, '! 5" pipe,4'],
    [6, ['end', '6']],
  ]);
  expect(brief(await readAll('a\tb\nx "y" z\t "1"\n', { delimiter: '\t' }))).toEqual([
    [1, ['a', 'b']],
    [2, ['x "y" z', '1']],
  ]);
});

test('a quote that is never closed swallows nothing, however long the file is', async () => {
  const rest = Array.from({ length: 40_000 }, (_, index) => `row ${index},x`).join('\n');
  const records = await readAll(`a,b\n"open,1\n${rest}`, { chunkBytes: 65_536 });
  expect(records).toHaveLength(40_002);
  expect(brief(records.slice(0, 3))).toEqual([
    [1, ['a', 'b']],
    [2, '! "open,1'],
    [3, ['row 0', 'x']],
  ]);
});

const cell = fc.string({ unit: fc.constantFrom('a', 'é', 'ह', '😀', ',', '"', '\n', '\r\n', ' ', ';', "'"), maxLength: 6 });
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
test('a file written by the rules is read back, in chunks of any size and from the end of any record on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, chunkBytes) => {
        const text = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
        const records = await readAll(text, { chunkBytes });
        expect(records.map(({ cells }) => cells)).toEqual(rows);
        for (const [index, { end }] of records.entries()) {
          const rest = await readAll(text, { chunkBytes, from: end });
          expect(rest).toEqual(records.slice(index + 1));
        }
      },
    ),
    { numRuns: 150 },
  );
});

const inspect = (bytes: Buffer, chunkBytes = 5) => {
  const inspector = new TextInspector();
  for (let at = 0; at < bytes.length; at += chunkBytes) inspector.push(bytes.subarray(at, at + chunkBytes));
  return inspector.finish();
};
const wide = (text: string) => Buffer.from(text, 'utf16le');
test('encodings are told apart by what the whole file holds', () => {
  expect(inspect(Buffer.from('Name,City\nअमित,पुणे'))).toBe('utf-8');
  expect(inspect(Buffer.from('\ufeffName,City\nJosé,1'))).toBe('utf-8');
  expect(inspect(wide('\ufeffName,City\nJosé,1'))).toBe('utf-16le');
  expect(inspect(wide('Name,City\nAsha,Pune'))).toBe('utf-16le');
  expect(inspect(wide('\ufeffName,City\nअमित,पुणे').swap16())).toBe('utf-16be');
  expect(inspect(wide('Name,City\nAsha,Pune').swap16())).toBe('utf-16be');
  expect(inspect(Buffer.from('Name,City\nJosé,Málaga', 'latin1'))).toBe('windows-1252');
  // The one odd character may come at the very end of a large file.
  expect(inspect(Buffer.concat([Buffer.from('a,b\n'.repeat(5000)), Buffer.from([0xe9])]))).toBe('windows-1252');
  expect(inspect(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0, 1]))).toBeUndefined();
});

test('characters that lie across chunks are not torn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.integer({ min: 1, max: 9 }), async (text, chunkBytes) => {
      async function* chunks() {
        const bytes = wide(text);
        for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
      }
      const parts: Buffer[] = [];
      for await (const part of toUtf8(chunks(), 'utf-16le')) parts.push(part);
      const read = Buffer.concat(parts).toString();
      expect(read).toBe(text.startsWith('\ufeff') ? text.slice(1) : text);
      if (!text.includes('\0')) expect(inspect(Buffer.from(text), chunkBytes)).toBe('utf-8');
    }),
    { numRuns: 200 },
  );
});

test('a row of more than 500 cells has none, a line of millions of separators is never cut, and the next row is read', async () => {
  const wide = `${'x,'.repeat(500)}x`;
  const records = await readAll(`a,b\n${wide}\n${','.repeat(5_000_000)}\n1,2\n`, { chunkBytes: 65_536 });
  expect(records.map(({ line, cells, isTooWide, text }) => [line, cells, isTooWide ?? false, text.length])).toEqual([
    [1, ['a', 'b'], false, 3],
    [2, undefined, true, 1001],
    [3, undefined, false, 20_000],
    [4, ['1', '2'], false, 3],
  ]);
});
