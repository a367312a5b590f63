import { chatStates, serviceClocks, userStates } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { isRoutedDesk } from '../desk/desk.repository.ts';

/**
 * Due times of a chat: a suspended one wakes; one that waits asks for less; rules of its wait fire; clocks of service find out anew what they run
 * by, and are due themselves; answers to a visitor who has left go on by e-mail.
 */
export const clockKinds = ['wake', 'relax', 'rule', 'retime', 'mail', ...serviceClocks] as const;
export type ClockKind = (typeof clockKinds)[number];

/** A clock that begins; null: it ends. @property ends what is due ends something for the customer */
export type Clock = { startedAt: Date; dueAt: Date; ends?: boolean } | null;
/** Changes of a chat's clocks within one transaction, written with the chat. */
export type ClockChanges = Map<ClockKind, Clock>;

const waitsOn = sql`excluded.kind = 'mail' and chat_clocks.due_at > chat_clocks.started_at`;

/**
 * Writes the changes of chats that are locked, in the order of their ids. Both statements leave at once: nobody waits for the first one, and
 * behind its answer the transaction may have ended.
 */
export async function writeClocks(tx: Tx, enterpriseId: string, chats: readonly { chatId: string; clocks: ClockChanges }[]): Promise<void> {
  const changes = chats
    .toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1))
    .flatMap(({ chatId, clocks }) => [...clocks].map(([kind, clock]) => ({ chatId, kind, clock })));
  const ended = changes.filter(({ clock }) => clock === null);
  const begun = changes.flatMap(({ clock, ...row }) => (clock ? [{ enterpriseId, ...row, ends: false, ...clock }] : []));
  const ending =
    ended.length > 0 &&
    sql`delete from chat_clocks c using unnest(${ended.map(({ chatId }) => chatId)}::uuid[], ${ended.map(({ kind }) => kind)}::text[])
      as e(chat_id, kind) where c.enterprise_id = ${enterpriseId} and c.chat_id = e.chat_id and c.kind = e.kind`.execute(tx);
  const beginning =
    begun.length > 0 &&
    tx
      .insertInto('chatClocks')
      .values(begun)
      .onConflict((conflict) =>
        conflict.columns(['enterpriseId', 'chatId', 'kind']).doUpdateSet((eb) => ({
          // Answers wait for the first of them. One that was to leave at once waits with the others when the visitor is back on the website.
          startedAt: sql<Date>`case when ${waitsOn} and excluded.due_at > excluded.started_at then chat_clocks.started_at
            else excluded.started_at end`,
          dueAt: sql<Date>`case when ${waitsOn} then least(chat_clocks.due_at, excluded.due_at) else excluded.due_at end`,
          ends: eb.ref('excluded.ends'),
        })),
      )
      .execute();
  await Promise.all([ending, beginning]);
}

export type DueClock = { enterpriseId: string; chatId: string; kind: ClockKind };

/** A page of clocks that are due and that this version knows, of all enterprises. @param isHeld without those that end something for a customer */
export async function findDueClocks(db: Db, atMost: number, isHeld: boolean): Promise<DueClock[]> {
  const { rows } = await sql<DueClock>`select * from due_clocks_of(${[...clockKinds]}::text[], ${atMost}, ${isHeld})`.execute(db);
  return rows;
}

