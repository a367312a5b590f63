import { dueAtOf, type Instance, isOver } from '@parley/journey';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { JourneyInstanceTable, JourneyLiveTable } from '#platform/db/schema.journey.ts';

export type InstanceRow = Selectable<JourneyInstanceTable>;
export type LiveRow = Selectable<JourneyLiveTable>;

/** Walks of these ids that are not over, without a lock. */
export const readLive = (tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<LiveRow[]> =>
  tx
    .selectFrom('journeyLive')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
    .orderBy('instanceId')
    .execute();

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

/** An id begins with the millisecond in which its walk began, which names the month that holds it. */
export const startOf = (instanceId: string): Date => new Date(Number.parseInt(instanceId.replaceAll('-', '').slice(0, 12), 16));

export const shards = 64;
export const shardOf = (instanceId: string): number => Number.parseInt(instanceId.slice(-4), 16) % shards;

/** A walk after its turns. @property kept its state as it is written */
export type Stepped = {
  row: InstanceRow;
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

export const wakeKeyOf = (event: string, key: string): string => `${event}\u0001${key}`;

/** Writes a batch of walks as they stand now, with what each waits for; those that are over leave the small tables. */
export async function writeInstances(tx: Tx, enterpriseId: string, stepped: readonly Stepped[], now: Date): Promise<void> {
  if (stepped.length === 0) return;
  const rows = stepped.map(({ row, instance, kept, nodeNo, lastError, chatId }) => ({
    instance_id: row.instanceId,
    started_at: row.startedAt,
    state: instance.state,
    reason: instance.reason,
    outcome: instance.outcome,
    node_no: nodeNo,
    turn: instance.turn,
    instance: kept,
    last_error: lastError,
    chat_id: chatId,
  }));
  await sql`
    update journey_instances i set state = g.state, reason = g.reason, outcome = g.outcome, node_no = g.node_no, turn = g.turn, instance = g.instance,
      last_error = g.last_error, chat_id = g.chat_id, changed_at = ${now},
      ended_at = case when g.state in ('RUNNING', 'WAITING') then null else coalesce(i.ended_at, ${now}) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (instance_id uuid, started_at timestamptz, state text, reason text, outcome text, node_no int,
      turn int, instance jsonb, last_error text, chat_id uuid)
    where i.enterprise_id = ${enterpriseId} and i.instance_id = g.instance_id and i.started_at = g.started_at`.execute(tx);
  const over = stepped.filter(({ instance }) => isOver(instance.state)).map(({ row }) => row.instanceId);
  if (over.length > 0) await forgetLive(tx, enterpriseId, over);
  const going = stepped.filter(({ instance }) => !isOver(instance.state));
  if (going.length > 0) await writeGoing(tx, enterpriseId, going);
}

async function writeGoing(tx: Tx, enterpriseId: string, going: readonly Stepped[]): Promise<void> {
  // Those that hold no more leave the seat before somebody else takes it: the index allows one.
  for (const holds of [false, true]) {
    const part = going.filter((one) => one.holds === holds);
    if (part.length === 0) continue;
    await sql`
      update journey_live l set holds = ${holds}, is_suspended = g.is_suspended, chat_id = g.chat_id
      from unnest(${part.map(({ row }) => row.instanceId)}::uuid[], ${part.map(({ isSuspended }) => isSuspended)}::boolean[], ${part.map(({ chatId }) => chatId)}::uuid[]) g(id, is_suspended, chat_id)
      where l.enterprise_id = ${enterpriseId} and l.instance_id = g.id`.execute(tx);
  }
  await tx
    .insertInto('journeyWaits')
    .values(
      going.map(({ row, instance, nodeNo, isHeld }) => {
        const due = dueAtOf(instance);
        const { wait } = instance;
        return {
          enterpriseId,
          instanceId: row.instanceId,
          journeyId: row.journeyId,
          nodeNo,
          kind: wait?.kind ?? '',
          dueAt: due === null ? null : new Date(due),
          shard: shardOf(row.instanceId),
          wakeKey: wait?.kind === 'event' ? wakeKeyOf(wait.event, wait.key) : null,
          isHeld,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'instanceId']).doUpdateSet((eb) => ({
        nodeNo: eb.ref('excluded.nodeNo'),
        kind: eb.ref('excluded.kind'),
        dueAt: eb.ref('excluded.dueAt'),
        wakeKey: eb.ref('excluded.wakeKey'),
        isHeld: eb.ref('excluded.isHeld'),
      })),
    )
    .execute();
}

/** What is over waits for nothing and hears nothing. */
export async function forgetLive(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<void> {
  for (const table of ['journeyLive', 'journeyWaits', 'journeyInputs'] as const)
    await tx
      .deleteFrom(table)
      .where('enterpriseId', '=', enterpriseId)
      .where('instanceId', 'in', [...instanceIds])
      .execute();
}
