import { sql } from 'kysely';
import type { Read, Tx } from '../db/database.ts';

/** The audience of an event: topics that connections listen to. */
export type Topic =
  | `user:${string}`
  | `agents:${string}`
  | `supervisors:${string}`
  | `department:${string}`
  | `visitor:${string}`
  | `site:${string}`
  | `chat:${string}`
  | `meet:${string}`
  | `customerChats:${string}`
  | `streams:${string}`
  | `monitors:${string}`
  | `enterprise:${string}`
  | `session:${string}`;

/**
 * An event of a noun. Its data is written in the transaction of the change. Every process with listeners then uses `audience` and `present`
 * to decide who gets a message, and which.
 */
export type EventDefinition<N extends string, D> = {
  name: N;
  /** Topics and the message for each; the same data may read differently to an agent and to a visitor. */
  deliver: (data: D, enterpriseId: string) => readonly Delivery[];
};
export type Delivery = { topics: readonly Topic[]; message: { type: string; data: unknown } };

// biome-ignore lint/suspicious/noExplicitAny: a list holds events of every shape; each is paired with its own data when recorded
export type AnyEvent = EventDefinition<string, any>;

export const defineEvent = <N extends string, D>(definition: EventDefinition<N, D>): EventDefinition<N, D> => definition;

export type RecordedEvent = { enterpriseId: string; name: string; data: unknown };
type Written = RecordedEvent & { eventId: number };

/** Events of transactions that are still open, to be sent when they commit. */
const recorded = new WeakMap<Tx, Written[]>();

/** Records the event in the transaction. It is sent after the commit; after a rollback it is not. */
export async function recordEvents<D>(
  tx: Tx,
  enterpriseId: string,
  definition: EventDefinition<string, D>,
  data: readonly D[],
): Promise<void> {
  if (data.length === 0) return;
  // One text for any number of events, which the database plans once.
  const { rows } = await sql<{ eventId: number }>`insert into outbox (enterprise_id, name, data)
    select ${enterpriseId}, ${definition.name}, jsonb_array_elements(${JSON.stringify(data)}::jsonb) returning event_id`.execute(tx);
  const list = recorded.get(tx) ?? [];
  for (const [index, row] of rows.entries()) list.push({ enterpriseId, name: definition.name, data: data[index], eventId: row.eventId });
  recorded.set(tx, list);
}

export const takeRecorded = (tx: Tx): readonly Written[] => {
  const list = recorded.get(tx) ?? [];
  recorded.delete(tx);
  return list;
};

/** Tells whether events of before then wait to be sent: what they tell is nowhere else to be erased. */
export async function hasUnsent(tx: Read, enterpriseId: string, before: Date): Promise<boolean> {
  const waiting = await tx
    .selectFrom('outbox')
    .select('eventId')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdAt', '<=', before)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}
