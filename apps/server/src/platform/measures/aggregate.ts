import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '../db/database.ts';
import { type Facts, toSql } from './facts.ts';
import type { Measure } from './measure.ts';

/** @property count facts that the figure opens @property value null: of no fact */
export type Figure = { count: number; value: number | null };
export type FigureGroup = { keys: Record<string, string | null>; figures: Map<string, Figure> };

/** Condition on the facts `f` that a figure counts: those of its condition that have the value. */
export function isIn({ kind, where }: Measure): RawBuilder<boolean> {
  const column = columnOf(kind);
  return column === undefined ? toSql(where) : sql<boolean>`(${toSql(where)} and ${sql.ref(`f.${column}`)} is not null)`;
}

/** The column that a measure takes of each fact; undefined: it only counts them. */
export const columnOf = (kind: Measure['kind']): string | undefined =>
  'mean' in kind ? kind.mean : 'quantile' in kind ? kind.quantile[0] : undefined;

/** Quantiles of one column under one condition: its values are sorted once for all of them. */
type Sort = { measure: Measure; column: string; percents: number[] };

/** Finds what is sorted, and the place of each quantile in it. */
function sortsOf(measures: readonly Measure[]): { sorts: Sort[]; placeOf: (measure: Measure) => [sort: number, percent: number] } {
  const sorts: Sort[] = [];
  const places = new Map<string, [number, number]>();
  for (const measure of measures) {
    if (!('quantile' in measure.kind)) continue;
    const [column, percent] = measure.kind.quantile;
    const isSame = (sort: Sort) => sort.column === column && isDeepStrictEqual(sort.measure.where, measure.where);
    const known = sorts.findIndex(isSame);
    const sort = known === -1 ? sorts.push({ measure, column, percents: [] }) - 1 : known;
    places.set(measure.code, [sort, (sorts[sort] as Sort).percents.push(percent) - 1]);
  }
  return { sorts, placeOf: ({ code }) => places.get(code) as [number, number] };
}

const sorted = ({ measure, column, percents }: Sort): RawBuilder<unknown> =>
  sql`percentile_disc(array[${sql.join(percents.map((percent) => sql.lit(percent / 100)))}]) within group (order by ${sql.ref(`f.${column}`)})
    filter (where ${isIn(measure)})`;

/**
 * Figures of facts as they are at this moment, whole or by keys, in one statement: of rows, different values, means and quantiles, and of ratios of those.
 * @param where condition on `f`
 * @param by expressions on `f` by their names; none: one group, of whatever there is
 */
export async function aggregate(
  tx: Read,
  facts: Facts,
  where: RawBuilder<unknown>,
  by: Readonly<Record<string, RawBuilder<unknown>>>,
  measures: readonly Measure[],
): Promise<FigureGroup[]> {
  const plain = measures.filter(({ kind }) => !('ratio' in kind));
  const keys = Object.entries(by);
  const { sorts, placeOf } = sortsOf(plain);
  const columns = [
    ...plain.flatMap((measure, place) => {
      const isHere = sql`filter (where ${isIn(measure)})`;
      const { kind } = measure;
      const counted = 'distinct' in kind ? sql`count(distinct ${sql.ref(`f.${kind.distinct}`)})` : sql`count(*)`;
      const count = sql`${counted} ${isHere} as ${sql.ref(`n${place}`)}`;
      return 'mean' in kind ? [count, sql`avg(${sql.ref(`f.${kind.mean}`)}) ${isHere} as ${sql.ref(`v${place}`)}`] : [count];
    }),
    ...sorts.map((sort, place) => sql`${sorted(sort)} as ${sql.ref(`s${place}`)}`),
  ];
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join([
    ...keys.map(([, key], place) => sql`(${key})::text as ${sql.ref(`k${place}`)}`),
    ...columns,
  ])} from ${facts} f where ${where}
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, place) => sql`${sql.lit(place + 1)}`))} order by 1`}`.execute(tx);
  const readValue = (row: Record<string, unknown>, measure: Measure, place: number, count: number): number | null => {
    if (columnOf(measure.kind) === undefined) return count;
    const [sort, percent] = 'quantile' in measure.kind ? placeOf(measure) : [];
    const value = sort === undefined ? row[`v${place}`] : (row[`s${sort}`] as unknown[] | null)?.[percent ?? 0];
    return value === null || value === undefined ? null : Number(value);
  };
  return rows.map((row) => {
    const figures = new Map<string, Figure>();
    for (const [place, measure] of plain.entries()) {
      const count = Number(row[`n${place}`]);
      figures.set(measure.code, { value: readValue(row, measure, place, count), count });
    }
    for (const { code, kind } of measures) if ('ratio' in kind) figures.set(code, ratioOf(figures, kind.ratio));
    return { keys: Object.fromEntries(keys.map(([name], place) => [name, (row[`k${place}`] as string | null) ?? null])), figures };
  });
}

function ratioOf(figures: ReadonlyMap<string, Figure>, [of, by]: readonly [string, string]): Figure {
  const [part, whole] = [figures.get(of)?.count ?? 0, figures.get(by)?.count ?? 0];
  return { value: whole === 0 ? null : part / whole, count: part };
}
