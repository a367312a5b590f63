import path from 'node:path';
import { expect, test } from 'vitest';
import type { Measure } from '#platform/measures/measure.ts';
import { modules } from './domains.ts';

const page = path.join(import.meta.dirname, '../../../docs/MEASURES.md');

function conditionOf([column, wanted]: [string, Measure['where'][string]]): string {
  if (wanted === 'notNull') return `${column} is known`;
  if (typeof wanted !== 'object') return `${column} is ${wanted}`;
  return 'not' in wanted ? `${column} is not ${wanted.not}` : `${column} is above ${wanted.above}`;
}

function formulaOf({ kind, where, by }: Measure): string {
  const conditions = Object.entries(where).map(conditionOf);
  const of =
    'mean' in kind
      ? `mean of ${kind.mean}`
      : 'quantile' in kind
        ? `${kind.quantile[1]} % of ${kind.quantile[0]}`
        : 'ratio' in kind
          ? `${kind.ratio[0]} / ${kind.ratio[1]}`
          : 'distinct' in kind
            ? `different ${kind.distinct}, ${kind.within}`
            : 'rows';
  return [of, ...(by ? [`by ${by}`] : []), ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : [])].join(' ');
}

const head = ['code', 'version, since', 'unit', 'better', 'formula'];

test('docs/MEASURES.md is what the measures are; -u writes it anew', async () => {
  const grains = modules.flatMap(({ measures = [] }) => measures);
  const parts = grains.flatMap(({ code: grain, about, clock, permission, measures }) => {
    const rows = measures.map((measure) => {
      const { code, version, since, unit, better } = measure;
      return [`\`${code}\``, `${version}, ${since}`, unit, better, formulaOf(measure)];
    });
    const table = [head, ...rows];
    const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
    const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
    const [first = '', ...lines] = table.map(line);
    const rule = line(widths.map((width) => '-'.repeat(width)));
    const words = `${about} Its day, by the enterprise’s zone: ${clock}. Read with ${permission}.`;
    return [`## ${grain}`, '', words, '', first, rule, ...lines, ''];
  });
  const text = [
    '# Measures',
    '',
    'What figures count, as the modules of the server declare it; `vitest run -u` of its test writes this page. `90 % of` a column is the value that',
    '90 of 100 rows do not exceed; means and such values are taken of all rows that have the column, and of no sample.',
    '',
    ...parts,
  ].join('\n');
  await expect(text).toMatchFileSnapshot(page);
});
