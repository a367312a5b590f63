import { channelTypes } from '../channel/channel-types.ts';
import { formNumber, Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { ChatConfig, ChatSettingSources, chatMessageLanguages, chatMessages, chatSettingKeys } from './settings.ts';

/** Types of channels whose customers talk to people. */
export const previewChannels = [
  channelTypes.WEB,
  channelTypes.WHATSAPP,
  channelTypes.RCS,
  channelTypes.SMS,
  channelTypes.EMAIL,
  channelTypes.TELEGRAM,
  channelTypes.FACEBOOK_MESSENGER,
  channelTypes.INSTAGRAM,
] as const;
export type PreviewChannel = (typeof previewChannels)[number];

/**
 * Ways in which a text reaches customers of a channel at a time: as a message, in the line of the act that it goes with, or not at all, since it
 * is empty, the department is open or closed then, the channel cannot carry it, or a setting is off.
 */
export const messageWays = ['message', 'line', 'empty', 'notNow', 'notHere', 'off'] as const;
export type MessageWay = (typeof messageWays)[number];

export const ChatPreviewQuery = z.object({
  deptId: z.union([Id, z.literal('')]).default(''),
  channelType: formNumber(0, 99)
    .pipe(z.literal([...previewChannels]))
    .default(channelTypes.WEB),
  /** Left out: now */
  at: Instant.optional(),
});
export type ChatPreviewQuery = z.output<typeof ChatPreviewQuery>;

export const ChatPreview = z
  .object({
    at: Instant,
    /** Null: there is no calendar, and it is always open. `until`: the next change, where it comes within 400 days. */
    hours: z.object({ isOpen: z.boolean(), until: Instant.nullable(), timeZone: z.string() }).nullable(),
    chat: ChatConfig,
    sources: ChatSettingSources,
    /** Settings that count for this channel, in the order of the screen */
    keys: z.array(z.enum(chatSettingKeys)),
    messages: z.array(
      z.object({ name: z.enum(chatMessages), language: z.enum(chatMessageLanguages), way: z.enum(messageWays), text: z.string() }),
    ),
  })
  .meta({ id: 'ChatPreview' });
export type ChatPreview = z.infer<typeof ChatPreview>;
