import { type AudienceResult, passingReasons } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Failures that may be over by now, and what was skipped for a reason that may be. */
const passingFailures = ['RATE_LIMITED', 'TRANSIENT', 'EXPIRED', 'ACCOUNT', 'AUTH', 'CONFIG'];

/** What a result says of a row `m` of the ledger. */
export function resultIs(result: AudienceResult): RawBuilder<boolean> {
  const status = (...wanted: string[]) => sql<boolean>`m.status = any(${wanted}::text[])`;
  switch (result) {
    case 'reached':
      return status('SENT', 'UNKNOWN', 'DELIVERED', 'READ');
    case 'delivered':
      return status('DELIVERED', 'READ');
    case 'not_delivered':
      return status('SENT', 'UNKNOWN', 'FAILED');
    case 'read':
      return status('READ');
    case 'not_read':
      return status('DELIVERED');
    case 'failed':
      return status('FAILED');
    case 'failed_for_now':
      return sql<boolean>`((m.status = 'FAILED' and m.reason = any(${passingFailures}::text[]))
        or (m.status = 'SKIPPED' and m.reason = any(${[...passingReasons]}::text[])))`;
    case 'skipped':
      return status('SKIPPED');
  }
}

/** Customers of an iteration of whom a result is true now, by their ids. */
export async function listPeopleOf(tx: Tx, enterpriseId: string, activityId: string, result: AudienceResult): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct m.customer_id from messages m
    where m.enterprise_id = ${enterpriseId} and m.resource_id = ${activityId} and m.direction = 'out' and m.customer_id is not null and ${resultIs(result)}
    order by m.customer_id`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}
