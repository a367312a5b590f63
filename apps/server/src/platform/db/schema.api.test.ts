import type { InsertType, SelectType } from 'kysely';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/app.ts';
import type { Columns } from './schema.columns.ts';
import type { Database } from './schema.ts';

const { deps } = await startApp();

/** The TypeScript types of SQL types in rows; see pg.types in database.ts. */
const typescript: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  interval: 'string',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  tsvector: 'string',
};

const typeOf = (sqlType: string) => {
  const isArray = sqlType.startsWith('_');
  const type = typescript[isArray ? sqlType.slice(1) : sqlType];
  if (!type) throw new Error(`Say in this test what ${sqlType} is read as.`);
  return isArray ? `${type}[]` : type;
};

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

type Column = { table: string; name: string; type: string; isNullable: boolean; hasDefault: boolean };

/** The tables of the migrations as a TypeScript file. */
async function describeColumns(): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as is_nullable,
      a.atthasdef or a.attidentity <> '' as has_default
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C", a.attname collate "C"`.execute(deps.db);
  const lines = [...Map.groupBy(rows, ({ table }) => table)].flatMap(([table, columns]) => [
    `  ${camelCase(table)}: {`,
    ...columns.map(
      ({ name, type, isNullable, hasDefault }) =>
        `    ${camelCase(name)}: { type: ${typeOf(type)}; isNullable: ${isNullable}; hasDefault: ${hasDefault} };`,
    ),
    '  };',
  ]);
  return [
    '/** Every table of the migrations, as schema.api.test.ts reads them from a migrated database: `vitest run -u` writes this file anew. */',
    'export type Columns = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

test('the file of columns is what the migrations make', async () => {
  await expect(await describeColumns()).toMatchFileSnapshot('./schema.columns.ts');
});

/** Tables that only functions of the database, or the migration itself, read and write. */
type WithoutRows = 'captchas' | 'functionTexts' | 'loginAttempts' | 'migrations';

type Fault<Row, Made extends { type: unknown; isNullable: boolean; hasDefault: boolean }> =
  | ([NonNullable<SelectType<Row>>] extends [Made['type']] ? never : 'has another type in the database')
  | (unknown extends Made['type']
      ? Exclude<InsertType<Row>, null | undefined> extends string
        ? never
        : 'is JSON, and must be written as text'
      : never)
  | (unknown extends SelectType<Row>
      ? never
      : null extends SelectType<Row>
        ? Made['isNullable'] extends true
          ? never
          : 'is never null in the database'
        : Made['isNullable'] extends true
          ? 'may be null in the database'
          : never)
  | (undefined extends InsertType<Row>
      ? true extends Made['hasDefault'] | Made['isNullable']
        ? never
        : 'has no default in the database'
      : never);

type ColumnFaults<Table extends string, Row, Made> =
  | `${Table}.${Exclude<keyof Made, keyof Row> & string} has no row type`
  | `${Table}.${Exclude<keyof Row, keyof Made> & string} is not in the database`
  | {
      [Name in keyof Row & keyof Made & string]: Made[Name] extends { type: unknown; isNullable: boolean; hasDefault: boolean }
        ? Fault<Row[Name], Made[Name]> extends infer What extends string
          ? `${Table}.${Name} ${What}`
          : never
        : never;
    }[keyof Row & keyof Made & string];

type Faults =
  | `${Exclude<keyof Columns, keyof Database | WithoutRows>} has no row type`
  | `${Exclude<keyof Database, keyof Columns>} is not in the database`
  | { [Table in keyof Database & keyof Columns]: ColumnFaults<Table, Database[Table], Columns[Table]> }[keyof Database & keyof Columns];

test('the row types fit the columns: the type checker names each that does not', () => {
  // "… is missing the following properties" names the faults; without any, no property is asked for.
  const answers: { [Each in Faults]: true } = {};
  expect(answers).toEqual({});
});
