import { type LedgerStatus, type MessageSource, numberSpellings, type StatusEvent, type VendorError } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext, WebhookEvent } from '../../../context.ts';
import { amongRows } from '../ledger/ledger.repository.ts';
import { tellOutcomes } from '../ledger/outcome.ts';

/** A vendor's report on a message that it has accepted. */
export type Receipt = {
  /** '' where the vendor names our id alone */
  vendorMessageId: string;
  ourId: string;
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
  at: Date;
  error?: VendorError | undefined;
  billing?: Readonly<Record<string, string>> | undefined;
};

const ledgerStatus = { accepted: 'SENT', sent: 'SENT', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED' } as const;
const orphanAfterMinutes = 15;

type ReceivedFor = { messageId: string; createdAt: Date; wanted: string };
type Step = { messageId: string; createdAt: Date; status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'; at: Date; error: VendorError | null };

/**
 * Moves rows forward by receipts, in any order and any number of times: accepted < sent < delivered < read, and failed only over what has
 * not been delivered. An event that changes nothing, such as a failure after the delivery, is kept as a note. Receipts of unknown messages
 * wait.
 * @returns how many receipts found their message
 */
export async function applyReceipts(ctx: EnterpriseContext, tx: Tx, channelId: string, receipts: readonly Receipt[]): Promise<number> {
  if (receipts.length === 0) return 0;
  const known = await findMessages(tx, ctx.enterpriseId, channelId, receipts);
  const found: { receipt: Receipt; message: ReceivedFor }[] = [];
  const unknown: Receipt[] = [];
  for (const receipt of receipts) {
    const message = known.get(receipt.vendorMessageId) ?? known.get(receipt.ourId);
    if (message) found.push({ receipt, message });
    else unknown.push(receipt);
  }
  if (unknown.length > 0) await keepWaiting(tx, ctx, channelId, unknown);
  if (found.length === 0) return 0;
  const steps = new Map<string, Step[]>();
  for (const { receipt, message } of found) {
    const step: Step = {
      messageId: message.messageId,
      createdAt: message.createdAt,
      status: ledgerStatus[receipt.status],
      at: receipt.at,
      error: receipt.error ?? null,
    };
    steps.set(step.messageId, [...(steps.get(step.messageId) ?? []), step]);
  }
  const changed = await moveForward(tx, ctx.enterpriseId, [...steps.values()].map(furthest), ctx.now());
  await noteReceipts(tx, ctx.enterpriseId, found, new Set(changed.map((row) => `${row.messageId}:${row.status}`)));
  await ctx.webhooks.publish(tx, ...changed.map((row) => toWebhookEvent(channelId, row)));
  await tellOutcomes(
    ctx,
    tx,
    changed.map((row) => ({ ...row, error: steps.get(row.messageId)?.find((step) => step.status === row.status)?.error ?? null })),
  );
  return found.length;
}

const ranks: Partial<Record<LedgerStatus, number>> = { SENT: 1, FAILED: 2, DELIVERED: 3, READ: 4 };
const furthest = (steps: readonly Step[]): Step =>
  steps.reduce((best, step) => ((ranks[step.status] ?? 0) > (ranks[best.status] ?? 0) ? step : best));

/** The chats in which messages stand that receipts are about. */
export async function findChatsOf(tx: Tx, enterpriseId: string, channelId: string, receipts: readonly Receipt[]): Promise<string[]> {
  const known = [...(await findMessages(tx, enterpriseId, channelId, receipts)).values()];
  if (known.length === 0) return [];
  const { rows } = await sql<{ chatId: string }>`
    select distinct coalesce(m.chat_id, m.resource_id) as chat_id from messages m
    where m.enterprise_id = ${enterpriseId} and ${amongRows(known)} and m.number > 0`.execute(tx);
  return rows.map(({ chatId }) => chatId);
}

/** Finds the entries of our messages that the vendor names: the chat, or the run, and the number there. */
export async function findEntriesOf(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  vendorMessageIds: readonly string[],
): Promise<{ vendorMessageId: string; address: string; chatId: string; number: number }[]> {
  if (vendorMessageIds.length === 0) return [];
  const named = vendorMessageIds.map((vendorMessageId) => ({ vendorMessageId, ourId: '' }));
  const known = [...(await findMessages(tx, enterpriseId, channelId, named)).values()];
  if (known.length === 0) return [];
  const { rows } = await sql<{ messageId: string; address: string; chatId: string; number: number }>`
    select m.message_id, m.address, coalesce(m.chat_id, m.resource_id) as chat_id, m.number from messages m
    where m.enterprise_id = ${enterpriseId} and ${amongRows(known)} and m.number > 0`.execute(tx);
  const byId = new Map(known.map(({ messageId, wanted }) => [messageId, wanted]));
  return rows.map(({ messageId, ...place }) => ({ ...place, vendorMessageId: byId.get(messageId) ?? '' }));
}

/** One look into the index for each id, in every month that has rows. */
export async function findMessages(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  receipts: readonly Pick<Receipt, 'vendorMessageId' | 'ourId'>[],
): Promise<Map<string, ReceivedFor>> {
  const vendorIds = [...new Set(receipts.flatMap((receipt) => (receipt.vendorMessageId === '' ? [] : [receipt.vendorMessageId])))];
  const ourIds = [...new Set(receipts.flatMap((receipt) => (isUuid(receipt.ourId) ? [receipt.ourId] : [])))];
  const { rows } = await sql<ReceivedFor>`
    select h.message_id, h.created_at, w.id as wanted from unnest(${vendorIds}::text[]) as w(id) cross join lateral (
      select message_id, created_at from message_handovers
      where enterprise_id = ${enterpriseId} and vendor_message_id = w.id and vendor_message_id <> '' and channel_id = ${channelId} limit 1) h
    union all
    select m.message_id, m.created_at, w.id::text as wanted from unnest(${ourIds}::uuid[]) as w(id) cross join lateral (
      select message_id, created_at from messages where enterprise_id = ${enterpriseId} and message_id = w.id and channel_id = ${channelId} limit 1) m`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.wanted, row]));
}

