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

function readingOf(measure: Measure): RawBuilder<unknown> {
  const { kind } = measure;
  if ('mean' in kind) return sql`avg(${sql.ref(`f.${kind.mean}`)}) filter (where ${isIn(measure)})`;
  if ('quantile' in kind)
    return sql`percentile_disc(${sql.lit(kind.quantile[1] / 100)}) within group (order by ${sql.ref(`f.${kind.quantile[0]}`)}) filter (where ${isIn(measure)})`;
  return sql`count(*) filter (where ${isIn(measure)})`;
}

/**
 * Figures of facts as they are at this moment, whole or by keys, in one statement: of rows, means and quantiles, and of ratios of those.
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
  const columns = plain.flatMap((measure, place) => {
    const value = sql`${readingOf(measure)} as ${sql.ref(`v${place}`)}`;
    return columnOf(measure.kind) === undefined
      ? [value]
      : [value, sql`count(*) filter (where ${isIn(measure)}) as ${sql.ref(`n${place}`)}`];
  });
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join([
    ...keys.map(([, key], place) => sql`(${key})::text as ${sql.ref(`k${place}`)}`),
    ...columns,
  ])} from ${facts} f where ${where}
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, place) => sql`${sql.lit(place + 1)}`))} order by 1`}`.execute(tx);
  return rows.map((row) => {
    const figures = new Map<string, Figure>();
    for (const [place, { code, kind }] of plain.entries()) {
      const value = row[`v${place}`];
      const isCount = columnOf(kind) === undefined;
      const shown = value === null || value === undefined ? null : Number(value);
      figures.set(code, { value: shown, count: Number(isCount ? value : row[`n${place}`]) });
    }
    for (const { code, kind } of measures) if ('ratio' in kind) figures.set(code, ratioOf(figures, kind.ratio));
    return { keys: Object.fromEntries(keys.map(([name], place) => [name, (row[`k${place}`] as string | null) ?? null])), figures };
  });
}

function ratioOf(figures: ReadonlyMap<string, Figure>, [of, by]: readonly [string, string]): Figure {
  const [part, whole] = [figures.get(of)?.count ?? 0, figures.get(by)?.count ?? 0];
  return { value: whole === 0 ? null : part / whole, count: part };
}
