import { text } from './fields.ts';
import { templateCategories, templateStatuses } from './template-components.ts';
import { z } from './z.ts';

/** How the simulator behaves towards one sandbox channel; every field has a value that means "as usual". */
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
  /** How far its clock is ahead, in hours: 24 hours after the customer's last message free text is refused */
  clockShiftHours: z.number().min(0).max(1000).default(0),
  /** For load: ids and counts alone are kept, and no phones */
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
  type: z.enum(['reply', 'quickReply', 'row', 'url', 'call', 'code']),
  /** The address, number or code behind it */
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

/** What the customer does on their phone. */
export const SandboxAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: text(4096).refine((value) => value.trim() !== '', 'This field is mandatory.') }),
  z.object({
    kind: z.literal('media'),
    media: z.enum(sandboxMediaKinds),
    caption: text(1024).default(''),
    /** Empty: a sample of the kind */
    base64: z.string().max(7_000_000).default(''),
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
  z.object({ kind: z.literal('optOut') }),
  z.object({ kind: z.literal('optIn') }),
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
