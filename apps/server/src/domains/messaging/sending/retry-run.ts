import { passingReasons } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { toOutgoing, type Values } from './content.ts';
import { roadOfRun } from './freeze.ts';
import { type Given, paidBatch } from './payment.ts';
import { type Requeued, requeueMessages } from './queue.repository.ts';
import { changeRun, lockRun } from './run.repository.ts';
import type { Recorded } from './runs.ts';
import { decide, type Road, unitsOf, wakeAfter } from './send.ts';

const batch = 1000;

type FailedRow = {
  messageId: string;
  createdAt: Date;
  number: number;
  address: string;
  customerId: string | null;
  content: Values;
};

function listFailed(tx: Tx, enterpriseId: string, runId: string, after: number): Promise<FailedRow[]> {
  return sql<FailedRow>`
    select message_id, created_at, number, address, customer_id, content from messages
    where enterprise_id = ${enterpriseId} and resource_id = ${runId} and number > ${after} and direction = 'out' and address <> ''
      and (status = 'FAILED' or (status = 'SKIPPED' and reason = any(${passingReasons})))
    order by number limit ${batch} for update`
    .execute(tx)
    .then(({ rows }) => rows);
}

/**
 * The failed rows of a run wait for their turn again, each on its own row with its earlier attempts; what was delivered, is on its way or
 * of unknown outcome is not touched. They pass the gate and are paid as at the first time: what it refuses now stays as it is.
 * @param recorded does the first change of the run, and records it for the audit trail
 * @returns how many wait
 */
export async function retryFailed(ctx: EnterpriseContext, runId: string, recorded: Recorded): Promise<number> {
  let total = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const change: Recorded = total === 0 ? recorded : (_tx, work) => work();
    const work = ({ hasGathered }: Given) =>
      ctx.transaction((tx) => retryBatch(ctx, tx, runId, { after: after as number, hasGathered }, change));
    const { count, last } = await paidBatch(ctx, runId, work, () => true);
    total += count;
    after = last;
  }
  return total;
}

async function retryBatch(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { after, hasGathered }: { after: number; hasGathered: boolean },
  recorded: Recorded,
): Promise<{ count: number; last?: number }> {
  const { enterpriseId } = ctx;
  const run = await lockRun(tx, enterpriseId, runId);
  if (!run || run.state === 'scheduled' || run.state === 'freezing' || run.state === 'cancelling') return { count: 0 };
  const rows = await listFailed(tx, enterpriseId, runId, after);
  const last = rows.at(-1)?.number;
  if (last === undefined) return { count: 0 };
  const road: Road = { ...(await roadOfRun(ctx, tx, run)), hasGathered };
  const decided = await decide(
    ctx,
    tx,
    rows.map(({ createdAt: _at, ...row }) => ({
      ...row,
      road,
      given: row.address,
      units: unitsOf(road.channel.type, () => toOutgoing(run.message, row.content)),
      missing: [],
    })),
  );
  const again = decided.flatMap(({ draft: { messageId, number, units }, reason, cost, rateId, dueAt }, place): Requeued[] =>
    reason ? [] : [{ messageId, number, createdAt: (rows[place] as FailedRow).createdAt, units, cost, rateId, dueAt }],
  );
  const count = await requeueMessages(tx, enterpriseId, road, again, ctx.now());
  if (count > 0) await recorded(tx, () => changeRun(tx, enterpriseId, runId, { state: 'sending' }));
  wakeAfter(ctx, tx, decided);
  return { count, last };
}
