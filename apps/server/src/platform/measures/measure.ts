import type { Permission } from '@parley/contract';

/**
 * A measure is one line of data: what is counted, by which clock and under which condition. The statement of its figure, that of the rows
 * behind it, its words and its line in docs/MEASURES.md come of this line, so none of them can say anything else.
 */

/** A condition on columns of the facts: each one has this value, another than that, or is above a number. */
export type Where = Readonly<Record<string, boolean | string | number | { not: string } | { above: number } | 'notNull'>>;

export type Measure = {
  /** Its grain and its name, `turn.messages` */
  code: string;
  /** A changed formula is a new version */
  version: number;
  since: string;
  unit: 'conversations' | 'people' | 'messages' | 'chats' | 'ms' | 'stars' | 'share';
  better: 'more' | 'less' | 'neither';
  /**
   * `rows` counts facts. `distinct` counts different values of a column: over a whole range of days, or `within` each day alone. `ratio` is one
   * measure divided by another. `mean` and `quantile` are of the rows that have the column, exactly: no row is estimated.
   */
  kind:
    | { rows: true }
    | { distinct: string; within: 'range' | 'day' }
    | { ratio: readonly [of: string, by: string] }
    | { mean: string }
    | { quantile: readonly [column: string, percent: 50 | 90] };
  where: Where;
  /** Column by which it is counted apart */
  by?: string;
};

/** @property about what one fact is @property clock by which it is of a day @property permission that reads its figures */
export type GrainFacts = { about: string; clock: string; permission: Permission };
/** Kind of what is counted: one row a fact, whose columns a domain names in its repository. */
export type Grain<M extends readonly Measure[] = readonly Measure[]> = { code: string; measures: M } & GrainFacts;

/** Declares the measures of a grain. @throws Error when two have one code, or a ratio names none of them */
export function defineGrain<const M extends readonly Measure[]>(code: string, facts: GrainFacts, measures: M): Grain<M> {
  const codes = new Set(measures.map((measure) => measure.code));
  if (codes.size < measures.length) throw new Error(`Two measures of ${code} have one code.`);
  for (const { code: name, kind } of measures)
    if ('ratio' in kind && kind.ratio.some((part) => !codes.has(part))) throw new Error(`${name} is made of a measure that is not there.`);
  return { code, ...facts, measures };
}

/** Those that are counted by days; a ratio is made of two others, and means and quantiles are read from the facts. */
export const isCounted = ({ kind }: Measure): boolean => 'rows' in kind || 'distinct' in kind;

/** The condition as a function of a fact: tests recompute figures by it, and never by the statement. */
export const toTest =
  (where: Where) =>
  (fact: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(where).every(([column, wanted]) => {
      const value = fact[column];
      if (wanted === 'notNull') return value !== null && value !== undefined;
      if (typeof wanted !== 'object') return value === wanted;
      return 'not' in wanted ? value !== wanted.not : typeof value === 'number' && value > wanted.above;
    });
