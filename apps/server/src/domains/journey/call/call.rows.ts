import type { CallRequest } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { addressFor, type ServiceAddress } from '../../integration/door.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { startOf } from '../row/instance.keys.ts';
import { type Sealing, seal, unseal } from '../row/instance.seal.ts';
import { isOwnError, type Judged, workerStopped } from './call.rules.ts';

export type CallKey = { enterpriseId: string; instanceId: string; call: number };
export type CalledAddress = ServiceAddress | '';
/** @property wasSent a worker that has gone silent had sent it */
export type TakenCall = CallKey & {
  turn: number;
  nodeId: string;
  target: string;
  request: CallRequest;
  /** It is told of what nobody may read, and so is what comes of it */
  isSecret: boolean;
  attempts: number;
  wasSent: boolean;
  takenUntil: Date;
};

/** Takes a call in one statement: a second worker finds it taken. */
export async function takeCall(
  tx: Tx,
  secrets: Sealing,
  { enterpriseId, instanceId, call }: CallKey,
  now: Date,
  until: Date,
): Promise<TakenCall | undefined> {
  const { rows } = await sql<TakenCall>`
    update journey_calls c set taken_until = ${until}, state = case when f.state = 'SENT' then 'SENT' else 'TAKEN' end
    from (select enterprise_id, instance_id, call, state from journey_calls
      where enterprise_id = ${enterpriseId} and instance_id = ${instanceId} and call = ${call} and state in ('READY', 'TAKEN', 'SENT')
        and due_at <= ${now} and (taken_until is null or taken_until < ${now}) for update skip locked) f
    where c.enterprise_id = f.enterprise_id and c.instance_id = f.instance_id and c.call = f.call
    returning c.enterprise_id, c.instance_id, c.call, c.turn, c.node_id, c.target, c.request, c.is_secret, c.attempts, c.taken_until, f.state = 'SENT' as was_sent`.execute(
    tx,
  );
  const [row] = rows;
  return row && { ...row, request: unseal(secrets, row.request) };
}

const held = (tx: Tx, { enterpriseId, instanceId, call, takenUntil }: TakenCall) =>
  tx
    .updateTable('journeyCalls')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('call', '=', call)
    .where('takenUntil', '=', takenUntil)
    .where('state', 'in', ['TAKEN', 'SENT']);

/** Returns which address of a saved service a call uses, by the environment of its walk; '' for other calls. */
export async function addressOfCall(tx: Tx, { enterpriseId, instanceId, request }: TakenCall): Promise<CalledAddress> {
  if (request.kind !== 'http' || request.integration === '') return '';
  const { environment } = await tx
    .selectFrom('journeyInstances')
    .select('environment')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startOf(instanceId))
    .executeTakeFirstOrThrow();
  return addressFor(tx, enterpriseId, request.integration, environment);
}

/** Right before the request leaves: from here on nobody knows what it does until it has answered. @returns whether it is still ours */
export async function markSent(tx: Tx, taken: TakenCall, address: CalledAddress): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, taken)
    .set((of) => ({ state: 'SENT' as const, address, attempts: of('attempts', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const mostKept = 65_536;
const isKept = (answer: unknown): boolean => answer !== null && answer !== undefined && JSON.stringify(answer).length <= mostKept;

/** A service repeats what it was told in what it says of a failure; words of our own tell nothing. */
const shownError = ({ isSecret }: TakenCall, { error }: Judged): string =>
  !isSecret || error === '' || isOwnError(error) ? error : 'It failed. What was said of it is not kept: it may repeat a sensitive value.';

/** Records the outcome of a try, and gives it to the walk. A try that another worker has judged meanwhile changes nothing. */
export async function settleCall(ctx: EnterpriseContext, tx: Tx, secrets: Sealing, taken: TakenCall, judged: Judged): Promise<void> {
  const now = ctx.now();
  const error = shownError(taken, judged);
  if (judged.kind === 'again') {
    await held(tx, taken)
      .set({ state: 'READY', takenUntil: null, dueAt: new Date(now.getTime() + judged.delayMs), error })
      .executeTakeFirst();
    return;
  }
  const { state, status } = judged;
  const answer = judged.answer === null || judged.answer === undefined ? null : seal(secrets, judged.answer);
  const { numUpdatedRows } = await held(tx, taken)
    // The request may be sensitive, and is no longer needed.
    .set({
      state,
      status,
      answer: isKept(judged.answer) ? JSON.stringify(answer) : null,
      error,
      endedAt: now,
      takenUntil: null,
      request: '{}',
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await judged.record?.(tx);
  const { enterpriseId, instanceId, call } = taken;
  const { rows } =
    await sql`select from journey_live where enterprise_id = ${enterpriseId} and instance_id = ${instanceId} for key share`.execute(tx);
  if (rows.length === 0) return;
  const input = { kind: 'call' as const, call, outcome: state, status, answer, error };
  await putInputs(ctx, tx, [{ instanceId, input, key: `c:${call}` }]);
}

const looked = 20;
const heldMs = 30_000;

/**
 * Tells whether half of the last twenty calls to a host have failed, the last of them less than half a minute ago: then none is made. A service's
 * sandbox that fails holds back no call to the service itself, and a worker that has stopped says nothing of the host.
 */
export async function isHeldBack(tx: Tx, { enterpriseId, target }: TakenCall, address: CalledAddress, now: Date): Promise<boolean> {
  if (target === '') return false;
  const { rows } = await sql<{ asked: number; failed: number; lastAt: Date | null }>`
    select count(*)::int as asked, count(*) filter (where is_bad)::int as failed, max(ended_at) filter (where is_bad) as last_at from (
      select ended_at, state = 'UNKNOWN' or (state = 'FAILED' and (status = 0 or status = 429 or status >= 500)) as is_bad from journey_calls
      where enterprise_id = ${enterpriseId} and target = ${target} and address = ${address} and ended_at is not null and attempts > 0 and error <> ${workerStopped}
      order by ended_at desc limit ${looked}) c`.execute(tx);
  const [found] = rows;
  if (!found || found.asked < looked || found.failed * 2 < looked) return false;
  return found.lastAt !== null && now.getTime() - found.lastAt.getTime() < heldMs;
}
