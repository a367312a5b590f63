import { type ChatConfig, uploadLimitBytes, type WidgetConfig, type WidgetEntry, type WidgetThread } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import type { WidgetChannel } from '../../channel/door.ts';
import { findByAddresses, type KnownCustomer, listAddresses, listExternalIds } from '../../customer/door.ts';
import { presentWidgetEntry } from '../record/chat.present.ts';
import { type ChatRow, findLastChat, listActions, listChanged } from '../record/chat.repository.ts';
import { isOpen, isRatingLate, mayRate } from '../record/chat.rules.ts';
import { readConfigOfChannel } from '../settings/settings.service.ts';
import { readChatSettings } from '../settings/settings.told.ts';
import { readWidgetForm } from '../site-form/site-form.ask.ts';
import { readWidgetRules } from '../site-rule/site-rule.service.ts';
import { readPresence } from '../visitor/presence.ts';

const pageOfThread = 100;
const mostDevices = 20;
const mostThreadBytes = 262_144; // a hundred messages of the longest kind would be five times that

/** A visitor is known by the hash of a token that only the visitor's browser has. */
export const addressOf = (visitorToken: string): string => hashToken(visitorToken).toString('hex');

/** Returns the widget's settings before anybody has written. */
export function getWidgetConfig(ctx: EnterpriseContext, channel: WidgetChannel): Promise<WidgetConfig> {
  return ctx.read((tx) => readConfig(ctx, tx, channel));
}

async function readConfig(ctx: EnterpriseContext, tx: Read, channel: WidgetChannel, customer?: KnownCustomer): Promise<WidgetConfig> {
  const { enterpriseId } = ctx;
  const [config, { presence, isOnline, isClosed }, rules] = await Promise.all([
    readConfigOfChannel(tx, enterpriseId, channel.channelId),
    readPresence(tx, enterpriseId, channel.channelId, ctx.now()),
    readWidgetRules(tx, enterpriseId, channel.channelId),
  ]);
  const form = await readWidgetForm(tx, enterpriseId, { channelId: channel.channelId, customer, isClosed });
  return { ...presentConfig(channel, config, isOnline), presence, ...(rules.length > 0 ? { rules } : {}), ...(form ? { form } : {}) };
}

const presentConfig = ({ data }: WidgetChannel, config: ChatConfig, isOnline: boolean): WidgetConfig => ({
  ...(data.watchesVisitors ? { isWatched: true } : {}),
  title: data.title,
  greeting: data.greeting,
  colour: data.colour,
  isOnline,
  hasBot: data.entry === 'bot',
  ratingEnabled: config.ratingEnabled,
  maxFileBytes: uploadLimitBytes,
});

const emptyThread: WidgetThread = {
  chatId: null,
  isOpen: false,
  handledBy: null,
  agentName: '',
  entries: [],
  readUpTo: 0,
  canRate: false,
  asksComment: true,
};

/** @property isKnown the enterprise's systems know the customer by a name. @property addresses of all of the customer's devices */
export type Welcome = {
  config: WidgetConfig;
  thread: WidgetThread;
  customer: KnownCustomer | undefined;
  isKnown: boolean;
  addresses: string[];
};

/**
 * The visitor's last chat, from the entry after `held.after` on when the widget holds that very chat, else its newest page.
 * @param address what the visitor's token hashes to
 */
export function welcomeVisitor(
  ctx: EnterpriseContext,
  channel: WidgetChannel,
  address: string,
  held: { chatId: string; after: number },
): Promise<Welcome> {
  return ctx.read(async (tx) => {
    const customer = (await findByAddresses(tx, ctx.enterpriseId, channel.channelId, [address])).get(address);
    const config = await readConfig(ctx, tx, channel, customer);
    if (!customer) return { config, thread: emptyThread, customer, isKnown: false, addresses: [address] };
    const isKnown = (await listExternalIds(tx, ctx.enterpriseId, customer.customerId)).length > 0;
    // Somebody who is known reads along on each of their devices.
    const others = isKnown ? await listAddresses(tx, ctx.enterpriseId, channel.channelId, customer.customerId, mostDevices) : [];
    const known = { config, customer, isKnown, addresses: [...new Set([address, ...others])] };
    return { ...known, thread: await readVisitorThread(ctx, tx, { channelId: channel.channelId, customerId: customer.customerId }, held) };
  });
}

const nothingHeld = { chatId: '', after: 0 };

/** The last chat of a customer on a channel, as its page shows it. @param held what the page has already */
export async function readVisitorThread(
  ctx: EnterpriseContext,
  tx: Read,
  { channelId, customerId }: { channelId: string; customerId: string },
  held: { chatId: string; after: number } = nothingHeld,
): Promise<WidgetThread> {
  const chat = await findLastChat(tx, ctx.enterpriseId, channelId, customerId);
  if (!chat) return emptyThread;
  const isSame = held.chatId === chat.chatId;
  const hasAll = isSame && chat.lastNumber - held.after <= pageOfThread;
  const newer = await listActions(
    tx,
    ctx.enterpriseId,
    chat.chatId,
    hasAll ? { after: held.after, perPage: pageOfThread } : { perPage: pageOfThread },
  );
  // Entries that were changed while the widget had no line are among those that it holds.
  const changed = isSame ? await listChanged(tx, ctx.enterpriseId, chat.chatId, held.after, pageOfThread) : [];
  const actions = [...changed.reverse(), ...newer];
  const [agentName = ''] = await findUserNames(tx, ctx.enterpriseId, [chat.ownerId]);
  return {
    chatId: chat.chatId,
    isOpen: isOpen(chat),
    handledBy: isOpen(chat) ? chat.handledBy : null,
    agentName,
    entries: newestWithin(
      actions.flatMap((action) => presentWidgetEntry(action, ctx.fileUrl) ?? []),
      mostThreadBytes,
    ),
    readUpTo: chat.customerReadNumber,
    ...(await ratingOf(ctx, tx, chat)),
  };
}

/** A chat is asked for its settings only where it may be rated. */
async function ratingOf(ctx: EnterpriseContext, tx: Read, chat: ChatRow): Promise<Pick<WidgetThread, 'canRate' | 'asksComment'>> {
  if (!mayRate(chat)) return { canRate: false, asksComment: true };
  const { config } = await readChatSettings(tx, chat, ctx.now());
  return { canRate: !isRatingLate(chat, config.ratingWithinHours, ctx.now()), asksComment: config.ratingCommentEnabled };
}

/** The last of the entries that fit into so many bytes, one at the least. */
export function newestWithin(entries: WidgetEntry[], mostBytes: number): WidgetEntry[] {
  let bytes = 0;
  const tooMany = entries.findLastIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return bytes > mostBytes;
  });
  return entries.slice(Math.min(tooMany + 1, entries.length - 1));
}