/** Notes that a worker looks. @returns whether endings for customers are held, since nobody has looked for a while */
export async function noteLook(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select note_clock_look() as is_held`.execute(db);
  return rows[0]?.isHeld ?? false;
}

/**
 * Takes the clocks of locked chats that are still due: two workers who find one act on it once. Kinds of a version that comes after this one
 * are left to its workers.
 * @returns their beginnings by kind, by chat
 */
export async function takeDueClocks(
  tx: Tx,
  enterpriseId: string,
  chatIds: readonly string[],
  { now, isHeld }: { now: Date; isHeld: boolean },
): Promise<Map<string, Map<ClockKind, Date>>> {
  const { rows } = await sql<{ chatId: string; kind: ClockKind; startedAt: Date }>`delete from chat_clocks c
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[]) and c.due_at <= ${now}
      and c.kind = any(${[...clockKinds]}::text[]) and not (${isHeld} and c.ends)
    returning c.chat_id, c.kind, c.started_at`.execute(tx);
  const byChat = Map.groupBy(rows, ({ chatId }) => chatId);
  return new Map([...byChat].map(([chatId, clocks]) => [chatId, new Map(clocks.map(({ kind, startedAt }) => [kind, startedAt]))]));
}

/** Puts off clocks that could not be carried out, so that they do not stand before all others. */
export async function putOffClocks(tx: Tx, enterpriseId: string, chatIds: readonly string[], until: Date): Promise<void> {
  await sql`update chat_clocks set due_at = ${until}
    where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[]) and due_at < ${until}`.execute(tx);
}

/** Puts off the unread answers of a customer's chat. Those that leave at once stay due, since the visitor talks by WhatsApp. */
export async function putOffAnswers(
  tx: Tx,
  enterpriseId: string,
  { chatId, customerId }: { chatId: string; customerId: string },
  until: Date,
): Promise<void> {
  await sql`update chat_clocks k set due_at = ${until} from chats c
    where k.enterprise_id = ${enterpriseId} and k.chat_id = ${chatId} and k.kind = 'mail' and k.due_at > k.started_at and k.due_at < ${until}
      and c.enterprise_id = k.enterprise_id and c.chat_id = k.chat_id and c.customer_id = ${customerId}
      and c.customer_read_number < c.last_number`.execute(tx);
}

const { started, ongoing, suspended, created } = chatStates;
const ownedStates = sql`(${sql.lit(started)}, ${sql.lit(ongoing)}, ${sql.lit(suspended)})`;
const waits = sql`c.handled_by = 'queue' and c.state = ${sql.lit(created)}`;

/** Sets the clock by which waiting chats find out anew what they ask for. Chats are locked first, by id, as everywhere. */
async function relaxNow(tx: Tx, enterpriseId: string, condition: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`with waiting as materialized (
      select c.chat_id from chats c where c.enterprise_id = ${enterpriseId} and ${waits} and ${condition} order by c.chat_id for key share)
    insert into chat_clocks (enterprise_id, chat_id, kind, started_at, due_at)
    select ${enterpriseId}, w.chat_id, 'relax', ${now}, ${now} from waiting w
    on conflict (enterprise_id, chat_id, kind) do update set due_at = excluded.due_at`.execute(tx);
}

/**
 * Sets the clock by which open chats that people have, or wait for, find out anew what their clocks run by. Chats that wait are asked whatever
 * holds for them: somebody may pick one up right now, by what held before.
 * @param scope `departmentId` null: of the whole enterprise; `onlyHeld` leaves out chats that no clock of service holds for
 */
export async function retimeChats(
  tx: Tx,
  enterpriseId: string,
  { departmentId, onlyHeld }: { departmentId: string | null; onlyHeld: boolean },
  now: Date,
): Promise<void> {
  await sql`with timed as materialized (
      select c.chat_id from chats c where c.enterprise_id = ${enterpriseId}
        and ((c.owner_id is not null and c.state in ${ownedStates}) or (${waits}))
        and (${departmentId}::uuid is null or c.dept_id = ${departmentId}::uuid) and (not ${onlyHeld} or c.service <> '{}')
      order by c.chat_id for key share)
    insert into chat_clocks (enterprise_id, chat_id, kind, started_at, due_at)
    select ${enterpriseId}, t.chat_id, 'retime', ${now}, ${now} from timed t
    on conflict (enterprise_id, chat_id, kind) do update set due_at = excluded.due_at`.execute(tx);
}

/** @param departmentId null: waiting chats of the whole enterprise */
export const relaxWaiting = (tx: Tx, enterpriseId: string, departmentId: string | null, now: Date): Promise<void> =>
  relaxNow(tx, enterpriseId, departmentId === null ? sql`true` : sql`c.dept_id = ${departmentId}`, now);

/** Waiting chats of departments of this user in which nobody who takes them is Online any more. */
export const relaxLeft = (tx: Tx, enterpriseId: string, userId: string, now: Date): Promise<void> =>
  relaxNow(
    tx,
    enterpriseId,
    sql`c.fit_key <> '' and c.dept_id in (
      select m.department_id from department_members m where m.enterprise_id = ${enterpriseId} and m.user_id = ${userId}
        and not exists (select from department_members o join users u on u.enterprise_id = o.enterprise_id and u.user_id = o.user_id
          join agent_desks d on d.enterprise_id = o.enterprise_id and d.user_id = o.user_id
          where o.enterprise_id = m.enterprise_id and o.department_id = m.department_id and u.state = ${sql.lit(userStates.active)}
            and u.handles_chats and ${isRoutedDesk('d')}))`,
    now,
  );
