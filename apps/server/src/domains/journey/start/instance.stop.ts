import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { forgetLive } from '../row/instance.repository.ts';

/** Ends walks in this transaction, whatever they wait for: nothing of them is due any more, and each is counted at the hour of its start. */
export async function stopNow(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'now'>,
  tx: Tx,
  instanceIds: readonly string[],
  reason: 'RESTARTED' | 'OPERATOR' | 'ERASED' | 'MERGED',
): Promise<number> {
  if (instanceIds.length === 0) return 0;
  const { enterpriseId } = ctx;
  const { rows } = await sql<{ instanceId: string }>`
    with stopped as (
      update journey_instances i set state = 'STOPPED', reason = ${reason}, ended_at = ${ctx.now()}, changed_at = ${ctx.now()}
      from journey_live l
      where l.enterprise_id = ${enterpriseId} and l.instance_id = any(${[...instanceIds]}::uuid[])
        and i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id and i.started_at = l.started_at
        and i.state in ('RUNNING', 'WAITING') returning i.*),
    counted as (
      insert into journey_count_changes (enterprise_id, journey_id, version, hour, channel_id, environment, what, exit, count)
      select enterprise_id, journey_id, version, date_trunc('hour', started_at, 'UTC'), channel_id, environment, 'ended', 'STOPPED', 1 from stopped
      union all
      -- One that has not taken its first step yet has not been counted as started.
      select enterprise_id, journey_id, version, date_trunc('hour', started_at, 'UTC'), channel_id, environment, 'started', '', 1 from stopped where turn = 0)
    select instance_id from stopped`.execute(tx);
  await forgetLive(tx, enterpriseId, instanceIds);
  return rows.length;
}
