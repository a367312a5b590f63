import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';

/**
 * Rows of a run that were handed over behind `from` and up to `to`, for a statement of the run's owner: all columns of the ledger, called `m`.
 * It reads what was handed over then, of however many runs, and nothing of the run before or after.
 * @param startedAt no row of the run is older
 */
export const leftBetween = (
  enterpriseId: string,
  runId: string,
  { startedAt, from, to }: { startedAt: Date; from: Date; to: Date },
): RawBuilder<unknown> => sql`
  select m.* from message_handovers h join messages m
    on m.enterprise_id = h.enterprise_id and m.message_id = h.message_id and m.created_at = h.created_at
  where h.enterprise_id = ${enterpriseId} and h.at > ${from} and h.at <= ${to} and h.message_id >= ${firstIdAt(startedAt)}
    and m.created_at >= ${startedAt} and m.resource_id = ${runId} and m.direction = 'out'`;
