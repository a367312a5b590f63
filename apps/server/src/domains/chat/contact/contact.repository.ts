import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Counts one more look of an agent. @returns false: they have had as many within the last hour as they may */
export async function takeReveal(tx: Tx, enterpriseId: string, userId: string, most: number, now: Date): Promise<boolean> {
  const recent = sql`array(select t from unnest(d.reveals) t where t > ${now}::timestamptz - interval '1 hour')`;
  const { rows } = await sql`update agent_desks d set reveals = ${recent} || ${now}::timestamptz
    where d.enterprise_id = ${enterpriseId} and d.user_id = ${userId} and cardinality(${recent}) < ${most} returning d.user_id`.execute(tx);
  return rows.length > 0;
}
