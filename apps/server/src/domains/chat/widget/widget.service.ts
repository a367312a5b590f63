import { type ChatConfig, uploadLimitBytes, type WidgetConfig, type WidgetEntry, type WidgetThread } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import type { WidgetChannel } from '../../channel/door.ts';
import { findByAddresses, type KnownCustomer } from '../../customer/door.ts';
import { isAnyoneOnline } from '../desk/desk.repository.ts';
import { presentWidgetEntry } from '../record/chat.present.ts';
import { type ChatRow, findLastChat, listActions } from '../record/chat.repository.ts';
import { isOpen, isRatingLate, mayRate } from '../record/chat.rules.ts';
import { readConfigOfChannel } from '../settings/settings.service.ts';
import { readChatSettings } from '../settings/settings.told.ts';

const pageOfThread = 100;
const mostThreadBytes = 262_144; // a hundred messages of the longest kind would be five times that

/** A visitor is known by the hash of a token that only the visitor's browser has. */
export const addressOf = (visitorToken: string): string => hashToken(visitorToken).toString('hex');

/** Returns the widget's settings before anybody has written. */
export function getWidgetConfig(ctx: EnterpriseContext, channel: WidgetChannel): Promise<WidgetConfig> {
  return ctx.read(async (tx) =>
    presentConfig(channel, await readConfigOfChannel(tx, ctx.enterpriseId, channel.channelId), await isAnyoneOnline(tx, ctx.enterpriseId)),
  );
}

const presentConfig = ({ data }: WidgetChannel, config: ChatConfig, isOnline: boolean): WidgetConfig => ({
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

export type Welcome = { config: WidgetConfig; thread: WidgetThread; customer: KnownCustomer | undefined };

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
    const config = presentConfig(
      channel,
      await readConfigOfChannel(tx, ctx.enterpriseId, channel.channelId),
      await isAnyoneOnline(tx, ctx.enterpriseId),
    );
    const customer = (await findByAddresses(tx, ctx.enterpriseId, channel.channelId, [address])).get(address);
    if (!customer) return { config, thread: emptyThread, customer };
    const chat = await findLastChat(tx, ctx.enterpriseId, channel.channelId, customer.customerId);
    if (!chat) return { config, thread: emptyThread, customer };
    const isSame = held.chatId === chat.chatId && chat.lastNumber - held.after <= pageOfThread;
    const actions = await listActions(
      tx,
      ctx.enterpriseId,
      chat.chatId,
      isSame ? { after: held.after, perPage: pageOfThread } : { perPage: pageOfThread },
    );
    const [agentName = ''] = await findUserNames(tx, ctx.enterpriseId, [chat.ownerId]);
    return {
      config,
      customer,
      thread: {
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
      },
    };
  });
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
