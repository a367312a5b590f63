import { sql } from 'kysely';
import type { EnterpriseContext } from '../../../context.ts';
import { priorities } from './ledger.repository.ts';
import { changeRun, lockRun } from './run.repository.ts';

const batch = 2000;
/** Skipped for a reason that may be over by now; the others would be skipped again. */
const passing = ['CHANNEL_DOWN', 'TEMPLATE_NOT_READY', 'NO_BALANCE'];

/**
 * The failed rows of a run wait for their turn again, each on its own row with its earlier attempts; what was delivered, is on its way or
 * of unknown outcome is not touched.
 * @returns how many
 */
export async function retryFailed(ctx: EnterpriseContext, runId: string): Promise<number> {
  const { enterpriseId } = ctx;
  let total = 0;
  for (let after = 0; ; ) {
    const { count, last } = await ctx.transaction(async (tx) => {
      const run = await lockRun(tx, enterpriseId, runId);
      if (!run || run.state === 'freezing') return { count: 0, last: null };
      const { rows } = await sql<{ count: number; last: number | null }>`
        with chosen as (
          select message_id, created_at, number from messages
          where enterprise_id = ${enterpriseId} and resource_id = ${runId} and number > ${after} and direction = 'out'
            and (status = 'FAILED' or (status = 'SKIPPED' and reason = any(${passing})))
          order by number limit ${batch} for update
        ), queued as (
          insert into send_queue (enterprise_id, channel_id, message_id, created_at, priority, due_at, run_id)
          select ${enterpriseId}, ${run.channelId}, message_id, created_at, ${priorities.bulk}, ${ctx.now()}, ${runId} from chosen
          on conflict do nothing
        ), changed as (
          update messages m set status = 'QUEUED', reason = '', status_at = ${ctx.now()}, vendor_message_id = ''
          from chosen c where m.enterprise_id = ${enterpriseId} and m.message_id = c.message_id and m.created_at = c.created_at
        )
        select count(*) as count, max(number) as last from chosen`.execute(tx);
      const [found] = rows;
      if (found && found.count > 0) await changeRun(tx, enterpriseId, runId, { state: 'sending' });
      return { count: found?.count ?? 0, last: found?.last ?? null };
    });
    total += count;
    if (last === null) return total;
    after = last;
  }
}
