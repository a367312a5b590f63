import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { channelTypeNames } from './channel-types.ts';
import { vendorNames } from './vendor.ts';
import { type ChannelKey, channelKeys, environments } from './vendor-fields.ts';

export * from './channel-types.ts';

/** A domain that may show the widget: `example.com`, `*.example.com`, or either with a port. */
export const AllowedDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, faultTexts['domain.format']);

export const WebChannelData = z.object({
  allowedDomains: z.array(z.string()),
  title: text(60).default('Chat with us'),
  greeting: text(300).default('Hello! How can we help?'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, faultTexts['colour.format'])
    .default('#1f6f78'),
  /** First to answer: the bot, or the queue of agents. */
  entry: z.enum(['bot', 'queue']).default('bot'),
  /** Bot that answers; none: visitors wait for an agent. */
  botId: z.union([Id, z.literal('')]).default(''),
  /** Visitors who have not written connect too, so that those who look see who is on the site */
  watchesVisitors: formBoolean.optional(),
  /** E-mail channel by which answers reach visitors who have left; '': none */
  mailChannelId: z.union([Id, z.literal('')]).optional(),
  /** WhatsApp channel by which they go instead, and its template that is sent while no window is open; '': none */
  whatsAppChannelId: z.union([Id, z.literal('')]).optional(),
  whatsAppTemplateId: z.union([Id, z.literal('')]).optional(),
});
export type WebChannelData = z.infer<typeof WebChannelData>;

/**
 * Data as it is sent: apart from the answered form, since a list that forms may send cannot be written back. Fields of who answers that are
 * left out stay as they were. Other types than WEB send their vendor's keys here (vendor-fields.ts), which are checked by type and vendor.
 */
export const ChannelDataInput = WebChannelData.extend({
  allowedDomains: formList(AllowedDomain).refine((list) => list.length <= 50, faultTexts['domain.too_many']),
  entry: z.enum(['bot', 'queue']).optional(),
  botId: z.union([Id, z.literal('')]).optional(),
}).loose();

/** A stored secret as it is answered: never itself. */
export const SecretState = z.object({ isSet: z.literal(true), last4: z.string() });
export type SecretState = z.infer<typeof SecretState>;
const KeyState = z.union([z.string(), SecretState]).optional();
type KeyStates = Record<ChannelKey, typeof KeyState>;

export const ChannelData = z.object({
  allowedDomains: z.array(z.string()).optional(),
  title: z.string().optional(),
  greeting: z.string().optional(),
  colour: z.string().optional(),
  watchesVisitors: z.boolean().optional(),
  mailChannelId: z.string().optional(),
  whatsAppChannelId: z.string().optional(),
  whatsAppTemplateId: z.string().optional(),
  entry: z.enum(['bot', 'queue']),
  botId: z.string(),
  ...(Object.fromEntries(Object.keys(channelKeys).map((key) => [key, KeyState])) as KeyStates),
});
export type ChannelData = z.infer<typeof ChannelData>;

/** SETUP: not finished; ERROR: the vendor does not take what the channel says, see stateReason. Only ACTIVE sends; all but SETUP receive. */
export const channelStates = ['ACTIVE', 'PAUSED', 'ERROR', 'SETUP'] as const;
export type ChannelState = (typeof channelStates)[number];

