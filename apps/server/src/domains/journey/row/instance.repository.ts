import { dueAtOf, type Instance, isOver, type Settings } from '@parley/journey';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyInstanceTable, JourneyLiveTable } from '#platform/db/schema.journey.ts';
import { shardOf, startOf, wakeKeyOf } from './instance.keys.ts';

export type InstanceRow = Selectable<JourneyInstanceTable>;
export type LiveRow = Selectable<JourneyLiveTable>;

/** Walks of these ids that are not over, without a lock. */
export const findLive = (tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<LiveRow[]> =>
  tx
    .selectFrom('journeyLive')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
    .orderBy('instanceId')
    .execute();

/** The state of a walk that goes on, as it is kept. */
export async function findInstanceOf(tx: Read, enterpriseId: string, instanceId: string): Promise<Instance | undefined> {
  const [live] = await findLive(tx, enterpriseId, [instanceId]);
  const row =
    live &&
    (await tx
      .selectFrom('journeyInstances')
      .select('instance')
      .where('enterpriseId', '=', enterpriseId)
      .where('instanceId', '=', instanceId)
      .where('startedAt', '=', live.startedAt)
      .executeTakeFirst());
  return row?.instance;
}

/** Locks walks in the order of their ids, behind their chats. */
export function lockInstances(tx: Tx, enterpriseId: string, live: readonly LiveRow[]): Promise<InstanceRow[]> {
  return tx
    .selectFrom('journeyInstances')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${live.map(({ instanceId }) => instanceId)}::uuid[])`)
    .where(sql<boolean>`started_at = any(${live.map(({ startedAt }) => startedAt)}::timestamptz[])`)
    .orderBy('instanceId')
    .forUpdate()
    .execute();
}

/** A walk after its turns. @property kept its state as it is written */
export type Stepped = {
  row: InstanceRow;
  /** Copy of the instance before the turns */
  live: LiveRow;
  instance: Instance;
  kept: Instance;
  nodeNo: number;
  holds: boolean;
  isSuspended: boolean;
  lastError: string;
  /** The stream is paused: nothing is due */
  isHeld: boolean;
  chatId: string;
};

/**
 * Writes a batch of walks as they stand now, with what each waits for; those that are over leave the small tables. The statements leave at once
 * and in their order; who does not wait for them sends them on with the commit.
 */
export async function writeInstances(tx: Tx, enterpriseId: string, stepped: readonly Stepped[], now: Date): Promise<void> {
  if (stepped.length === 0) return;
  const column = <T>(read: (one: Stepped) => T): T[] => stepped.map(read);
  const over = stepped.filter(({ instance }) => isOver(instance.state)).map(({ row }) => row.instanceId);
  const going = stepped.filter(({ instance }) => !isOver(instance.state));
  const written = sql`
    update journey_instances i set state = g.state, reason = g.reason, outcome = g.outcome, node_no = g.node_no, turn = g.turn, instance = g.instance,
      last_error = g.last_error, address = g.address, chat_id = g.chat_id, changed_at = ${now},
      ended_at = case when g.state in ('RUNNING', 'WAITING') then null else coalesce(i.ended_at, ${now}) end
    from unnest(${column(({ row }) => row.instanceId)}::uuid[], ${column(({ row }) => row.startedAt)}::timestamptz[],
      ${column(({ instance }) => instance.state)}::text[], ${column(({ instance }) => instance.reason)}::text[],
      ${column(({ instance }) => instance.outcome)}::text[], ${column(({ nodeNo }) => nodeNo)}::integer[],
      ${column(({ instance }) => instance.turn)}::integer[], ${column(({ kept }) => JSON.stringify(kept))}::jsonb[],
      ${column(({ lastError }) => lastError)}::text[], ${column(({ row }) => row.address)}::text[], ${column(({ chatId }) => chatId)}::uuid[])
      g(instance_id, started_at, state, reason, outcome, node_no, turn, instance, last_error, address, chat_id)
    where i.enterprise_id = ${enterpriseId} and i.instance_id = g.instance_id and i.started_at = g.started_at`.execute(tx);
  await Promise.all([
    written,
    over.length > 0 ? forgetLive(tx, enterpriseId, over) : undefined,
    going.length > 0 ? writeGoing(tx, enterpriseId, going) : undefined,
  ]);
}

/** Most turns change nothing of who talks, and where. */
const hasMoved = ({ live, holds, isSuspended, chatId }: Stepped): boolean =>
  live.holds !== holds || live.isSuspended !== isSuspended || live.busyUntil !== null || live.chatId !== chatId;

async function writeGoing(tx: Tx, enterpriseId: string, going: readonly Stepped[]): Promise<void> {
  // Those that hold no more leave the seat before somebody else takes it: the index allows one.
  const seated = [false, true].map(async (holds) => {
    const part = going.filter((one) => one.holds === holds && hasMoved(one));
    if (part.length === 0) return;
    await sql`
      update journey_live l set holds = ${holds}, is_suspended = g.is_suspended, busy_until = null, chat_id = g.chat_id
      from unnest(${part.map(({ row }) => row.instanceId)}::uuid[], ${part.map(({ isSuspended }) => isSuspended)}::boolean[], ${part.map(({ chatId }) => chatId)}::uuid[]) g(id, is_suspended, chat_id)
      where l.enterprise_id = ${enterpriseId} and l.instance_id = g.id`.execute(tx);
  });
  const waits = going.map(({ row, instance, nodeNo, isHeld }) => {
    const due = dueAtOf(instance);
    const { wait } = instance;
    return {
      ...row,
      nodeNo,
      isHeld,
      kind: wait?.kind ?? '',
      dueAt: due === null ? null : new Date(due),
      wakeKey: wait?.kind === 'event' ? wakeKeyOf(wait.event, wait.key) : null,
      calendarId: wait?.kind === 'hours' ? wait.by : null,
    };
  });
  const column = <T>(read: (one: (typeof waits)[number]) => T): T[] => waits.map(read);
  const waiting = sql`
    insert into journey_waits (enterprise_id, instance_id, journey_id, channel_id, node_no, kind, due_at, shard, wake_key, is_held, calendar_id)
    select ${enterpriseId}, w.* from unnest(${column(({ instanceId }) => instanceId)}::uuid[], ${column(({ journeyId }) => journeyId)}::uuid[],
      ${column(({ channelId }) => channelId)}::uuid[], ${column(({ nodeNo }) => nodeNo)}::integer[], ${column(({ kind }) => kind)}::text[], ${column(({ dueAt }) => dueAt)}::timestamptz[],
      ${column(({ instanceId }) => shardOf(instanceId))}::smallint[], ${column(({ wakeKey }) => wakeKey)}::text[],
      ${column(({ isHeld }) => isHeld)}::boolean[], ${column(({ calendarId }) => calendarId)}::uuid[]) w
    on conflict (enterprise_id, instance_id) do update set node_no = excluded.node_no, kind = excluded.kind, due_at = excluded.due_at,
      wake_key = excluded.wake_key, is_held = excluded.is_held, calendar_id = excluded.calendar_id`.execute(tx);
  await Promise.all([...seated, waiting]);
}

/** Removes an ended walk from the live tables: it waits for nothing and takes no input. */
export async function forgetLive(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<void> {
  const forgotten: Promise<unknown>[] = [];
  for (const table of ['journeyLive', 'journeyWaits', 'journeyInputs'] as const)
    forgotten.push(
      tx
        .deleteFrom(table)
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
        .execute(),
    );
  await Promise.all(forgotten);
}

/** A walk that is to be among those that are not over. */
export type LiveWalk = {
  enterpriseId: string;
  instanceId: string;
  startedAt: Date;
  journeyId: string;
  version: number;
  customerId: string;
  channelId: string;
  chatId: string;
};

type Taking = LiveWalk & { settings: Pick<Settings, 'priority'>; entryKey: string };

/** Takes seats among the walks that are not over. @returns the walks that have one; the others' people are in the stream already, by that key */
export async function takeSeats(tx: Tx, seats: readonly Taking[]): Promise<Set<string>> {
  if (seats.length === 0) return new Set();
  const rows = await tx
    .insertInto('journeyLive')
    .values(
      seats.map(({ enterpriseId, instanceId, startedAt, journeyId, version, customerId, channelId, chatId, entryKey, settings }) => ({
        enterpriseId,
        instanceId,
        startedAt,
        journeyId,
        version,
        customerId,
        channelId,
        chatId,
        entryKey,
        priority: settings.priority,
      })),
    )
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'journeyId', 'customerId', 'entryKey']).doNothing())
    .returning('instanceId')
    .execute();
  return new Set(rows.map(({ instanceId }) => instanceId));
}

/** A change of one figure. @property hour quarter of an hour in which the walk began */
export type CountChange = {
  journeyId: string;
  version: number;
  channelId: string;
  environment: 'sandbox' | 'production';
  hour: Date;
  what: 'started' | 'ended' | 'entered' | 'exit';
  nodeNo: number;
  exit: string;
  count: number;
  timeMs: number;
};

/** Adds changes to the figures, which are the sums of all of them. */
export async function insertCountChanges(tx: Tx, enterpriseId: string, changes: readonly CountChange[]): Promise<void> {
  await tx
    .insertInto('journeyCountChanges')
    .values(changes.map((change) => ({ enterpriseId, ...change })))
    .execute();
}

/** A stream that was deleted for good has no words left to say. */
export const findOver = (tx: Read, enterpriseId: string, instanceId: string) =>
  tx
    .selectFrom('journeyInstances as i')
    .innerJoin('journeyVersions as v', (join) =>
      join.onRef('v.enterpriseId', '=', 'i.enterpriseId').onRef('v.journeyId', '=', 'i.journeyId').onRef('v.version', '=', 'i.version'),
    )
    .select(['i.journeyId', 'i.version', 'i.chatId', 'i.channelId', 'i.customerId', 'i.address'])
    .where('i.enterpriseId', '=', enterpriseId)
    .where('i.instanceId', '=', instanceId)
    .where('i.startedAt', '=', startOf(instanceId))
    .executeTakeFirst();
