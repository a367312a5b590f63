import { channelTypes } from './channel-types.ts';

// Apart from the rules and the endpoints: addresses of screens hold these, and every page reads addresses.

/** Three forms of template, each with channels of its own (screens 6.3). */
export const templateKinds = { whatsapp: channelTypes.WHATSAPP, rcs: channelTypes.RCS, sms: channelTypes.SMS } as const;
export type TemplateKind = keyof typeof templateKinds;

export const templateCategories = ['UTILITY', 'AUTHENTICATION', 'MARKETING'] as const;
export type TemplateCategory = (typeof templateCategories)[number];
export const templateStatuses = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];
