import { type ChannelType, channelTypeNames } from '@parley/contract';

export const channelTypeName = (type: number): string => channelTypeNames[type as ChannelType] ?? '';
