import type { JourneyRuleKind, JourneyScheduleRun } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { addressOn } from '../row/reach.repository.ts';
import type { Due } from './rule.repository.ts';

/** Keeps everybody of the group or label to begin. @returns how many */
export async function keepPeople(tx: Tx, enterpriseId: string, { entryId, audienceId }: Due, dueAt: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with kept as (
      insert into journey_starts (enterprise_id, entry_id, customer_id, due_at, at)
      select c.enterprise_id, ${entryId}::uuid, c.customer_id, ${dueAt}, ${now} from customer_set_members m
      join customers c on c.enterprise_id = m.enterprise_id and c.customer_id = m.customer_id and c.deleted_at is null
      where m.enterprise_id = ${enterpriseId} and m.set_id = ${audienceId}::uuid
      order by c.customer_id
      on conflict do nothing returning 1)
    select count(*)::integer as people from kept`.execute(tx);
  return rows[0]?.people ?? 0;
}

const batch = 100;

export type StartRule = {
  entryId: string;
  journeyId: string;
  version: number;
  channelId: string;
  channelType: number;
  kind: JourneyRuleKind;
  word: string;
  lastRun: JourneyScheduleRun | null;
  /** It is on, and its stream neither paused nor in the bin */
  isOpen: boolean;
};

export type Waiting = { startId: number; customerId: string; value: string; dueAt: Date | null };

/**
 * The rule whose turn it is: changes by people before imports and schedules, which bring thousands. Another worker that begins some has
 * other rules.
 */
export async function lockNextRule(tx: Tx, enterpriseId: string): Promise<StartRule | undefined> {
  const { rows } = await sql<StartRule>`
    select e.entry_id, e.journey_id, e.version, e.channel_id, c.type as channel_type, e.kind, e.word, e.last_run,
      e.is_active and j.state = 'PUBLISHED' and j.deleted_at is null as is_open
    from journey_entries e
    join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id
    join channels c on c.enterprise_id = e.enterprise_id and c.channel_id = e.channel_id
    where e.enterprise_id = ${enterpriseId} and e.entry_id = (
      select s.entry_id from journey_starts s where s.enterprise_id = ${enterpriseId} and not s.is_held
      order by s.due_at is not null or s.import_id is not null, s.start_id limit 1)
    for no key update of e skip locked`.execute(tx);
  return rows[0];
}

export const findWaitingStarts = (tx: Read, enterpriseId: string, { entryId }: StartRule): Promise<Waiting[]> =>
  tx
    .selectFrom('journeyStarts')
    .select(['startId', 'customerId', 'value', 'dueAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .where('isHeld', '=', false)
    .orderBy('startId')
    .limit(batch)
    .execute();

/** Finds the current address of each; a customer who has left the phone book is missing, one without an address has null. */
export async function findAddresses(
  tx: Read,
  enterpriseId: string,
  rule: StartRule,
  waiting: readonly Waiting[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ customerId: string; address: string | null }>`
    select c.customer_id, ${addressOn(rule)} as address from customers c
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${waiting.map(({ customerId }) => customerId)}::uuid[])
      and c.deleted_at is null`.execute(tx);
  return new Map(rows.map(({ customerId, address }) => [customerId, address]));
}

export async function deleteStarts(tx: Tx, enterpriseId: string, startIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('journeyStarts').where('enterpriseId', '=', enterpriseId).where('startId', 'in', startIds).execute();
}

/** Finds the enterprises in which walks wait to begin. */
export async function findWaitingEnterprises(db: Read, most: number): Promise<{ enterpriseId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from waiting_journey_starts(${most})`.execute(db);
  return rows;
}

/** @property room most that may still begin */
type StartHolding = { importId: string; room: number };

/**
 * Keeps those customers to begin whom the rule's channel reaches; an import's are held, as many as there is room for.
 * @returns how many are reached
 */
export async function keepChanged(
  tx: Tx,
  enterpriseId: string,
  rule: { entryId: string; channelId: string; channelType: number },
  changed: readonly { customer_id: string; value: string | null }[],
  holding: StartHolding | null,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reached as (
      select c.customer_id, m.value from json_to_recordset(${JSON.stringify(changed)}) as m (customer_id uuid, value text)
      join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = m.customer_id and c.deleted_at is null
      where ${addressOn(rule)} is not null),
    kept as (
      insert into journey_starts (enterprise_id, entry_id, customer_id, import_id, is_held, value, at)
      select ${enterpriseId}::uuid, ${rule.entryId}::uuid, customer_id, ${holding?.importId ?? null}::uuid, ${holding !== null}, value, ${now}
      from reached order by customer_id ${holding ? sql`limit ${Math.max(0, holding.room)}` : sql``})
    select count(*)::integer as count from reached`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Lets the held starts of an import begin, or drops them. */
export async function settleHeld(tx: Tx, enterpriseId: string, importId: string, begins: boolean): Promise<void> {
  const held = sql`enterprise_id = ${enterpriseId} and import_id = ${importId} and is_held`;
  await (begins ? sql`update journey_starts set is_held = false where ${held}` : sql`delete from journey_starts where ${held}`).execute(tx);
}
