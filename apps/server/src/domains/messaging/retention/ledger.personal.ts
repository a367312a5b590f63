import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Person, type PersonalData, type PersonalTraces, personalRows } from '../../../personal-data.ts';
import { skipMessages } from '../queue/queue.repository.ts';

/** Rows of the ledger that are the person's: by their chats, and by their addresses, where another customer has not taken one over. */
export const messagesOf = ({ enterpriseId, customerIds, addresses, sharedAddresses, chatIds }: Person): RawBuilder<unknown> => sql`
  select m.* from messages m where m.enterprise_id = ${enterpriseId} and m.resource_id = any(${chatIds}::uuid[])
  union
  select m.* from messages m where m.enterprise_id = ${enterpriseId} and m.chat_id is not null and m.chat_id = any(${chatIds}::uuid[])
  union
  select m.* from messages m where m.enterprise_id = ${enterpriseId} and m.address <> ''
    and m.address = any(${[...addresses, ...sharedAddresses]}::text[])
    and (m.customer_id = any(${customerIds}::uuid[]) or (m.customer_id is null and m.address = any(${addresses}::text[])))`;

const saysMore = sql`(m.address <> '' or m.content is not null or m.vendor_message_id <> '')`;
type LedgerKey = { messageId: string; createdAt: Date };

/**
 * The rows stay with status, time and cost, so that every count is what it was; address, content and the vendor's words go. Messages that
 * wait to be sent are skipped first, and those on the wire are waited for.
 */
export const messagesOfPerson: PersonalData = personalRows({
  kind: 'messages',
  tables: ['messages', 'messageEvents', 'messageHandovers'],
  rows: (person) => sql`
    select m.message_id::text as key, m.message_id, m.created_at, m.direction, m.source, m.status, m.reason, m.status_at, m.address, m.content,
      (select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'status', e.status, 'detail', e.detail) order by e.at)
        from message_events e where e.enterprise_id = m.enterprise_id and e.message_id = m.message_id) as events
    from (${messagesOf(person)}) m where ${saysMore}`,
  async erase(ctx, tx, person, { limit }) {
    await skipWaiting(tx, person, ctx.now());
    const { rows } = await sql<LedgerKey & { status: string }>`select m.message_id, m.created_at, m.status from (${messagesOf(person)}) m
      where ${saysMore} order by m.message_id limit ${limit}`.execute(tx);
    const settled = rows.filter(({ status }) => status !== 'QUEUED');
    await eraseMessages(tx, person.enterpriseId, settled);
    return { erased: settled.length, more: rows.length > 0, isWaiting: rows.length > 0 && settled.length === 0 };
  },
});

/** Erases the content of ledger rows beyond their counts. Times come back from this program without their microseconds. */
export async function eraseMessages(tx: Tx, enterpriseId: string, rows: readonly LedgerKey[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ messageId }) => messageId);
  await sql`update messages m set address = '', content = null, vendor_message_id = ''
    from unnest(${ids}::uuid[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]) as g(message_id, created_at)
    where m.enterprise_id = ${enterpriseId} and m.message_id = g.message_id and m.created_at >= g.created_at
      and m.created_at < g.created_at + interval '1 millisecond'`.execute(tx);
  await sql`select erase_message_texts(${ids}::uuid[])`.execute(tx);
}

async function skipWaiting(tx: Tx, person: Person, now: Date): Promise<void> {
  const { rows } = await sql<LedgerKey & { runId: string; number: number }>`
    select m.message_id, m.created_at, m.resource_id as run_id, m.number from (${messagesOf(person)}) m where m.status = 'QUEUED'`.execute(
    tx,
  );
  await skipMessages(tx, person.enterpriseId, rows, 'BLOCKED', now);
}

/** The ledger knows addresses that the phone book has forgotten: it is read whole for them, by a job. */
export const ledgerOfPerson: PersonalTraces = {
  async addresses(tx, enterpriseId, customerIds) {
    const { rows } = await sql<{ address: string }>`select distinct m.address from messages m
      where m.enterprise_id = ${enterpriseId} and m.customer_id = any(${[...customerIds]}::uuid[]) and m.address <> ''`.execute(tx);
    return rows.map(({ address }) => address);
  },
  ongoing: {
    kind: 'waitingMessages',
    async count(tx, person) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (${messagesOf(person)}) m where m.status = 'QUEUED'`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    end: (ctx, tx, person) => skipWaiting(tx, person, ctx.now()),
  },
};

/** The same for rows whose address is kept. Values of a run are none from now on, so that trying again finds them missing. */
export async function eraseTexts(tx: Tx, enterpriseId: string, rows: readonly LedgerKey[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ messageId }) => messageId);
  await sql`update messages m set content = case when m.source in ('BROADCAST', 'CAMPAIGN', 'JOURNEY') then '{}'::jsonb end
    from unnest(${ids}::uuid[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]) as g(message_id, created_at)
    where m.enterprise_id = ${enterpriseId} and m.message_id = g.message_id and m.created_at >= g.created_at
      and m.created_at < g.created_at + interval '1 millisecond' and m.content is not null
      and m.status <> 'QUEUED'`.execute(tx);
  await sql`select erase_message_texts(${ids}::uuid[])`.execute(tx);
}
