import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** Due times of a chat: a suspended one wakes. */
export const clockKinds = ['wake'] as const;
export type ClockKind = (typeof clockKinds)[number];

/** A clock that begins; null: it ends. */
export type Clock = { startedAt: Date; dueAt: Date } | null;
/** Changes of a chat's clocks within one transaction, written with the chat. */
export type ClockChanges = Map<ClockKind, Clock>;

/** Writes the changes of chats that are locked, in the order of their ids. */
export async function writeClocks(tx: Tx, enterpriseId: string, chats: readonly { chatId: string; clocks: ClockChanges }[]): Promise<void> {
  const changes = chats
    .toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1))
    .flatMap(({ chatId, clocks }) => [...clocks].map(([kind, clock]) => ({ chatId, kind, clock })));
  const ended = changes.filter(({ clock }) => clock === null);
  const begun = changes.flatMap(({ clock, ...row }) => (clock ? [{ enterpriseId, ...row, ...clock }] : []));
  if (ended.length > 0)
    await sql`delete from chat_clocks c using unnest(${ended.map(({ chatId }) => chatId)}::uuid[], ${ended.map(({ kind }) => kind)}::text[])
      as e(chat_id, kind) where c.enterprise_id = ${enterpriseId} and c.chat_id = e.chat_id and c.kind = e.kind`.execute(tx);
  if (begun.length > 0)
    await tx
      .insertInto('chatClocks')
      .values(begun)
      .onConflict((conflict) =>
        conflict
          .columns(['enterpriseId', 'chatId', 'kind'])
          .doUpdateSet((eb) => ({ startedAt: eb.ref('excluded.startedAt'), dueAt: eb.ref('excluded.dueAt') })),
      )
      .execute();
}

export type DueClock = { enterpriseId: string; chatId: string; kind: ClockKind };

/** A page of clocks that are due, of all enterprises. */
export async function findDueClocks(db: Db, atMost: number): Promise<DueClock[]> {
  const { rows } = await sql<DueClock>`select * from due_clocks(${atMost})`.execute(db);
  return rows;
}

/** Notes that a worker looks. @returns whether endings for customers are held, since nobody has looked for a while */
export async function noteLook(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select note_clock_look() as is_held`.execute(db);
  return rows[0]?.isHeld ?? false;
}

/** Takes the clocks of locked chats that are still due: two workers who find one act on it once. @returns the kinds by chat */
export async function takeDueClocks(
  tx: Tx,
  enterpriseId: string,
  chatIds: readonly string[],
  now: Date,
): Promise<Map<string, ClockKind[]>> {
  const { rows } = await sql<{ chatId: string; kind: ClockKind }>`delete from chat_clocks c
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[]) and c.due_at <= ${now}
    returning c.chat_id, c.kind`.execute(tx);
  const taken = new Map<string, ClockKind[]>();
  for (const { chatId, kind } of rows) taken.set(chatId, [...(taken.get(chatId) ?? []), kind]);
  return taken;
}

/** Puts off clocks that could not be carried out, so that they do not stand before all others. */
export async function putOffClocks(tx: Tx, enterpriseId: string, chatIds: readonly string[], until: Date): Promise<void> {
  await sql`update chat_clocks set due_at = ${until}
    where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[]) and due_at < ${until}`.execute(tx);
}
