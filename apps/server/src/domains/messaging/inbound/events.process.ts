import { type ChannelType, cleanText, cleanTexts, type VendorName } from '@parley/contract';
import { adapterFor, type ChannelEvent, type Connection, isNote, mailboxMethod, parseMailbox } from '@parley/vendors';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { tellAdministrators } from '../../account/door.ts';
import { applyTemplateEvents, noteTraffic, toConnection } from '../../channel/door.ts';
import { flowReports, inboundLocks, inboundNotes } from '../inbound-message/inbound.message.ts';
import { withCleanPages } from '../inbound-message/mail-pages.ts';
import { applyWishes, findWishes } from '../inbound-message/opt-out.ts';
import { type Arrived, fetchMedia, inboundAddress, notesOf, receiveArrived, type Source } from '../inbound-message/vendor-inbound.ts';
import { placeReports } from '../receipt/mail-reports.ts';
import { applyReceipts, findChatsOf, findUpTo, type Receipt } from '../receipt/receipts.ts';

const batch = 200;
const mostTries = 10;

type Waiting = {
  eventId: string;
  receivedAt: Date;
  method: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  tries: number;
};

/** Reads what waits of a channel, in the order in which it came; each batch with all of its effects is one transaction. */
export async function processRawEvents(deps: Deps, enterpriseId: string, channelId: string): Promise<void> {
  const ctx = enterpriseContext(deps, enterpriseId);
  for (let size = batch; ; ) {
    const source = await readSource(deps, ctx, channelId);
    if (!source) return;
    try {
      if (!(await processBatch(deps, ctx, channelId, source, size))) return;
      size = batch;
    } catch (error) {
      // One unreadable event must not block the others: they are read one by one, and it waits longer each time.
      deps.log.warn({ err: error, channelId }, 'raw events could not be read');
      if (size === 1) await putOff(deps, ctx, channelId, error);
      size = 1;
    }
  }
}

async function readSource(deps: Deps, ctx: EnterpriseContext, channelId: string): Promise<Source | undefined> {
  const row = await ctx.read((tx) =>
    tx
      .selectFrom('channels')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('channelId', '=', channelId)
      .executeTakeFirst(),
  );
  const adapter = row && adapterFor(row.vendor as VendorName, row.type as ChannelType);
  return adapter && { adapter, connection: toConnection(deps, row), entry: row.data.entry ?? 'queue', state: row.state };
}

const first = (tx: Read, enterpriseId: string, channelId: string, limit: number) =>
  sql<Waiting>`
  select q.event_id, q.received_at, q.tries, e.method, e.query, e.headers, e.body from (
    select * from raw_event_queue where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and due_at <= now()
    order by event_id limit ${limit}) q
  cross join lateral (
    select method, query, headers, body from raw_events
    where enterprise_id = ${enterpriseId} and event_id = q.event_id and received_at = q.received_at limit 1) e
  order by q.event_id`.execute(tx);

/** @returns whether there may be more */
async function processBatch(deps: Deps, ctx: EnterpriseContext, channelId: string, source: Source, limit: number): Promise<boolean> {
  const { enterpriseId } = ctx;
  const { rows } = await ctx.read((tx) => first(tx, enterpriseId, channelId, limit));
  if (rows.length === 0) return false;
  const parsed = new Map(rows.map((row) => [row.eventId, parse(source, row).filter((event) => belongs(event, source.connection))]));
  // Media of the vendor are fetched before the transaction: a fetch inside would hold its locks for seconds.
  const media = await fetchMedia(deps, ctx, source, [...parsed.values()].flat());
  for (const [eventId, events] of parsed) parsed.set(eventId, await withCleanPages(ctx, events));
  await ctx.transaction(async (tx) => {
    // One reader of a channel at a time keeps a customer's messages in their order; what another has read meanwhile is gone.
    await sql`select pg_advisory_xact_lock(hashtextextended(${channelId}, 0))`.execute(tx);
    const taken = await tx
      .deleteFrom('rawEventQueue')
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .where(sql<boolean>`event_id = any(${rows.map((row) => row.eventId)}::uuid[])`)
      .returning('eventId')
      .execute();
    const still = new Set(taken.map((row) => row.eventId));
    const read = rows.flatMap((row) => (still.has(row.eventId) ? (parsed.get(row.eventId) ?? []) : []));
    const events = await placeReports(tx, enterpriseId, channelId, read);
    const arrived = events.filter((event): event is Arrived => event.type === 'message.received');
    const receipts = await receiptsOf(tx, enterpriseId, channelId, events);
    const said = arrived.filter(({ content }) => !isNote(content));
    const notes = notesOf(source, arrived);
    // A filled form changes its filling before the message is taken: the chats come first, as everywhere.
    const hasForm = said.some(({ content }) => content.kind === 'form');
    if (hasForm || [said, receipts, notes].filter(({ length }) => length > 0).length > 1) {
      const chatIds = await findChatsOf(tx, enterpriseId, channelId, receipts);
      const addresses = said.map(({ from }) => inboundAddress(from, source.connection.type));
      const automatic = said.flatMap((event) => (event.isAutomatic ? [inboundAddress(event.from, source.connection.type)] : []));
      for (const lock of ctx.extensions.of(inboundLocks)) await lock(ctx, tx, { channelId, addresses, automatic, chatIds, notes });
    }
    await applyReceipts(ctx, tx, channelId, receipts);
    const wishes = await findWishes(tx, enterpriseId, source.connection.type, events);
    const secret = new Set(await receiveArrived(ctx, tx, source, said, media, wishes));
    if (notes.length > 0)
      for (const note of ctx.extensions.of(inboundNotes)) for (const { eventId } of await note(ctx, tx, notes)) secret.add(eventId);
    await emptyRead(
      tx,
      rows.filter(({ eventId }) =>
        parsed.get(eventId)?.some((event) => event.type === 'message.received' && secret.has(event.vendorMessageId)),
      ),
    );
    await applyTemplateEvents(ctx, tx, channelId, events);
    for (const event of events)
      if (event.type === 'flow.status') for (const apply of ctx.extensions.of(flowReports)) await apply(ctx, tx, channelId, event);
    await applyWishes(ctx, tx, source.connection, wishes.values());
    await noteTraffic(tx, enterpriseId, channelId, trafficOf(events, ctx.now()));
  });
  return rows.length === limit;
}