/** The messages that a vendor knows by this id. */
export async function findHandedOver(tx: Read, enterpriseId: string, vendorMessageId: string): Promise<string[]> {
  if (vendorMessageId === '') return [];
  const rows = await tx
    .selectFrom('messageHandovers')
    .select('messageId')
    .where('enterpriseId', '=', enterpriseId)
    .where('vendorMessageId', '=', vendorMessageId)
    .where('vendorMessageId', '<>', '')
    .execute();
  return rows.map((row) => row.messageId);
}

type Changed = {
  messageId: string;
  source: MessageSource;
  resourceId: string;
  chatId: string | null;
  number: number;
  status: LedgerStatus;
  before: LedgerStatus;
  reason: string;
  address: string;
  at: Date;
};

const toWebhookEvent = (channelId: string, { messageId, source, resourceId, status, reason, address, at }: Changed): WebhookEvent => ({
  type: 'message.status',
  orderKey: messageId,
  channelId,
  data: { messageId, channelId, to: address, source, resourceId, status, reason, at: at.toISOString() } satisfies StatusEvent,
});

async function moveForward(tx: Tx, enterpriseId: string, steps: readonly Step[], now: Date): Promise<Changed[]> {
  if (steps.length === 0) return [];
  // Fixed order of locks, so that two transactions never wait for each other.
  const ordered = [...steps].sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const { rows } = await sql<Changed>`
    with given as (
      select * from unnest(${ordered.map((step) => step.messageId)}::uuid[], ${ordered.map((step) => step.createdAt)}::timestamptz[],
        ${ordered.map((step) => step.status)}::text[], ${ordered.map((step) => step.at)}::timestamptz[],
        ${ordered.map((step) => step.error?.class ?? '')}::text[]) as g(message_id, created_at, status, at, reason)
    ), locked as (
      select m.message_id, m.created_at, m.status as was, m.cost, g.status, g.at, g.reason
      from given g cross join lateral (
        select message_id, created_at, status, cost from messages
        where enterprise_id = ${enterpriseId} and message_id = g.message_id and created_at = g.created_at limit 1 for update) m
      where case g.status
        when 'SENT' then m.status in ('QUEUED', 'UNKNOWN')
        when 'FAILED' then m.status in ('QUEUED', 'UNKNOWN', 'SENT')
        when 'DELIVERED' then m.status in ('QUEUED', 'UNKNOWN', 'SENT')
        else m.status in ('QUEUED', 'UNKNOWN', 'SENT', 'DELIVERED') end
    ), unqueued as (
      -- It waited to be tried again, and has arrived meanwhile.
      delete from send_queue q using locked l where q.enterprise_id = ${enterpriseId} and q.message_id = l.message_id and l.was = 'QUEUED'
    ), refunded as (
      -- It counted as handed over, and its cost as spent.
      insert into message_refunds (enterprise_id, message_id, cost)
      select ${enterpriseId}, message_id, cost from locked where status = 'FAILED' and was = 'SENT' and cost > 0
    )
    update messages m set status = l.status, reason = l.reason, status_at = least(l.at, ${now}),
      cost = case when l.status = 'FAILED' then 0 else m.cost end
    from locked l where m.enterprise_id = ${enterpriseId} and ${amongRows(ordered)} and m.message_id = l.message_id and m.created_at = l.created_at
    returning m.message_id, m.source, m.resource_id, m.chat_id, m.number, m.status, l.was as before, m.reason, m.address, m.status_at as at`.execute(
    tx,
  );
  return rows;
}