export const Channel = z
  .object({
    _id: z.object({ $oid: Id }),
    id: Id,
    name: z.string(),
    type: z.number(),
    vendor: z.string(),
    contactId: z.string(),
    deptId: z.string(),
    environment: z.enum(environments),
    state: z.enum(channelStates),
    stateReason: z.string(),
    isActive: z.boolean(),
    widgetKey: z.string(),
    /** Messages a second; null: what the vendor's adapter proposes */
    speedPerSecond: z.number().nullable(),
    data: ChannelData,
    version: z.number(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

const VendorChoice = z.union([z.enum(vendorNames as [string, ...string[]]), z.literal('')]).default('');
export const ChannelSave = z.object({
  name: requiredText(80),
  type: z.coerce
    .number()
    .int()
    .refine((type) => type in channelTypeNames, faultTexts['channel.type_unknown']),
  vendor: VendorChoice,
  contactId: text(254).default(''),
  deptId: z.union([Id, z.literal('')]).default(''),
  environment: z.union([z.enum(environments), z.literal('')]).default(''),
  data: ChannelDataInput,
  speedPerSecond: z.coerce.number().min(0.01).max(1000).nullable().default(null),
  state: z.enum(['ACTIVE', 'PAUSED']).optional(),
  isActive: formBoolean.default(true),
});
export type ChannelSave = z.infer<typeof ChannelSave>;

/** Steps of "Test connection", each in words. */
export const ProbeStep = z.object({
  name: z.enum(['reach', 'credentials', 'number', 'callback', 'templates', 'folder', 'sending']),
  isOk: z.boolean(),
  text: z.string(),
});
export type ProbeStep = z.infer<typeof ProbeStep>;

/** Evidence for each feature of an adapter; 'assumed' waits for the vendor's word (channels.md 13). */
const Evidence = z.record(z.string(), z.enum(['confirmed', 'assumed']));

export const ChannelOptions = z.object({
  types: z.array(
    z.object({
      type: z.number(),
      vendors: z.array(
        z.object({
          vendor: z.string(),
          /** Allowed by the brand's list (WL-014); a vendor that is not may be tried in the sandbox */
          isAllowed: z.boolean(),
          speedPerSecond: z.number(),
          evidence: Evidence,
          /** Reason why no new channel can be made; '' where one can */
          closed: z.string(),
        }),
      ),
    }),
  ),
  /** True if this installation can send to the simulator */
  hasSimulator: z.boolean(),
});
export type ChannelOptions = z.infer<typeof ChannelOptions>;

export const channelUseKinds = ['run', 'template', 'chat'] as const;
export const ChannelDetails = z
  .object({
    channel: Channel,
    health: z.object({
      lastInboundAt: z.iso.datetime().nullable(),
      lastReceiptAt: z.iso.datetime().nullable(),
      /** Counts of the last hour */
      sentCount: z.number(),
      failedCount: z.number(),
      failuresInRow: z.number(),
      quality: z.string(),
    }),
    usedBy: z.array(z.object({ kind: z.enum(channelUseKinds), name: z.string(), count: z.number() })),
    /** Shown to users who may change channels: it proves the vendor's calls. */
    callback: z.object({ address: z.string(), token: z.string(), formerIsValid: z.boolean() }).nullable(),
    evidence: Evidence,
  })
  .meta({ id: 'ChannelDetails' });
export type ChannelDetails = z.infer<typeof ChannelDetails>;

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
      'JOURNEYS.VIEW',
      'JOURNEYS.CREATE',
      'JOURNEYS.EDIT',
      'JOURNEYS.DELETE',
      'JOURNEYS.VIEW_JOURNEYMONITOR',
    ],
    keyScopes: ['send', 'reports'],
    query: Page.extend({ name: text(120).default(''), type: z.coerce.number().int().optional() }),
    answer: z.object({ channelConfig: z.array(Channel), more: z.boolean() }),
    wrap: 'response',
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels',
    summary: 'Create a channel',
    audit: leaves('channel', 'create'),
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
    audit: leaves('channel', 'edit'),
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    /** `confirm`: that another number or vendor is meant, which keeps the history. */
    body: ChannelSave.extend({ version: Version, confirm: formBoolean.default(false) }),
    answer: Channel,
    wrap: 'response',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/channels/:channelId',
    summary: 'Delete a channel that nothing uses',
    audit: leaves('channel', 'delete'),
    tag,
    access: ['CHANNELS.DELETE'],
    params: ChannelParams,
    answer: z.null(),
    wrap: 'response',
  }),
  details: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels/:channelId/details',
    summary: 'A channel with its health, its users and where its vendor calls back',
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.EDIT'],
    params: ChannelParams,
    answer: ChannelDetails,
    wrap: 'response',
  }),
  options: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels/options',
    summary: 'Types and vendors that a new channel may have',
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.CREATE', 'CHANNELS.EDIT'],
    answer: ChannelOptions,
    wrap: 'response',
  }),
  /** `channelId`: an existing one, whose stored secrets stand in for those that are left empty. */
  test: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels/test',
    summary: 'Test connection: what the vendor says to a form that is not saved yet',
    audit: leaves('channel', 'test'),
    tag,
    access: ['CHANNELS.CREATE', 'CHANNELS.EDIT'],
    perMinute: 30,
    body: ChannelSave.pick({ type: true, vendor: true, contactId: true, environment: true, data: true }).extend({
      channelId: z.union([Id, z.literal('')]).default(''),
    }),
    answer: z.object({ isOk: z.boolean(), steps: z.array(ProbeStep) }),
    wrap: 'response',
  }),
  setState: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/channels/:channelId/state',
    summary: 'Pause or resume: a paused channel receives and does not send',
    audit: leaves('channel', 'edit'),
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    body: z.object({ state: z.enum(['ACTIVE', 'PAUSED']) }),
    answer: Channel,
    wrap: 'response',
  }),
  rotateHook: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels/:channelId/rotate_callback',
    summary: 'A new callback address; the former one stays valid until the change is finished',
    audit: leaves('channel', 'edit'),
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    answer: ChannelDetails,
    wrap: 'response',
  }),
  finishRotation: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels/:channelId/finish_rotation',
    summary: 'Ends the former callback address',
    audit: leaves('channel', 'edit'),
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    answer: ChannelDetails,
    wrap: 'response',
  }),
};
