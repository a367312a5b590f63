import { passingReasons, type SkipReason } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Requeued, requeueMessages } from '../queue/queue.repository.ts';
import { type RunMessage, toOutgoing, type Values } from '../run/content.ts';
import { changeRun, lockRun, type Recorded, type SendRun } from '../run/run.repository.ts';
import { type EarlierTries, paidBatch } from '../sending/payment.ts';
import { type Draft, decide, measure, type Road, wakeAfter } from '../sending/send.ts';
import { roadOfRun } from './freeze.ts';

const batch = 1000;

export type RetriedRow = {
  messageId: string;
  createdAt: Date;
  number: number;
  address: string;
  customerId: string | null;
  content: Values;
  contentNumber: number | null;
  cost: number;
};

/** Rows of a run in the order of its audience, behind a number: a batch of them. @param which on rows of `messages` */
export function rowsToRetry(enterpriseId: string, runId: string, which: RawBuilder<unknown>, after: number): RawBuilder<RetriedRow> {
  return sql<RetriedRow>`
    select message_id, created_at, number, address, customer_id, content, content_number, cost from messages
    where enterprise_id = ${enterpriseId} and resource_id = ${runId} and number > ${after} and direction = 'out' and address <> '' and ${which}
    order by number limit ${batch}`;
}

/** Returns the content of a row: its own among several, or the one that was chosen for everybody else. */
function messageOf({ message, contents, chosenContent }: SendRun, contentNumber: number | null): RunMessage {
  return contents?.[(contentNumber ?? chosenContent ?? 1) - 1]?.message ?? message;
}

/** The rows as drafts that the gate judges and billing prices anew. */
export const toDrafts = (run: SendRun, road: Road, rows: readonly RetriedRow[]): Draft[] =>
  rows.map(({ messageId, number, address, customerId, content, contentNumber }) => ({
    messageId,
    number,
    address,
    customerId,
    content,
    road,
    given: address,
    ...measure(road.channel.type, () => toOutgoing(messageOf(run, contentNumber), content)),
    missing: [],
  }));

const failedRows = sql`(status = 'FAILED' or (status = 'SKIPPED' and reason = any(${passingReasons})))`;

/**
 * The failed rows of a run wait for their turn again, each on its own row with its earlier attempts; what was delivered, is on its way or
 * of unknown outcome is not touched. They pass the gate and are paid as at the first time: what it refuses now stays as it is.
 * @param recorded does the first change of the run, and records it for the audit trail
 * @returns how many wait
 */
export async function retryFailed(ctx: EnterpriseContext, runId: string, recorded: Recorded): Promise<number> {
  const noted: Noted = (tx, change, { isFirst }) => (isFirst ? recorded(tx, change) : change());
  const mayRun = ({ state }: SendRun) => state !== 'scheduled' && state !== 'freezing' && state !== 'cancelling';
  const { count } = await retryRows(ctx, runId, { which: failedRows, mayRun, noted });
  return count;
}

/** Does the change of the run, and records it. @property count how many rows of this batch wait again. @property isFirst it is the first batch with any */
export type Noted = (tx: Tx, change: () => Promise<void>, of: { count: number; isFirst: boolean }) => Promise<void>;
type Retry = { which: RawBuilder<unknown>; mayRun: (run: SendRun) => boolean; noted: Noted };
/** @property refused why the gate lets rows not pass now */
export type Tried = { count: number; refused: ReadonlyMap<SkipReason, number> };

/** Rows of a run wait for their turn again, a batch in one transaction: each on its own row, past the gate, paid anew. */
export async function retryRows(ctx: EnterpriseContext, runId: string, retry: Retry): Promise<Tried> {
  let count = 0;
  const refused = new Map<SkipReason, number>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const isFirst = count === 0;
    const work = ({ hasGathered }: EarlierTries) =>
      ctx.transaction((tx) => retryBatch(ctx, tx, runId, { ...retry, after: after as number, hasGathered, isFirst }));
    const tried: Batch = await paidBatch(ctx, runId, work, () => true);
    count += tried.count;
    for (const reason of tried.refused) refused.set(reason, (refused.get(reason) ?? 0) + 1);
    after = tried.last;
  }
  return { count, refused };
}

type Batch = { count: number; refused: readonly SkipReason[]; last?: number };

async function retryBatch(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { which, mayRun, noted, after, hasGathered, isFirst }: Retry & { after: number; hasGathered: boolean; isFirst: boolean },
): Promise<Batch> {
  const { enterpriseId } = ctx;
  const run = await lockRun(tx, enterpriseId, runId);
  if (!run || !mayRun(run)) return { count: 0, refused: [] };
  const { rows } = await sql<RetriedRow>`${rowsToRetry(enterpriseId, runId, which, after)} for update`.execute(tx);
  const last = rows.at(-1)?.number;
  if (last === undefined) return { count: 0, refused: [] };
  const road: Road = { ...(await roadOfRun(ctx, tx, run)), hasGathered, again: rows.map(({ messageId }) => messageId) };
  const decided = await decide(ctx, tx, toDrafts(run, road, rows));
  const again = decided.flatMap(({ draft: { messageId, number, units }, reason, cost, rateId, dueAt }, place): Requeued[] =>
    reason ? [] : [{ messageId, number, createdAt: (rows[place] as RetriedRow).createdAt, units, cost, rateId, dueAt }],
  );
  const count = await requeueMessages(tx, enterpriseId, road, again, ctx.now());
  const change = () => changeRun(tx, enterpriseId, runId, { state: 'sending' });
  if (count > 0) await noted(tx, change, { count, isFirst });
  wakeAfter(ctx, tx, decided);
  return { count, refused: decided.flatMap(({ reason }) => reason ?? []), last };
}