/** Each status of a message is noted once, however often the vendor tells it. */
async function noteReceipts(
  tx: Tx,
  enterpriseId: string,
  found: readonly { receipt: Receipt; message: ReceivedFor }[],
  changed: ReadonlySet<string>,
): Promise<void> {
  const once = new Map<string, { receipt: Receipt; message: ReceivedFor }>();
  for (const item of found) {
    const key = `${item.message.messageId}:${item.receipt.status}`;
    if (!once.has(key)) once.set(key, item);
  }
  const notes = [...once.values()].map(({ receipt, message }) => ({
    messageId: message.messageId,
    at: receipt.at,
    status: receipt.status.toUpperCase(),
    // A failure that moved nothing came after the delivery.
    kind: receipt.status === 'failed' && !changed.has(`${message.messageId}:FAILED`) ? 'note' : 'receipt',
    detail:
      receipt.error || receipt.billing
        ? JSON.stringify({ ...receipt.error, ...(receipt.billing ? { billing: receipt.billing } : {}) })
        : null,
  }));
  const rows = found.map(({ message }) => message);
  await sql`
    with noted as (
      insert into message_events (enterprise_id, message_id, at, kind, status, detail)
      select ${enterpriseId}, g.message_id, g.at, g.kind, g.status, g.detail::jsonb
      from unnest(${notes.map((note) => note.messageId)}::uuid[], ${notes.map((note) => note.at)}::timestamptz[], ${notes.map((note) => note.kind)}::text[],
        ${notes.map((note) => note.status)}::text[], ${notes.map((note) => note.detail)}::text[]) as g(message_id, at, kind, status, detail)
      where not exists (
        select from message_events e where e.enterprise_id = ${enterpriseId} and e.message_id = g.message_id and e.status = g.status and e.kind <> 'attempt')
      returning message_id, at, kind, status
    ) ${tallyOf(enterpriseId, rows)}`.execute(tx);
}

/**
 * Computes the changes of the noted events in the tallies of campaigns: by the hour of the delivery and of the reading. The reading also
 * counts by the hours until it, whichever event comes first. One that is read without a delivery was delivered then, until a receipt says
 * otherwise.
 */
const tallyOf = (enterpriseId: string, rows: readonly ReceivedFor[]) => sql`, told as (
      select message_id, min(at) filter (where status = 'DELIVERED') as delivered_at, min(at) filter (where status = 'READ') as read_at
      from noted where kind = 'receipt' and status in ('DELIVERED', 'READ') group by 1
    ), times as (
      select m.resource_id as run_id, coalesce(e.delivered_at, e.read_at) as delivered_before, e.read_at as read_before,
        coalesce(least(e.delivered_at, t.delivered_at), e.read_at, t.read_at) as delivered_now, coalesce(e.read_at, t.read_at) as read_now
      from told t
      join messages m on m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = t.message_id and m.source = 'CAMPAIGN'
      cross join lateral (
        select min(at) filter (where status = 'DELIVERED') as delivered_at, min(at) filter (where status = 'READ') as read_at from message_events
        where enterprise_id = ${enterpriseId} and message_id = t.message_id and kind = 'receipt' and status in ('DELIVERED', 'READ')) e
    )
    insert into run_tally_changes (enterprise_id, run_id, kind, at, hours, count)
    select ${enterpriseId}, t.run_id, s.kind, s.at, s.hours, sum(s.step) from times t cross join lateral (
      select 'delivered' as kind, date_trunc('hour', t.delivered_now) as at, 0 as hours, 1 as step
      union all select 'delivered', date_trunc('hour', t.delivered_before), 0, -1 where t.delivered_before is not null
      union all select 'read', date_trunc('hour', t.read_now), 0, 1 where t.read_now is not null
      union all select 'read', date_trunc('hour', t.read_before), 0, -1 where t.read_before is not null
      union all select 'read_after', 'epoch', hours_until(t.delivered_now, t.read_now), 1 where t.read_now is not null
      union all select 'read_after', 'epoch', hours_until(t.delivered_before, t.read_before), -1 where t.read_before is not null) s
    group by 2, 3, 4, 5 having sum(s.step) <> 0`;

