import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Measure } from '#platform/measures/measure.ts';
import { unseen, views } from '../reporting/columns.ts';
import { startApp } from '../test/app.ts';
import { modules } from './domains.ts';

const { deps } = await startApp();
const page = path.join(import.meta.dirname, '../../../docs/SQL.md');
const comments = path.join(import.meta.dirname, '../reporting/1/comments.sql');

/** Columns of facts that have another name in the views. */
const renamed: Readonly<Record<string, string>> = { customer_id: 'customer_key' };

function columnsOf({ kind, where, by }: Measure): string[] {
  const counted = 'mean' in kind ? [kind.mean] : 'quantile' in kind ? [kind.quantile[0]] : 'distinct' in kind ? [kind.distinct] : [];
  return [...counted, ...Object.keys(where), ...(by ? [by] : [])].map((column) => renamed[column] ?? column);
}

const measuresOf = (grain: string | undefined) =>
  modules.flatMap(({ measures = [] }) => measures).find(({ code }) => code === grain)?.measures ?? [];

/** Words of a column, and the measures that read it. */
function wordsOf(view: string, column: string): string {
  const found = measuresOf(views[view]?.grain).filter((measure) => columnsOf(measure).includes(column));
  const words = views[view]?.columns[column] ?? '';
  return found.length > 0 ? `${words}. Measures: ${found.map(({ code }) => code).join(', ')}` : words;
}

type Column = { view: string; column: string; type: string };
const readColumns = async (): Promise<Column[]> =>
  (
    await sql<Column>`select c.relname as view, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v' order by a.attnum`.execute(deps.db)
  ).rows;

test('each view and each of its columns has its words, in the order of the view', async () => {
  const found: Record<string, string[]> = {};
  for (const { view, column } of await readColumns()) found[view] = [...(found[view] ?? []), column];
  const told = Object.fromEntries(Object.entries(views).map(([view, { columns }]) => [view, Object.keys(columns)]));
  expect(told).toEqual(found);
});

test('each column that a measure of chats, of agents’ times or of turns reads is in its view', () => {
  for (const [view, { grain, columns }] of Object.entries(views))
    for (const measure of measuresOf(grain))
      for (const column of columnsOf(measure))
        expect([view, measure.code, Object.keys(columns)]).toEqual([view, measure.code, expect.arrayContaining([column])]);
});

test('each column of a fact is behind a view, or is on the list of those that none shows with its reason', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = any(${Object.keys(unseen)}::text[]::regclass[]) and not has_column_privilege('parley_reporting', c.oid, a.attnum, 'select')
    order by 1, a.attnum`.execute(deps.db);
  const hidden: Record<string, string[]> = Object.fromEntries(Object.keys(unseen).map((table) => [table, []]));
  for (const { table, column } of rows) hidden[table]?.push(column);
  const listed = Object.fromEntries(Object.entries(unseen).map(([table, columns]) => [table, Object.keys(columns).sort()]));
  expect(Object.fromEntries(Object.entries(hidden).map(([table, columns]) => [table, columns.sort()]))).toEqual(listed);
});

test('the comments in the database are the words of the columns; -u writes them anew', async () => {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const lines = (await readColumns())
    .sort((one, other) => (one.view < other.view ? -1 : one.view > other.view ? 1 : 0))
    .map(({ view, column }) => `comment on column reporting.${view}.${column} is ${quoted(wordsOf(view, column))};`);
  const ofViews = Object.entries(views).map(([view, { about }]) => `comment on view reporting.${view} is ${quoted(about)};`);
  const text = ['-- Written by sql-views.api.test.ts of columns.ts and the measures.', ...ofViews, ...lines, ''].join('\n');
  await expect(text).toMatchFileSnapshot(comments);
});

function tableOf(view: string, columns: readonly Column[]): string[] {
  const rows = [['column', 'type', 'meaning'], ...columns.map(({ column, type }) => [`\`${column}\``, type, wordsOf(view, column)])];
  const widths = [0, 1, 2].map((place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`;
  const [first = '', ...others] = rows.map(line);
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others];
}

test('docs/SQL.md has the names and types of all columns, which are a contract; -u writes it anew', async () => {
  const columns = await readColumns();
  const parts = Object.entries(views).flatMap(([view, { about }]) => [
    `## ${view}`,
    '',
    about,
    '',
    ...tableOf(
      view,
      columns.filter((column) => column.view === view),
    ),
    '',
  ]);
  const text = [
    '# Figures by SQL',
    '',
    'Views of the schema `reporting`, version 1, which an enterprise reads by the login that its administrator makes under Administration, Details, SQL.',
    'There are no words, names, numbers or addresses of customers in them. Names and types of columns stay as they are; a change of one is a new',
    'schema, and this one stays beside it for a year. A login sees the rows of its enterprise alone. `vitest run -u` of `sql-views.api.test.ts`',
    'writes this page.',
    '',
    'The login has four connections and reads only. A statement is cancelled after 30 seconds, and its connection ends when it goes on; so does that of a',
    'transaction that does nothing for 60 seconds or takes two minutes. The administrator sees statements for 30 days, without their literals.',
    'Statements that are shorter than a second and whose connection does another one at once are not seen.',
    '',
    'Figures of chats belong to `local_day`, and those of the sandbox have `is_sandbox`. Medians and 90 % are `percentile_cont`:',
    '',
    '```sql',
    'select local_day, count(*) as incoming, count(*) filter (where is_attended) as attended,',
    '  percentile_cont(0.9) within group (order by wait_ms) as wait_p90',
    'from chats where not is_sandbox and local_day >= current_date - 30 group by 1 order by 1;',
    '```',
    '',
    ...parts,
  ].join('\n');
  await expect(text).toMatchFileSnapshot(page);
});
