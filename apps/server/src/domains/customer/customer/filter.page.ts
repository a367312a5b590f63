import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { conditionOf, type ReadyFilter } from './customer.filter.ts';
import { findSource } from './filter.narrow.ts';

/** Several searches are each read up to the end of the page, which is the first of what they find together. */
function pageOfSearch(searches: readonly string[][], setId: string | undefined, { from, limit }: { from: number; limit: number }) {
  const find = (patterns: readonly string[], atMost: number, skipped: number) =>
    sql<{
      customerId: string;
    }>`select customer_id from search_customers(${patterns}::text[], ${atMost}, ${skipped}, ${setId ?? null}::uuid)`;
  const [first = [], ...others] = searches;
  if (others.length === 0) return find(first, limit, from);
  return sql<{ customerId: string }>`select customer_id from (${sql.join(
    searches.map((patterns) => find(patterns, from + limit, 0)),
    sql` union `,
  )}) found order by customer_id desc limit ${limit} offset ${from}`;
}

/** Queries that end in the filter's customers `c`, read among as few as can be. */
async function matching(tx: Tx, enterpriseId: string, filter: ReadyFilter): Promise<RawBuilder<unknown>> {
  const source = await findSource(tx, enterpriseId, filter.narrowing);
  const condition = conditionOf(enterpriseId, filter);
  if (!source) return sql`customers c where ${condition}`;
  return sql`(${source.ids}) ids join customers c on c.customer_id = ids.customer_id where ${condition}`;
}

/**
 * The ids of a page, newest first, each kind of filter by the road that does not grow with the phone book: the search by its index, a group
 * by its members' key, conditions among what either of them finds, everything else by walking the customers' key.
 */
export async function pageOfIds(
  tx: Tx,
  enterpriseId: string,
  filter: ReadyFilter,
  page: { from: number; limit: number },
): Promise<RawBuilder<{ customerId: string }>> {
  const sets = [...filter.groupIds, ...filter.labelIds];
  const [only] = sets;
  if (filter.conditions.length === 0 && sets.length <= 1) {
    if (filter.searches.length > 0) return pageOfSearch(filter.searches, only, page);
    if (only)
      return sql`select m.customer_id from customer_set_members m where m.enterprise_id = ${enterpriseId} and m.set_id = ${only}
        order by m.customer_id desc limit ${page.limit} offset ${page.from}`;
  }
  return sql`select c.customer_id from ${await matching(tx, enterpriseId, filter)}
    order by c.customer_id desc limit ${page.limit} offset ${page.from}`;
}

/** How many customers the filter leaves. @param upTo counting stops there; undefined: all are counted */
export async function countMatching(
  tx: Tx,
  enterpriseId: string,
  filter: ReadyFilter,
  upTo?: number,
): Promise<{ count: number; isMore: boolean }> {
  const found = await matching(tx, enterpriseId, filter);
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select from ${found} ${upTo === undefined ? sql`` : sql`limit ${upTo + 1}`}) found`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return upTo !== undefined && count > upTo ? { count: upTo, isMore: true } : { count, isMore: false };
}