async function keepWaiting(tx: Tx, ctx: EnterpriseContext, channelId: string, receipts: readonly Receipt[]): Promise<void> {
  await tx
    .insertInto('waitingReceipts')
    .values(
      receipts.map((receipt) => ({
        enterpriseId: ctx.enterpriseId,
        receiptId: newId(),
        channelId,
        vendorMessageId: receipt.vendorMessageId,
        ourId: receipt.ourId,
        status: receipt.status,
        at: receipt.at,
        detail: JSON.stringify({ error: receipt.error ?? null, billing: receipt.billing ?? null }),
        receivedAt: ctx.now(),
      })),
    )
    .execute();
}

/** Receipts that came before the answer to the sending, for vendors' ids that are known by now. */
export async function applyWaiting(ctx: EnterpriseContext, tx: Tx, channelId: string, vendorIds: readonly string[]): Promise<void> {
  if (vendorIds.length === 0) return;
  const rows = await tx
    .deleteFrom('waitingReceipts')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`vendor_message_id = any(${vendorIds}::text[])`)
    .returningAll()
    .execute();
  await applyReceipts(ctx, tx, channelId, rows.map(toReceipt));
}

type WaitingRow = { vendorMessageId: string; ourId: string; status: string; at: Date; detail: Record<string, unknown> | null };

const toReceipt = (row: WaitingRow): Receipt => ({
  vendorMessageId: row.vendorMessageId,
  ourId: row.ourId,
  status: row.status as Receipt['status'],
  at: row.at,
  error: (row.detail?.error as VendorError | null) ?? undefined,
  billing: (row.detail?.billing as Record<string, string> | null) ?? undefined,
});

const lookedAt = 2000;

/** Once a round: the answer and the receipt may have crossed; after a quarter of an hour nobody's receipts are listed as orphans. */
export function settleWaiting(ctx: EnterpriseContext): Promise<void> {
  const limit = new Date(ctx.now().getTime() - orphanAfterMinutes * 60_000);
  return ctx.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('waitingReceipts')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('isOrphan', '=', false)
      .orderBy('receivedAt', 'desc')
      .limit(lookedAt)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const [channelId, receipts] of Map.groupBy(rows, (row) => row.channelId)) {
      const known = await findMessages(tx, ctx.enterpriseId, channelId, receipts.map(toReceipt));
      const found = receipts.filter((row) => known.has(row.vendorMessageId) || known.has(row.ourId));
      if (found.length === 0) continue;
      await tx
        .deleteFrom('waitingReceipts')
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where(sql<boolean>`receipt_id = any(${found.map((row) => row.receiptId)}::uuid[])`)
        .execute();
      await applyReceipts(ctx, tx, channelId, found.map(toReceipt));
    }
    await tx
      .updateTable('waitingReceipts')
      .set({ isOrphan: true })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('isOrphan', '=', false)
      .where('receivedAt', '<=', limit)
      .execute();
  });
}

/** All messages to this person up to a moment, as a watermark of Messenger confirms them. */
export async function findUpTo(tx: Tx, enterpriseId: string, channelId: string, address: string, at: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('messageId')
    .where('enterpriseId', '=', enterpriseId)
    .where('address', 'in', numberSpellings(address))
    .where('channelId', '=', channelId)
    .where('createdAt', '<=', at)
    .where('status', 'in', ['SENT', 'DELIVERED'])
    .orderBy('messageId', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => row.messageId);
}
