import { fold, type Input, type Location, type Media, readPayload } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { StreamArrival, StreamInbound, StreamReturn } from '../../chat/door.ts';
import { campaignsReaching } from '../../outreach/door.ts';
import { chooseEntry, type Entry, type Lost, type Said } from './entry.rules.ts';
import { putInputs } from './instance.inputs.ts';
import { startOf } from './instance.rows.ts';
import { beginInstance } from './instance.start.ts';
import { resumeWalk } from './instance.suspend.ts';

type Holder = { instanceId: string; priority: number; mayBeInterrupted: boolean };

/** The walk that talks with a customer on a channel now. */
async function findHolder(tx: Tx, enterpriseId: string, channelId: string, customerId: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select l.instance_id, l.priority, coalesce((v.document #>> '{settings,mayBeInterrupted}')::boolean, true) as may_be_interrupted
    from journey_live l join journey_versions v
      on v.enterprise_id = l.enterprise_id and v.journey_id = l.journey_id and v.version = l.version
    where l.enterprise_id = ${enterpriseId} and l.channel_id = ${channelId} and l.customer_id = ${customerId} and l.holds`.execute(tx);
  return rows[0];
}

/** Whether a walk that a press names is this customer's. It may be over: whoever presses is told so. */
async function isOfCustomer(tx: Tx, enterpriseId: string, customerId: string, instanceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyInstances')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startOf(instanceId))
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rules of a channel whose streams are published and not paused. */
async function readEntries(tx: Tx, enterpriseId: string, channelId: string): Promise<Entry[]> {
  const rows = await tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select([
      'e.entryId',
      'e.journeyId',
      'j.name as journeyName',
      'e.version',
      'e.kind',
      'e.word',
      'e.settings',
      'e.priority',
      'e.createdAt',
    ])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.channelId', '=', channelId)
    .where('e.isActive', '=', true)
    .where('j.state', '=', 'PUBLISHED')
    .where('j.deletedAt', 'is', null)
    .execute();
  return rows;
}

const kinds = { image: 'image', audio: 'audio', video: 'video' } as const;
const toMedia = ({ id, name, type, size }: StoredAttachment): Media => ({
  $: 'media',
  id,
  kind: kinds[type.split('/')[0] as keyof typeof kinds] ?? 'document',
  name,
  mime: type,
  size,
});

const mediaOf = ({ message }: StreamArrival): Media[] => (message.attachment ? [toMedia(message.attachment)] : []);
function placeOf({ message: { detail } }: StreamArrival): Location | null {
  if (detail?.kind !== 'location') return null;
  const { latitude, longitude, name, address } = detail;
  return { $: 'location', latitude, longitude, name, address };
}
const payloadOf = ({ message: { detail } }: StreamArrival): string => (detail?.kind === 'reply' ? detail.payload : '');
const toInput = (arrival: StreamArrival): Input => ({
  kind: 'message',
  text: arrival.message.text,
  media: mediaOf(arrival),
  location: placeOf(arrival),
});

/**
 * Who gets a customer's message (journeys.md 2): the walk whose button was pressed, the one that talks, or the stream that a rule begins. It is
 * kept in the transaction that received it; the step is a worker's.
 */
async function take(ctx: EnterpriseContext, tx: Tx, arrival: StreamArrival): Promise<'taken' | 'left'> {
  const { enterpriseId } = ctx;
  const { chat, customer, message } = arrival;
  const key = `m:${message.key}`;
  const pressed = readPayload(payloadOf(arrival));
  if (pressed && (await isOfCustomer(tx, enterpriseId, customer.customerId, pressed.instance))) {
    await putInputs(ctx, tx, [{ instanceId: pressed.instance, input: { kind: 'press', turn: pressed.turn, item: pressed.item }, key }]);
    return 'taken';
  }
  const [holder, entries] = await Promise.all([
    findHolder(tx, enterpriseId, chat.channelId, customer.customerId),
    readEntries(tx, enterpriseId, chat.channelId),
  ]);
  const said: Said = { text: fold(message.text), payload: payloadOf(arrival), campaigns: [] };
  if (holder) {
    const higher = entries.filter(({ kind, priority }) => (kind === 'keyword' || kind === 'payload') && priority > holder.priority);
    const { chosen, lost } = holder.mayBeInterrupted ? chooseEntry(higher, said) : { chosen: undefined, lost: [] };
    if (!chosen || !(await begin(ctx, tx, arrival, { chosen, lost })))
      await putInputs(ctx, tx, [{ instanceId: holder.instanceId, input: toInput(arrival), key }]);
    return 'taken';
  }
  const campaigns = entries.some(({ kind }) => kind === 'campaign') ? await campaignsReaching(ctx, tx, message) : [];
  const { chosen, lost } = chooseEntry(entries, { ...said, campaigns });
  return chosen && (await begin(ctx, tx, arrival, { chosen, lost })) ? 'taken' : 'left';
}

const mostLost = 10;

/** The walk knows which streams had a rule too, and why they did not begin, for whoever asks later. */
async function begin(
  ctx: EnterpriseContext,
  tx: Tx,
  arrival: StreamArrival,
  { chosen: entry, lost }: { chosen: Entry; lost: readonly Lost[] },
): Promise<boolean> {
  const { chat, customer, message } = arrival;
  const stream = { journeyId: entry.journeyId, version: entry.version, channelId: chat.channelId };
  const begun = await beginInstance(ctx, tx, stream, {
    customerId: customer.customerId,
    address: chat.address,
    chatId: chat.chatId,
    entryId: entry.entryId,
    entry: {
      kind: entry.kind,
      word: entry.word,
      text: message.text,
      channel: chat.channelId,
      lost: lost.slice(0, mostLost).map((one) => ({ journeyName: one.entry.journeyName, reason: one.reason })),
    },
    said: { text: message.text, media: mediaOf(arrival) },
  });
  return 'instanceId' in begun;
}

export const journeyInbound: StreamInbound = { take };

/** People have ended a chat that a stream had handed to them, or that it waited for. */
export const journeyReturns = {
  async returned(ctx: EnterpriseContext, tx: Tx, { instanceId, chat, exit }: StreamReturn): Promise<void> {
    await putInputs(ctx, tx, [{ instanceId, input: { kind: 'agent', exit }, key: `a:${chat.chatId}:${chat.lastNumber}` }]);
    const waiting = await tx
      .selectFrom('journeyLive')
      .select('instanceId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('chatId', '=', chat.chatId)
      .where('isSuspended', '=', true)
      .orderBy('instanceId')
      .execute();
    for (const one of waiting) await resumeWalk(ctx, tx, one.instanceId);
  },
};

/** Whether a walk of the stream was in this chat. */
async function hasSpokenIn(tx: Tx, enterpriseId: string, journeyId: string, of: { customerId: string; chatId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyInstances')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', of.customerId)
    .where('journeyId', '=', journeyId)
    .where('chatId', '=', of.chatId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An agent has ended a chat: the stream that a rule of the channel has for that begins, as often as it lets the same person in. Chats that
 * streams and bots end begin none, nor does one that the stream itself has handed over: streams would begin without end.
 */
export async function beginAtEnd(
  ctx: EnterpriseContext,
  tx: Tx,
  { chatId, channelId, customerId, address }: { chatId: string; channelId: string; customerId: string; address: string },
): Promise<void> {
  const entry = (await readEntries(tx, ctx.enterpriseId, channelId)).find(({ kind }) => kind === 'ended');
  if (!entry || (await hasSpokenIn(tx, ctx.enterpriseId, entry.journeyId, { customerId, chatId }))) return;
  const { journeyId, version } = entry;
  await beginInstance(
    ctx,
    tx,
    { journeyId, version, channelId },
    {
      customerId,
      address,
      chatId,
      entryId: entry.entryId,
      entry: { kind: entry.kind, word: '', text: '', channel: channelId, lost: [] },
      said: null,
    },
  );
}

/** Somebody wants no marketing any more: streams of theirs end, or go on with what is none, as each says itself. */
export async function stopByWish(ctx: EnterpriseContext, tx: Tx, address: string): Promise<void> {
  const { rows } = await sql<{ instanceId: string }>`
    select l.instance_id from journey_live l
    join customer_addresses a on a.enterprise_id = l.enterprise_id and a.channel_id = l.channel_id and a.customer_id = l.customer_id
    where l.enterprise_id = ${ctx.enterpriseId} and a.address = ${address} order by l.instance_id`.execute(tx);
  await putInputs(
    ctx,
    tx,
    rows.map(({ instanceId }) => ({ instanceId, input: { kind: 'optOut' as const }, key: null })),
  );
}
