import { channelTypeNames, channelTypes } from '@parley/contract';

/** Of the name that a service has on the wire, `FACEBOOK_MESSENGER`, the one that people read; '' when it is not known. */
export const serviceName = (planEntityId: string): string => {
  const type = (channelTypes as Record<string, keyof typeof channelTypeNames | undefined>)[planEntityId];
  return type === undefined ? '' : channelTypeNames[type];
};
