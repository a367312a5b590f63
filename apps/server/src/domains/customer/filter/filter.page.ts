import { mostCounted } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { conditionOf, type ReadyFilter } from './customer.filter.ts';
import { findSource, mostForPage } from './filter.narrow.ts';

/** Several searches are each read up to the end of the page, which is the first part of their united results. */
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

/**
 * The filter's customers as a source of rows with the id `found.customer_id`, newest first where it is narrowed. Those it is looked for among
 * are gone through in their order, each with its customer: the planner, which takes members of a group to be anywhere in the phone book, would
 * walk all newer customers to reach a group of old ones.
 */
async function matching(tx: Read, enterpriseId: string, filter: ReadyFilter, mostFound: number): Promise<RawBuilder<unknown>> {
  const source = await findSource(tx, enterpriseId, filter.narrowing, mostFound);
  const condition = conditionOf(enterpriseId, filter);
  if (!source) return sql`(select c.customer_id from customers c where ${condition}) found`;
  return sql`(select s.customer_id from (${source.ids}) s order by s.customer_id desc offset 0) found
    cross join lateral (select from customers c where c.customer_id = found.customer_id and ${condition} offset 0) kept`;
}

/**
 * The ids of a page, newest first, each kind of filter by the road that does not grow with the phone book: the search by its index, a group
 * by its members' key, conditions among what either of them finds, everything else by walking the customers' key.
 */
export async function pageOfIds(
  tx: Read,
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
  return sql`select found.customer_id from ${await matching(tx, enterpriseId, filter, mostForPage)}
    order by found.customer_id desc limit ${page.limit} offset ${page.from}`;
}

/** Counts the customers that the filter leaves. @param upTo counting stops there; undefined: all are counted */
export async function countMatching(
  tx: Read,
  enterpriseId: string,
  filter: ReadyFilter,
  upTo?: number,
): Promise<{ count: number; isMore: boolean }> {
  const found = await matching(tx, enterpriseId, filter, mostCounted);
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select from ${found} ${upTo === undefined ? sql`` : sql`limit ${upTo + 1}`}) counted`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return upTo !== undefined && count > upTo ? { count: upTo, isMore: true } : { count, isMore: false };
}