/**
 * Empties raw events with answers to sensitive questions. The answers lie sealed with the asker; in the vendor's event everybody could read
 * them.
 */
async function emptyRead(tx: Tx, rows: readonly Waiting[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`select empty_raw_events(${rows.map(({ eventId }) => eventId)}::uuid[], ${rows.map(({ receivedAt }) => receivedAt)}::timestamptz[])`.execute(
    tx,
  );
}

function parse({ adapter, connection }: Source, row: Waiting): ChannelEvent[] {
  if (row.method === mailboxMethod) return cleanTexts(parseMailbox(row, connection)).map((event) => inTime(event, row));
  const events = adapter.parseHook(
    {
      method: row.method,
      url: connection.hookUrl,
      query: Object.fromEntries(new URLSearchParams(row.query)),
      headers: row.headers,
      body: row.body,
    },
    connection,
  );
  // Every inbound text passes here: what a customer wrote arrives, however broken its characters are. The raw event keeps its bytes.
  return cleanTexts(events).map((event) => inTime(event, row));
}

const inTime = (event: ChannelEvent, row: Waiting): ChannelEvent =>
  event.type === 'message.received' ? { ...event, at: writtenAt(event.at, row) } : event;

/** Nobody writes later than we hear of it: a vendor without times, or with a wrong clock, has said it when it called. */
const writtenAt = (at: Date, { receivedAt }: Waiting): Date => (at.getTime() <= 0 || at > receivedAt ? receivedAt : at);

/** An event for another number or account than the channel's is kept and not applied. */
const belongs = ({ belongsTo }: ChannelEvent, connection: Connection): boolean => {
  if (!belongsTo || belongsTo.value === '') return true;
  const own = belongsTo.key === 'contactId' ? connection.contactId : (connection.config[belongsTo.key] ?? '');
  return own === '' || own.replace(/^\+/, '') === belongsTo.value.replace(/^\+/, '');
};

async function receiptsOf(tx: Tx, enterpriseId: string, channelId: string, events: readonly ChannelEvent[]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const event of events) {
    if (event.type !== 'message.status') continue;
    if (event.isWatermark) {
      const ids = await findUpTo(tx, enterpriseId, channelId, event.recipient, event.at);
      receipts.push(...ids.map((ourId) => ({ vendorMessageId: '', ourId, status: event.status, at: event.at })));
    } else receipts.push(event);
  }
  return receipts;
}

/** Reads the channel's own state from the events of one batch. */
function trafficOf(events: readonly ChannelEvent[], now: Date) {
  const quality = events.findLast((event) => event.type === 'number.quality');
  return {
    ...(events.some((event) => event.type === 'message.received') ? { lastInboundAt: now } : {}),
    ...(events.some((event) => event.type === 'message.status') ? { lastReceiptAt: now } : {}),
    ...(quality ? { quality: quality.quality } : {}),
  };
}

/** The first waiting event is tried again later; after ten tries it stays with its reason, and the administrators are notified. */
async function putOff(deps: Deps, ctx: EnterpriseContext, channelId: string, error: unknown): Promise<void> {
  const givenUp = await ctx.transaction(async (tx) => {
    const { rows } = await sql<{ eventId: string; tries: number }>`
      update raw_event_queue set tries = tries + 1, last_error = ${cleanText((error instanceof Error ? error.message : String(error)).slice(0, 500))},
        due_at = case when tries + 1 >= ${mostTries} then 'infinity' else now() + make_interval(secs => 5 * power(2, tries)) end
      where enterprise_id = ${ctx.enterpriseId} and channel_id = ${channelId} and event_id = (
        select event_id from raw_event_queue where enterprise_id = ${ctx.enterpriseId} and channel_id = ${channelId} and due_at <= now()
        order by event_id limit 1) returning event_id, tries`.execute(tx);
    const [row] = rows;
    if (!row || row.tries < mostTries) return undefined;
    await tellAdministrators(ctx, tx, {
      code: 'event.given_up',
      values: {},
      cause: channelId,
    });
    return row.eventId;
  });
  if (!givenUp) return;
  deps.metrics.eventsGivenUp.inc();
  deps.log.error({ err: error, channelId, eventId: givenUp }, 'a raw event is given up');
}
