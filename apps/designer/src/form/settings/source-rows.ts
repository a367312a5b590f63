import { type ConditionRow, type ConditionRows, type KnownType, type RowOperator, rowsToSource } from '@parley/journey';

export type Match = 'all' | 'any';
export type SourceRows = { match: Match; rows: ConditionRow[] };
type TypeOf = (name: string) => KnownType | undefined;

const typeIn = (typeOf: TypeOf) => (field: string) =>
  field.includes('.') ? { type: 'Any' as const } : (typeOf(field) ?? { type: 'Any' as const });
const shaped = ({ match, rows }: SourceRows): ConditionRows => ({ match: 'all', groups: [{ match, rows }] });

/** Rows as an expression; undefined while one of them lacks something. */
export function sourceOf(given: SourceRows, typeOf: TypeOf): string | undefined {
  if (given.rows.length === 0) return '';
  if (given.rows.some(({ field }) => field === '')) return undefined;
  try {
    return rowsToSource(shaped(given), typeIn(typeOf));
  } catch {
    return undefined;
  }
}

const name = String.raw`([A-Za-z]\w*(?:\.\w+)*)`;
const text = String.raw`("(?:[^"\\]|\\.)*")`;
const compared: Readonly<Record<string, RowOperator>> = {
  '==': 'is',
  '!=': 'isNot',
  '<': 'before',
  '>': 'after',
  '<=': 'atMost',
  '>=': 'atLeast',
};
const patterns: readonly [RegExp, (found: string[]) => ConditionRow | undefined][] = [
  [new RegExp(`^\\(${name} \\?\\? ""\\) (==|!=) ""$`), ([field = '', sign]) => emptyRow(field, sign === '==')],
  [new RegExp(`^${name} (==|!=) null$`), ([field = '', sign]) => emptyRow(field, sign === '==')],
  [new RegExp(`^size\\(${name}\\) (== 0|> 0)$`), ([field = '', sign]) => emptyRow(field, sign === '== 0')],
  [new RegExp(`^lower\\(${name}\\) (==|!=) ${text}$`), ([field = '', sign = '', value = '']) => row(field, compared[sign], value)],
  [new RegExp(`^lower\\(${name}\\)\\.contains\\(${text}\\)$`), ([field = '', value = '']) => row(field, 'contains', value)],
  [new RegExp(`^${text} in ${name}$`), ([value = '', field = '']) => row(field, 'contains', value)],
  [new RegExp(`^!\\(${text} in ${name}\\)$`), ([value = '', field = '']) => row(field, 'notContains', value)],
  [new RegExp(`^${name} (==|!=|<=|>=|<|>) date\\(${text}\\)$`), ([field = '', sign = '', value = '']) => row(field, compared[sign], value)],
  [
    new RegExp(`^${name} (==|!=|<=|>=|<|>) (-?[\\d.]+|true|false)$`),
    ([field = '', sign = '', value = '']) => row(field, compared[sign], value),
  ],
];
const emptyRow = (field: string, isEmpty: boolean): ConditionRow => ({ field, operator: isEmpty ? 'isEmpty' : 'isNotEmpty', values: [] });
const row = (field: string, operator: RowOperator | undefined, value: string): ConditionRow | undefined =>
  operator && { field, operator, values: [value.startsWith('"') ? String(JSON.parse(value)) : value] };

function rowIn(part: string): ConditionRow | undefined {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(part.trim());
    const made = found && read(found.slice(1));
    if (made) return made;
  }
  return undefined;
}

/** The rows that an expression can be written as; undefined for one that they cannot say exactly. */
export function rowsIn(source: string, typeOf: TypeOf): SourceRows | undefined {
  if (source.trim() === '') return { match: 'all', rows: [] };
  for (const [match, sign] of [
    ['all', ' && '],
    ['any', ' || '],
  ] as const) {
    const rows = source.split(sign).map(rowIn);
    if (rows.some((one) => one === undefined)) continue;
    const given = { match, rows: rows.flatMap((one) => (one ? [one] : [])) };
    if (sourceOf(given, typeOf) === source.trim()) return given;
  }
  return undefined;
}
