import type { channelTypes } from '@parley/contract/channel/channel-types';

/** Channels that streams talk on, by the names that saved conversations have for them. */
export const channelKinds = [
  'WHATSAPP',
  'WEB',
  'SMS',
  'TELEGRAM',
  'RCS',
  'FACEBOOK_MESSENGER',
  'INSTAGRAM',
  'EMAIL',
] as const satisfies (keyof typeof channelTypes)[];
