import type { CallRequest } from '@parley/journey';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyCallTable } from '#platform/db/schema.journey.ts';
import type { ServiceAddress } from '../../integration/door.ts';
import { startOf } from '../row/instance.keys.ts';
import { type Sealing, unseal } from '../row/instance.seal.ts';
import { workerStopped } from './call.rules.ts';

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

/** Right before the request leaves: from here on nobody knows what it does until it has answered. @returns whether it is still ours */
export async function markSent(tx: Tx, taken: TakenCall, address: CalledAddress): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, taken)
    .set((of) => ({ state: 'SENT' as const, address, attempts: of('attempts', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a call back for another try. */
export async function putBack(tx: Tx, taken: TakenCall, { dueAt, error }: { dueAt: Date; error: string }): Promise<void> {
  await held(tx, taken).set({ state: 'READY', takenUntil: null, dueAt, error }).executeTakeFirst();
}

type CallEnd = { state: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: string | null; error: string; endedAt: Date };

/** @returns whether it was still ours */
export async function endCall(tx: Tx, taken: TakenCall, end: CallEnd): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, taken)
    // The request may be sensitive, and is no longer needed.
    .set({ ...end, takenUntil: null, request: '{}' })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the environment in which a walk goes. */
export async function findEnvironment(tx: Read, enterpriseId: string, instanceId: string): Promise<'sandbox' | 'production'> {
  const { environment } = await tx
    .selectFrom('journeyInstances')
    .select('environment')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startOf(instanceId))
    .executeTakeFirstOrThrow();
  return environment;
}

/** Finds the customer whose walk it is. */
export async function findCaller(
  tx: Read,
  enterpriseId: string,
  instanceId: string,
): Promise<{ customerId: string; channelId: string; isSandbox: boolean; journeyId: string; version: number }> {
  const { customerId, channelId, environment, journeyId, version } = await tx
    .selectFrom('journeyInstances')
    .select(['customerId', 'channelId', 'environment', 'journeyId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .executeTakeFirstOrThrow();
  return { customerId, channelId, isSandbox: environment === 'sandbox', journeyId, version };
}

/** Holds a walk among those that are not over. @returns false when it is over */
export async function lockLive(tx: Tx, enterpriseId: string, instanceId: string): Promise<boolean> {
  const { rows } =
    await sql`select from journey_live where enterprise_id = ${enterpriseId} and instance_id = ${instanceId} for key share`.execute(tx);
  return rows.length > 0;
}

type LastTries = { asked: number; failed: number; lastAt: Date | null };

/** Counts the last ended calls to a target, those that failed by its fault, and when the last of these ended. */
export async function countLastTries(
  tx: Read,
  enterpriseId: string,
  { target, address, most }: { target: string; address: CalledAddress; most: number },
): Promise<LastTries | undefined> {
  const { rows } = await sql<LastTries>`
    select count(*)::int as asked, count(*) filter (where is_bad)::int as failed, max(ended_at) filter (where is_bad) as last_at from (
      select ended_at, state = 'UNKNOWN' or (state = 'FAILED' and (status = 0 or status = 429 or status >= 500)) as is_bad from journey_calls
      where enterprise_id = ${enterpriseId} and target = ${target} and address = ${address} and ended_at is not null and attempts > 0 and error <> ${workerStopped}
      order by ended_at desc limit ${most}) c`.execute(tx);
  return rows[0];
}

/** Finds calls of all enterprises that are due, or whose worker went silent. */
export async function findDueCalls(db: Read, now: Date, most: number): Promise<CallKey[]> {
  const { rows } = await sql<CallKey>`select * from due_journey_calls(${now}, ${most})`.execute(db);
  return rows;
}

/** Adds a call that a turn asks for. */
export async function insertCall(tx: Tx, call: Insertable<JourneyCallTable>): Promise<void> {
  await tx.insertInto('journeyCalls').values(call).execute();
}

type ToldEnd = { state: 'DONE' | 'FAILED'; status: number; answer: string | null; error: string; toldBy: string; toldAt: Date };

/** Writes the outcome of a call that nobody knew anything of. @returns the node that called; undefined: there is no such call, or its outcome is known already */
export async function tellUnknown(tx: Tx, { enterpriseId, instanceId, call }: CallKey, told: ToldEnd): Promise<string | undefined> {
  const row = await tx
    .updateTable('journeyCalls')
    .set(told)
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('call', '=', call)
    .where('state', '=', 'UNKNOWN')
    .returning('nodeId')
    .executeTakeFirst();
  return row?.nodeId;
}

/** Tells whether a walk has made a call. */
export async function isMade(tx: Read, { enterpriseId, instanceId, call }: CallKey): Promise<boolean> {
  const known = await tx
    .selectFrom('journeyCalls')
    .select('state')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('call', '=', call)
    .executeTakeFirst();
  return known !== undefined;
}
