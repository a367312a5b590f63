import { Id } from '../fields.ts';
import { z } from '../z.ts';

/**
 * Limits of a template's parts, on every channel (TMPL-002 to 008). Lengths are counted in characters, and refused by the server above
 * them.
 */
export const templateLimits = {
  header: 60,
  body: 1024,
  footer: 60,
  quickReply: 25,
  action: 25,
  cardBody: 160,
  offerText: 15,
  buttonsOfCard: 2,
  buttons: 10,
  cardsLeast: 2,
  cardsMost: 10,
} as const;

export const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const;
export type HeaderFormat = (typeof headerFormats)[number];

/** Sample values by the name of the variable: '1', '2' … or words. */
const Samples = z.record(z.string().max(60), z.string().max(1024)).default({});

export const TemplateButton = z.object({
  type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'LOCATION']),
  text: z.string().max(60).default(''),
  /** May end in one variable, {{1}} */
  url: z.string().max(2000).default(''),
  phoneNumber: z.string().max(20).default(''),
  /** The sample of the url's variable, or of the code to copy */
  example: z.string().max(2000).default(''),
  /** Payload that a reply sends back; empty: its text */
  payload: z.string().max(1000).default(''),
});
export type TemplateButton = z.infer<typeof TemplateButton>;

export const TemplateHeader = z.object({
  type: z.literal('HEADER'),
  format: z.enum(headerFormats).default('NONE'),
  text: z.string().max(1024).default(''),
  /** The sample's address for media */
  resourceUrl: z.string().max(2000).default(''),
  fileId: z.union([Id, z.literal('')]).default(''),
  samples: Samples,
});
export const TemplateBody = z.object({ type: z.literal('BODY'), text: z.string().max(4096).default(''), samples: Samples });
export const TemplateFooter = z.object({ type: z.literal('FOOTER'), text: z.string().max(1024).default('') });
export const TemplateButtons = z.object({ type: z.literal('BUTTONS'), buttons: z.array(TemplateButton).max(20) });
export const TemplateOffer = z.object({
  type: z.literal('LIMITED_TIME_OFFER'),
  text: z.string().max(1024).default(''),
  hasExpiration: z.boolean().default(true),
});
/** AUTHENTICATION: the vendor writes the text. */
export const TemplateAuthentication = z.object({
  type: z.literal('AUTHENTICATION'),
  addSecurityRecommendation: z.boolean().default(true),
  codeExpirationMinutes: z.number().int().min(1).max(90).optional(),
});
export const TemplateCard = z.object({
  header: z.object({
    format: z.enum(['NONE', 'IMAGE', 'VIDEO']).default('IMAGE'),
    url: z.string().max(2000).default(''),
    fileId: z.union([Id, z.literal('')]).default(''),
    /** RCS alone */
    height: z.enum(['SHORT', 'MEDIUM', 'TALL']).default('MEDIUM'),
  }),
  /** RCS alone */
  title: z.string().max(200).default(''),
  body: z.object({ text: z.string().max(2000).default(''), samples: Samples }),
  buttons: z.array(TemplateButton).max(4).default([]),
});
export type TemplateCard = z.infer<typeof TemplateCard>;
export const TemplateCarousel = z.object({ type: z.literal('CAROUSEL'), cards: z.array(TemplateCard).max(10) });

export const TemplateComponent = z.discriminatedUnion('type', [
  TemplateHeader,
  TemplateBody,
  TemplateFooter,
  TemplateButtons,
  TemplateOffer,
  TemplateAuthentication,
  TemplateCarousel,
]);
export type TemplateComponent = z.infer<typeof TemplateComponent>;

/** Fields that SMS and RCS need beside the components. */
export const TemplateExtra = z.object({
  senderId: z.string().max(20).default(''),
  principalEntityId: z.string().max(40).default(''),
  registeredTemplateId: z.string().max(60).default(''),
  /** RCS: the text that is sent by SMS to people whom RCS does not reach */
  fallbackText: z.string().max(1600).default(''),
  /** RCS: how one card lies */
  orientation: z.enum(['VERTICAL', 'HORIZONTAL']).default('VERTICAL'),
});
export type TemplateExtra = z.infer<typeof TemplateExtra>;

/** Media as a broadcast names it (BCAST-020). */
export const MessageMedia = z.object({
  fileName: z.string().max(255).default(''),
  type: z.string().max(120).default(''),
  url: z.string().max(2000).default(''),
});
export type MessageMedia = z.infer<typeof MessageMedia>;

export { fillVariables, variablesOf } from './template-slots.ts';
