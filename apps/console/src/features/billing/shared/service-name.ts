import { channelTypeNames, channelTypes } from '@parley/contract';

/** Returns the readable name of a service such as `FACEBOOK_MESSENGER`; '' for an unknown one. */
export const serviceName = (planEntityId: string): string => {
  const type = (channelTypes as Record<string, keyof typeof channelTypeNames | undefined>)[planEntityId];
  return type === undefined ? '' : channelTypeNames[type];
};
