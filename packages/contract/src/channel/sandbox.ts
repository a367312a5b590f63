import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { templateCategories, templateStatuses } from './template-marks.ts';

/** Behaviour of the simulator towards one sandbox channel; every field has a value that means "as usual". */
export const SandboxBehaviour = z.object({
  /** So many of the next sends are refused with this code of the vendor */
  failNext: z.object({ count: z.number().int().min(0).max(1_000_000), code: text(60) }).default({ count: 0, code: '' }),
  /** This share of what is accepted fails later, with this code */
  failShare: z.object({ share: z.number().min(0).max(1), code: text(60) }).default({ share: 0, code: '' }),
  delayMs: z.number().int().min(0).max(60_000).default(0),
  receiptDelayMs: z.number().int().min(0).max(600_000).default(300),
  receipts: z.enum(['all', 'none', 'noRead', 'readOnly', 'reversed', 'repeated', 'beforeAnswer']).default('all'),
  /** The connection breaks before or after the vendor has taken the message */
  cut: z.enum(['none', 'before', 'after']).default('none'),
  /** Messages that it takes in a second; 0: as many as come */
  perSecond: z.number().min(0).max(100_000).default(0),
  approve: z.enum(['auto', 'manual', 'reject']).default('auto'),
  rejectReason: text(200).default('INVALID_FORMAT'),
  /** Hours by which its clock is ahead: 24 hours after the customer's last message free text is refused */
  clockShiftHours: z.number().min(0).max(1000).default(0),
  /** Load mode: ids and counts alone are kept, and no phones */
  isLight: z.boolean().default(false),
});
export type SandboxBehaviour = z.infer<typeof SandboxBehaviour>;

export const sandboxMediaKinds = ['image', 'audio', 'video', 'document', 'sticker'] as const;
export const SandboxMedia = z.object({
  kind: z.enum(sandboxMediaKinds),
  url: z.string(),
  mimeType: z.string(),
  fileName: z.string(),
});
export type SandboxMedia = z.infer<typeof SandboxMedia>;

export const SandboxButton = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(['reply', 'quickReply', 'row', 'url', 'call', 'code', 'place', 'askPlace', 'calendar', 'flow']),
  /** The address, number or code behind it, or the vendor's id of the flow */
  value: z.string(),
});
export type SandboxButton = z.infer<typeof SandboxButton>;

export const SandboxCard = z.object({
  title: z.string(),
  text: z.string(),
  media: SandboxMedia.nullable(),
  buttons: z.array(SandboxButton),
});
export type SandboxCard = z.infer<typeof SandboxCard>;

/**
 * The parts of a mail beside its words.
 * @property headers those that place it in a thread, or mark it as a program's
 * @property files names of what is attached
 */
export const SandboxMail = z.object({
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
  /** It has a page beside its words */
  hasPage: z.boolean(),
});
export type SandboxMail = z.infer<typeof SandboxMail>;

/** One message on a phone, as the person sees it. */
export const SandboxMessage = z
  .object({
    /** The vendor's id */
    id: z.string(),
    isFromCustomer: z.boolean(),
    at: z.iso.datetime(),
    status: z.enum(['accepted', 'sent', 'delivered', 'read', 'failed']),
    errorCode: z.string(),
    subject: z.string(),
    header: z.string(),
    text: z.string(),
    footer: z.string(),
    media: SandboxMedia.nullable(),
    location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() }).nullable(),
    buttons: z.array(SandboxButton),
    cards: z.array(SandboxCard),
    /** The vendor's id of the message that is answered or reacted to */
    replyTo: z.string(),
    reaction: z.string(),
    templateName: z.string(),
    /** Our reaction on the customer's message */
    ourReaction: z.string(),
    isEdited: z.boolean(),
    isTakenBack: z.boolean(),
    /** null: it is no mail */
    mail: SandboxMail.nullish(),
  })
  .meta({ id: 'SandboxMessage' });
export type SandboxMessage = z.infer<typeof SandboxMessage>;

export const SandboxPhone = z
  .object({
    address: z.string(),
    name: z.string(),
    messageCount: z.number(),
    lastText: z.string(),
    lastAt: z.iso.datetime(),
    isOptedOut: z.boolean(),
    /** Free text is open */
    isWindowOpen: z.boolean(),
  })
  .meta({ id: 'SandboxPhone' });
export type SandboxPhone = z.infer<typeof SandboxPhone>;

/** A component of a flow as it stands on the phone. */
const SandboxFlowPart = z.object({
  type: z.string(),
  name: z.string(),
  text: z.string(),
  help: z.string(),
  value: z.unknown(),
  options: z.array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() })),
  isRequired: z.boolean(),
  isEnabled: z.boolean(),
  error: z.string(),
});
export type SandboxFlowPart = z.infer<typeof SandboxFlowPart>;
/**
 * The flow that is open on a phone.
 * @property isWaiting the phone waits for the answer of our endpoint
 * @property refused what the phone itself did not let pass, by the field's name
 * @property trouble what went wrong on the way to our endpoint; '' for nothing
 */
