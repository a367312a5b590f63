import { defineEndpoint } from './endpoint.ts';
import { formList, Id, Page, requiredText, text } from './fields.ts';
import { z } from './z.ts';

/** Channel types of the specification; a WEB channel is what the widget talks to. */
export const channelTypes = {
  SMS: 0,
  EMAIL: 1,
  FACEBOOK_MESSENGER: 3,
  WHATSAPP: 4,
  TELEGRAM: 5,
  GOOGLE_BUSINESS_MESSENGER: 6,
  IVRS: 9,
  RCS: 10,
  INSTAGRAM: 11,
  WEB: 12,
} as const;
export type ChannelType = (typeof channelTypes)[keyof typeof channelTypes];

export const channelTypeNames: Record<ChannelType, string> = {
  0: 'SMS',
  1: 'EMAIL',
  3: 'FACEBOOK MESSENGER',
  4: 'WHATSAPP',
  5: 'TELEGRAM',
  6: 'GOOGLE BUSINESS MESSENGER',
  9: 'IVRS',
  10: 'RCS',
  11: 'INSTAGRAM',
  12: 'WEB',
};

/** A domain that may show the widget: `example.com`, `*.example.com`, or either with a port. */
export const AllowedDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'A domain, such as example.com or *.example.com.');

export const WebChannelData = z.object({
  allowedDomains: z.array(z.string()),
  title: text(60).default('Chat with us'),
  greeting: text(300).default('Hello! How can we help?'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'A colour looks like #1f6feb.')
    .default('#1f6f78'),
  /** Who answers first: the bot, or the queue of agents. */
  entry: z.enum(['bot', 'queue']).default('bot'),
  /** Which bot; none: visitors wait for an agent. */
  botId: z.union([Id, z.literal('')]).default(''),
});
export type WebChannelData = z.infer<typeof WebChannelData>;

/** As it is sent: apart from what is answered, since a list that forms may send cannot be written back. */
export const WebChannelInput = WebChannelData.extend({
  allowedDomains: formList(AllowedDomain).refine((list) => list.length <= 50, 'At most 50 domains.'),
});

export const Channel = z
  .object({
    id: Id,
    name: z.string(),
    type: z.number(),
    vendor: z.string(),
    isActive: z.boolean(),
    widgetKey: z.string(),
    data: WebChannelData,
    version: z.number(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

const ChannelSave = z.object({
  name: requiredText(80),
  type: z.coerce
    .number()
    .int()
    .refine((type) => type === channelTypes.WEB, 'Only WEB (12) channels can be made so far.'),
  data: WebChannelInput,
  isActive: z.boolean().default(true),
});
const ChannelParams = z.object({ channelId: Id });
const tag = 'Channels';

export const channelEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels',
    summary: 'Channels of the enterprise',
    tag,
    access: [
      'CHANNELS.VIEW',
      'CHANNELS.CREATE',
      'CHANNELS.EDIT',
      'CHANNELS.DELETE',
      'CHAT.HANDLE',
      'MSG_TEMPLATES.VIEW',
      'MSG_TEMPLATES.CREATE',
      'MSG_TEMPLATES.EDIT',
      'CAMPAIGNS.CREATE',
      'CAMPAIGNS.EDIT',
    ],
    query: Page.extend({ name: text(120).default(''), type: z.coerce.number().int().optional() }),
    answer: z.object({ channelConfig: z.array(Channel), more: z.boolean() }),
    wrap: 'response',
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels',
    summary: 'Create a WEB channel',
    tag,
    access: ['CHANNELS.CREATE'],
    body: ChannelSave,
    answer: Channel,
    wrap: 'response',
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels/:channelId',
    summary: 'One channel',
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.EDIT'],
    params: ChannelParams,
    answer: Channel,
    wrap: 'response',
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/channels/:channelId',
    summary: 'Change a channel',
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    body: ChannelSave.extend({ version: z.coerce.number().int() }),
    answer: Channel,
    wrap: 'response',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/channels/:channelId',
    summary: 'Delete a channel that no chat has used',
    tag,
    access: ['CHANNELS.DELETE'],
    params: ChannelParams,
    answer: z.null(),
    wrap: 'response',
  }),
};
