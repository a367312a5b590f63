import type { ChannelState } from '@parley/contract';

export const stateColours: Record<ChannelState, string> = { ACTIVE: 'green', PAUSED: 'gray', ERROR: 'red', SETUP: 'yellow' };
