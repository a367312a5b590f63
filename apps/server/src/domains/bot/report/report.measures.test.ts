import path from 'node:path';
import { expect, test } from 'vitest';
import type { Measure } from '#platform/measures/measure.ts';
import { turnGrain } from './report.measures.ts';

const page = path.join(import.meta.dirname, '../../../../../../docs/MEASURES.md');

function formulaOf({ kind, where, by }: Measure): string {
  const conditions = Object.entries(where).map(([column, wanted]) =>
    wanted === 'notNull' ? `${column} is known` : typeof wanted === 'object' ? `${column} is not ${wanted.not}` : `${column} is ${wanted}`,
  );
  const of =
    'ratio' in kind ? `${kind.ratio[0]} / ${kind.ratio[1]}` : 'distinct' in kind ? `different ${kind.distinct}, ${kind.within}` : 'rows';
  return [of, ...(by ? [`by ${by}`] : []), ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : [])].join(' ');
}

test('docs/MEASURES.md is what the measures are; -u writes it anew', async () => {
  const rows = turnGrain.measures.map((measure) => {
    const { code, version, since, unit, better } = measure;
    return [`\`${code}\``, `${version}, ${since}`, unit, better, formulaOf(measure)];
  });
  const table = [['code', 'version, since', 'unit', 'better', 'formula'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = '', ...lines] = table.map(line);
  const text = [
    '# Measures',
    '',
    'What figures count, as `report.measures.ts` declares it; `vitest run -u` of its test writes this page. The fact of the grain `turn` is one',
    'message of a customer to a bot and its answer; its clock is the day by the enterprise’s zone when it was asked. Messages of Try it are none,',
    'and those of the sandbox are counted apart.',
    '',
    head,
    line(widths.map((width) => '-'.repeat(width))),
    ...lines,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(page);
});
