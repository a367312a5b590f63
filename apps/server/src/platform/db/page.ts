import { type SelectQueryBuilder, sql } from 'kysely';

/** Page lengths of the screens, and each plus one: the extra row shows that another page exists. */
const usualLimits = new Set([10, 11, 25, 26, 50, 51, 100, 101]);

/**
 * The bounds of a page, for `$call`. A usual limit is written out and a first page has no offset: PostgreSQL, which must plan a query with
 * unknown bounds anew each time, then keeps the plan. Rare limits stay parameters, so that callers cannot make statements without end.
 */
export const pageOf =
  ({ from, limit }: { from: number; limit: number }) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> => {
    const limited = query.limit(usualLimits.has(limit) ? sql.lit(limit) : limit);
    return from > 0 ? limited.offset(from) : limited;
  };
