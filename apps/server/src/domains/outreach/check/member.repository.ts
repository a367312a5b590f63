import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Counts the members of groups, each once. */
export async function countMembers(tx: Read, enterpriseId: string, groupIds: readonly string[]): Promise<number> {
  const [only] = groupIds;
  if (only === undefined) return 0;
  const { rows } =
    groupIds.length === 1
      ? await sql<{
          count: number;
        }>`select customer_count as count from customer_sets where enterprise_id = ${enterpriseId} and set_id = ${only}`.execute(tx)
      : await sql<{ count: number }>`select count(*) as count from (
          select distinct customer_id from customer_set_members where enterprise_id = ${enterpriseId} and set_id = any(${groupIds}::uuid[])) as members`.execute(
          tx,
        );
  return rows[0]?.count ?? 0;
}