export const SandboxFlow = z
  .object({
    messageId: z.string(),
    isWaiting: z.boolean(),
    screen: z
      .object({
        id: z.string(),
        title: z.string(),
        message: z.string(),
        footer: z.object({ label: z.string(), isEnabled: z.boolean() }).nullable(),
        canGoBack: z.boolean(),
        parts: z.array(SandboxFlowPart),
      })
      .nullable(),
    refused: z.array(z.object({ name: z.string(), why: z.string() })),
    trouble: z.string(),
  })
  .meta({ id: 'SandboxFlow' });
export type SandboxFlow = z.infer<typeof SandboxFlow>;

/** Most characters that the files of one act have as Base64. */
const mostFileCharacters = 7_000_000;

/**
 * A mail as the customer's program sends it.
 * @property answers the vendor's id of the mail of ours that it answers
 * @property isAutomatic an absence notice or another program has written it
 */
const SandboxMailAct = z
  .object({
    kind: z.literal('mail'),
    subject: text(250).default(''),
    text: text(20_000).default(''),
    html: z.string().max(200_000).default(''),
    cc: z.array(z.email().max(254)).max(20).default([]),
    files: z
      .array(z.object({ name: text(255).min(1), type: text(100).default('application/octet-stream'), base64: z.base64() }))
      .max(5)
      .refine(
        (files) => files.reduce((sum, { base64 }) => sum + base64.length, 0) <= mostFileCharacters,
        fillSlots(faultTexts['file.too_large'], { limit: 5 }),
      )
      .default([]),
    answers: z.string().max(300).default(''),
    isAutomatic: z.boolean().default(false),
  })
  .refine((mail) => mail.text.trim() !== '' || mail.html.trim() !== '' || mail.files.length > 0, {
    path: ['text'],
    error: faultTexts['field.mandatory'],
  });

/** Act of the customer on their phone. */
export const SandboxAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: text(4096).refine((value) => value.trim() !== '', faultTexts['field.mandatory']) }),
  z.object({
    kind: z.literal('media'),
    media: z.enum(sandboxMediaKinds),
    caption: text(1024).default(''),
    /** Empty: a sample of the kind */
    base64: z.string().max(mostFileCharacters).default(''),
    mimeType: text(100).default(''),
    fileName: text(255).default(''),
  }),
  z.object({
    kind: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: text(200).default(''),
  }),
  /** A button, a row of a list or a quick reply of a template */
  z.object({ kind: z.literal('press'), messageId: z.string().max(300), buttonId: z.string().max(1000) }),
  z.object({ kind: z.literal('reaction'), messageId: z.string().max(300), emoji: text(20) }),
  SandboxMailAct,
  z.object({ kind: z.literal('optOut') }),
  z.object({ kind: z.literal('optIn') }),
  /** The button of a message that opens a flow */
  z.object({ kind: z.literal('flowOpen'), messageId: z.string().max(300) }),
  z.object({
    kind: z.literal('flowSet'),
    name: text(200),
    value: z.union([z.string().max(20_000), z.boolean(), z.array(z.string().max(300)).max(200)]),
  }),
  z.object({ kind: z.literal('flowNext') }),
  z.object({ kind: z.literal('flowBack') }),
  z.object({ kind: z.literal('flowClose') }),
]);
export type SandboxAct = z.infer<typeof SandboxAct>;

export const SandboxTemplateChange = z.object({
  name: text(512),
  language: text(20),
  status: z.enum(templateStatuses).optional(),
  reason: text(200).default(''),
  category: z.enum(templateCategories).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
});
export type SandboxTemplateChange = z.infer<typeof SandboxTemplateChange>;

export const SandboxQuality = z.object({
  quality: z.enum(['ONBOARDING', 'UPGRADE', 'DOWNGRADE', 'FLAGGED', 'UNFLAGGED']),
  tier: z.enum(['TIER_250', 'TIER_1K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']),
});
export type SandboxQuality = z.infer<typeof SandboxQuality>;

/** States into which the vendor can bring a flow that is published. */
export const sandboxFlowStatuses = ['PUBLISHED', 'THROTTLED', 'BLOCKED'] as const;
export const SandboxFlowChange = z.object({ name: text(200), status: z.enum(sandboxFlowStatuses) });
export type SandboxFlowChange = z.infer<typeof SandboxFlowChange>;
export const SandboxVendorFlow = z.object({ id: z.string(), name: z.string(), status: z.string() });
export type SandboxVendorFlow = z.infer<typeof SandboxVendorFlow>;

export const SandboxStats = z.object({
  requests: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** Messages that carried an id of ours which had been accepted before */
  duplicates: z.number(),
  byStatus: z.object({ sent: z.number(), delivered: z.number(), read: z.number(), failed: z.number() }),
  receiptsWaiting: z.number(),
  /** Callbacks that were given up after their last try */
  lostCallbacks: z.number(),
  customers: z.number(),
});
export type SandboxStats = z.infer<typeof SandboxStats>;

