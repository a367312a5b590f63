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

/** Types with forms of their own in the specification (CHAN-004); the form offers them first. */
export const formChannelTypes = [channelTypes.WHATSAPP, channelTypes.RCS, channelTypes.WEB] as const;
