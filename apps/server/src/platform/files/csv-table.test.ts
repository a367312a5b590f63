import { expect, test } from 'vitest';
import { csvHead, csvLines } from './csv-table.ts';

test('a file has its head with a mark of its encoding; cells are quoted, and formulas are texts', () => {
  const rows = [
    ['=1+1', 'He said "no"'],
    ['-5', ''],
    ["'quoted", 'two\nlines, one cell'],
  ];
  expect(csvHead([{ header: 'Name' }, { header: 'What, exactly' }])).toBe('\ufeff"Name","What, exactly"\r\n');
  expect(csvLines(rows)).toBe(`"'=1+1","He said ""no"""\r\n"'-5",\r\n"''quoted","two\nlines, one cell"\r\n`);
});
