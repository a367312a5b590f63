import { expect, test } from 'vitest';
import { type CsvColumn, csvFile } from './csv-table.ts';

test('a file has its head, and each page behind the last row of the one before; cells are quoted, and formulas are texts', async () => {
  const pages = [
    [
      { name: '=1+1', note: 'He said "no"' },
      { name: '-5', note: '' },
    ],
    [{ name: "'quoted", note: 'two\nlines, one cell' }],
  ];
  const asked: unknown[] = [];
  const columns: CsvColumn<{ name: string; note: string }>[] = [
    { header: 'Name', value: ({ name }) => name },
    { header: 'What, exactly', value: ({ note }) => note },
  ];
  const file = csvFile(columns, (last) => {
    asked.push(last);
    return Promise.resolve(pages[asked.length - 1] ?? []);
  });
  const parts: string[] = [];
  for await (const part of file) parts.push(part);
  expect(parts).toEqual([
    '\ufeff"Name","What, exactly"\r\n',
    `"'=1+1","He said ""no"""\r\n"'-5",\r\n`,
    `"''quoted","two\nlines, one cell"\r\n`,
  ]);
  expect(asked).toEqual([undefined, pages[0]?.[1], pages[1]?.[0]]);
});
