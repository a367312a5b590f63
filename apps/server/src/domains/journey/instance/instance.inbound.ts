import { numberSpellings } from '@parley/contract';
import { fold, type Input, type Location, type Media, readPayload } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { HeardByPeople, StreamArrival, StreamInbound, StreamReturn, TakerPort } from '../../chat/door.ts';
import { campaignsReaching } from '../../outreach/door.ts';
import { messageKeys, putInputs } from '../inbox/instance.inputs.ts';
import { resumeWalk } from '../inbox/instance.suspend.ts';
import { followMerged } from '../merge/instance.merged.ts';
import { findLive } from '../row/instance.repository.ts';
import { beginInstance } from '../start/instance.start.ts';
import { chooseRule, type Lost, type Rule, type Said } from '../start/start.rules.ts';
import {
  findBeginningRules,
  findByAddresses,
  findHolder,
  findPressed,
  findRequestRules,
  findSuspendedIn,
  findWalkBehind,
  hasSpokenIn,
} from './inbound.repository.ts';

/**
 * Tells whether a press is for the walk that it names: it is this customer's, and no other goes on instead of it. It may be over: the customer is
 * told so.
 */
async function isForItsWalk(tx: Tx, enterpriseId: string, customerId: string, instanceId: string): Promise<boolean> {
  const row = await findPressed(tx, enterpriseId, customerId, instanceId);
  if (!row) return false;
  return row.mergedInto === null || !(await findLive(tx, enterpriseId, [row.mergedInto])).some(({ holds }) => holds);
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
/** Returns the text, even where all others get it masked. */
const saidOf = ({ message }: Pick<StreamArrival, 'message'>) => message.secret ?? { text: message.text, detail: message.detail };
function placeOf(arrival: StreamArrival): Location | null {
  const { detail } = saidOf(arrival);
  if (detail?.kind !== 'location') return null;
  const { latitude, longitude, name, address } = detail;
  return { $: 'location', latitude, longitude, name, address };
}
function payloadOf(arrival: Pick<StreamArrival, 'message'>): string {
  const { detail } = saidOf(arrival);
  return detail?.kind === 'reply' ? detail.payload : '';
}
const toInput = (arrival: StreamArrival): Input => ({
  kind: 'message',
  text: saidOf(arrival).text,
  media: mediaOf(arrival),
  location: placeOf(arrival),
});

/**
 * Decides which walk gets a customer's message (journeys.md 2): the walk whose button was pressed, the one that talks, or a new one that a
 * rule begins. The message is stored in the transaction that received it; a worker takes the step.
 */
async function take(ctx: EnterpriseContext, tx: Tx, arrival: StreamArrival): Promise<'taken' | 'left'> {
  const { enterpriseId } = ctx;
  const { chat, customer, message } = arrival;
  const key = `${messageKeys}${message.key}`;
  const isSecret = message.secret !== undefined;
  const pressed = readPayload(payloadOf(arrival));
  if (pressed && (await isForItsWalk(tx, enterpriseId, customer.customerId, pressed.instance))) {
    await putInputs(ctx, tx, [
      { instanceId: pressed.instance, input: { kind: 'press', turn: pressed.turn, item: pressed.item }, key, isSecret },
    ]);
    return 'taken';
  }
  const [seated, rules] = await Promise.all([
    findHolder(tx, enterpriseId, chat.channelId, customer.customerId),
    findBeginningRules(tx, enterpriseId, chat.channelId),
  ]);
  const holder =
    seated ?? ((await followMerged(ctx, tx, chat)) ? await findHolder(tx, enterpriseId, chat.channelId, customer.customerId) : undefined);
  const said: Said = { text: fold(saidOf(arrival).text), payload: payloadOf(arrival), campaigns: [] };
  if (holder) {
    const higher = rules.filter(({ kind, priority }) => (kind === 'keyword' || kind === 'payload') && priority > holder.priority);
    const { chosen, lost } = holder.mayBeInterrupted ? chooseRule(higher, said) : { chosen: undefined, lost: [] };
    if (!chosen || !(await begin(ctx, tx, arrival, { chosen, lost })))
      await putInputs(ctx, tx, [{ instanceId: holder.instanceId, input: toInput(arrival), key, isSecret }]);
    return 'taken';
  }
  const campaigns = rules.some(({ kind }) => kind === 'campaign') ? await campaignsReaching(ctx, tx, message) : [];
  const { chosen, lost } = chooseRule(rules, { ...said, campaigns });
  return chosen && (await begin(ctx, tx, arrival, { chosen, lost })) ? 'taken' : 'left';
}

const mostLost = 10;

/** The walk knows which streams had a rule too, and why they did not begin, for later questions. */
async function begin(
  ctx: EnterpriseContext,
  tx: Tx,
  arrival: StreamArrival,
  { chosen: rule, lost }: { chosen: Rule; lost: readonly Lost[] },
): Promise<boolean> {
  const { chat, customer, message } = arrival;
  const stream = { journeyId: rule.journeyId, version: rule.version, channelId: chat.channelId };
  const begun = await beginInstance(ctx, tx, stream, {
    customerId: customer.customerId,
    address: chat.address,
    chatId: chat.chatId,
    entryId: rule.entryId,
    entry: {
      kind: rule.kind,
      word: rule.word,
      text: message.text,
      channel: chat.channelId,
      lost: lost.slice(0, mostLost).map((one) => ({ journeyName: one.rule.journeyName, reason: one.reason })),
    },
    // An answer to another stream's sensitive question is given to no other stream.
    said: message.secret ? null : { text: message.text, media: mediaOf(arrival) },
  });
  return 'instanceId' in begun;
}

/**
 * Matches the exact words or the button alone: a rule for a word within a text, or for any message, is no request that agents have to know
 * of.
 */
async function meant({ enterpriseId }: EnterpriseContext, tx: Tx, { channelId, messages }: HeardByPeople): Promise<string[]> {
  const all = messages.map((message): Said => ({ text: fold(saidOf({ message }).text), payload: payloadOf({ message }), campaigns: [] }));
  const words = new Set(all.flatMap(({ text, payload }) => [text, payload]).filter((word) => word !== ''));
  const rules = words.size === 0 ? [] : await findRequestRules(tx, enterpriseId, channelId, [...words]);
  return all.map((said) => chooseRule(rules, said).chosen?.journeyName ?? '');
}

export const journeyInbound: StreamInbound = { take, meant };

/** People have ended a chat that a stream had handed to them, or that it waited for. */
export const journeyReturns = {
  async returned(ctx: EnterpriseContext, tx: Tx, { instanceId, chat, exit }: StreamReturn): Promise<void> {
    await putInputs(ctx, tx, [{ instanceId, input: { kind: 'agent', exit }, key: `a:${chat.chatId}:${chat.lastNumber}` }]);
    for (const waiting of await findSuspendedIn(tx, ctx.enterpriseId, chat.chatId)) await resumeWalk(ctx, tx, waiting);
  },
};

/** The stream that has handed a chat to people, or that is silent in it, goes on when they return it. */
export const journeyTaker: TakerPort = {
  kind: 'stream',
  find: (tx, { enterpriseId, chatId, returnsTo }) => findWalkBehind(tx, { enterpriseId, chatId, handedBy: returnsTo }),
};

/**
 * An agent has ended a chat: the stream that a rule of the channel has for that begins, as often as it lets the same person in. Chats that
 * streams and bots end begin none, nor does one that the stream itself has handed over: streams would begin without end.
 */
export async function beginAtEnd(
  ctx: EnterpriseContext,
  tx: Tx,
  { chatId, channelId, customerId, address }: { chatId: string; channelId: string; customerId: string; address: string },
): Promise<void> {
  const rule = (await findBeginningRules(tx, ctx.enterpriseId, channelId)).find(({ kind }) => kind === 'ended');
  if (!rule || (await hasSpokenIn(tx, ctx.enterpriseId, rule.journeyId, { customerId, chatId }))) return;
  const { journeyId, version } = rule;
  await beginInstance(
    ctx,
    tx,
    { journeyId, version, channelId },
    {
      customerId,
      address,
      chatId,
      entryId: rule.entryId,
      entry: { kind: rule.kind, word: '', text: '', channel: channelId, lost: [] },
      said: null,
    },
  );
}

/** Somebody wants no marketing any more: streams of theirs end, or go on with what is none, as each says itself. */
export async function stopByWish(ctx: EnterpriseContext, tx: Tx, address: string): Promise<void> {
  const instanceIds = await findByAddresses(tx, ctx.enterpriseId, numberSpellings(address));
  await putInputs(
    ctx,
    tx,
    instanceIds.map((instanceId) => ({ instanceId, input: { kind: 'optOut' as const }, key: null })),
  );
}