export const SandboxTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  reason: z.string(),
});
export type SandboxTemplate = z.infer<typeof SandboxTemplate>;

/** The customers who were invented for a load, and how many are still to come. */
export const SandboxLoad = z.object({ groupId: z.string(), groupName: z.string(), customerCount: z.number() });
export type SandboxLoad = z.infer<typeof SandboxLoad>;
export const sandboxLoadLimit = 100_000;

const ChannelParams = z.object({ channelId: Id });
const PhoneParams = ChannelParams.extend({ address: z.string().min(1).max(255) });
const tag = 'Sandbox';
const base = '/chatbird/api/sandbox/:channelId' as const;
const look = screens.sandbox.permissions;
const act = ['CHANNELS.EDIT'] as const;

export const sandboxEndpoints = {
  phones: defineEndpoint({
    method: 'GET',
    path: `${base}/phones`,
    summary: 'Phones of a sandbox channel, the last used first',
    tag,
    access: look,
    params: ChannelParams,
    query: z.object({ search: text(100).default('') }),
    answer: z.object({ phones: z.array(SandboxPhone) }),
  }),
  phone: defineEndpoint({
    method: 'GET',
    path: `${base}/phones/:address`,
    summary: 'One phone and what is on it',
    tag,
    access: look,
    params: PhoneParams,
    answer: z.object({ phone: SandboxPhone.nullable(), messages: z.array(SandboxMessage), flow: SandboxFlow.nullable() }),
  }),
  act: defineEndpoint({
    method: 'POST',
    path: `${base}/phones/:address`,
    summary: 'Write, press or react as the customer',
    audit: leavesNothing('simulated phones leave their messages'),
    tag,
    access: act,
    params: PhoneParams,
    mostBytes: mostFileCharacters + 1_000_000,
    body: z.object({ name: text(100).default(''), act: SandboxAct }),
    answer: z.object({ id: z.string() }),
  }),
  behaviour: defineEndpoint({
    method: 'GET',
    path: `${base}/behaviour`,
    summary: 'How the simulator behaves towards a channel',
    tag,
    access: look,
    params: ChannelParams,
    answer: z.object({
      behaviour: SandboxBehaviour,
      stats: SandboxStats,
      /** The vendor passes on what customers write */
      isHeard: z.boolean(),
    }),
  }),
  behave: defineEndpoint({
    method: 'PUT',
    path: `${base}/behaviour`,
    summary: 'Choose receipts, failures, delays and the clock',
    audit: leaves('sandbox', 'edit'),
    tag,
    access: act,
    params: ChannelParams,
    body: SandboxBehaviour,
    answer: SandboxBehaviour,
  }),
  templates: defineEndpoint({
    method: 'GET',
    path: `${base}/templates`,
    summary: 'Templates as the simulated vendor has them',
    tag,
    access: look,
    params: ChannelParams,
    answer: z.object({ templates: z.array(SandboxTemplate) }),
  }),
  changeTemplate: defineEndpoint({
    method: 'PUT',
    path: `${base}/templates`,
    summary: 'Decide upon a template as the vendor',
    audit: leaves('sandbox', 'edit'),
    tag,
    access: act,
    params: ChannelParams,
    body: SandboxTemplateChange,
    answer: z.null(),
  }),
  flows: defineEndpoint({
    method: 'GET',
    path: `${base}/flows`,
    summary: 'Flows as the simulated vendor has them',
    tag,
    access: look,
    params: ChannelParams,
    answer: z.object({ flows: z.array(SandboxVendorFlow) }),
  }),
  changeFlow: defineEndpoint({
    method: 'PUT',
    path: `${base}/flows`,
    summary: 'Throttle, block or release a flow as the vendor',
    audit: leaves('sandbox', 'edit'),
    tag,
    access: act,
    params: ChannelParams,
    body: SandboxFlowChange,
    answer: z.null(),
  }),
  changeQuality: defineEndpoint({
    method: 'PUT',
    path: `${base}/quality`,
    summary: "Change the number's quality as the vendor",
    audit: leaves('sandbox', 'edit'),
    tag,
    access: act,
    params: ChannelParams,
    body: SandboxQuality,
    answer: z.null(),
  }),
  load: defineEndpoint({
    method: 'GET',
    path: `${base}/load`,
    summary: 'How many invented customers there are',
    tag,
    access: look,
    params: ChannelParams,
    answer: SandboxLoad,
  }),
  makeLoad: defineEndpoint({
    method: 'POST',
    path: `${base}/load`,
    summary: 'Invent customers with numbers that are nobody’s',
    audit: leaves('sandbox', 'create'),
    tag,
    access: act,
    params: ChannelParams,
    body: z.object({ count: z.coerce.number().int().min(1).max(sandboxLoadLimit) }),
    answer: z.null(),
  }),
};
