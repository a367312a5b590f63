import type { AudienceResult } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { withResult } from './audience.people.ts';

/** Customers of an iteration with a result now, by their ids. */
export async function listPeopleOf(tx: Read, enterpriseId: string, activityId: string, result: AudienceResult): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct m.customer_id from messages m
    where ${withResult(enterpriseId, { activityId, result })} and m.customer_id is not null order by m.customer_id`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}
