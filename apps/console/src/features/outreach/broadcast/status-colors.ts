import type { BroadcastItem } from '@parley/contract';

export const broadcastColors: Record<BroadcastItem['status'], string> = {
  QUEUED: 'gray',
  IN_PROGRESS: 'blue',
  COMPLETED: 'green',
  PARTIALLY_FAILED: 'yellow',
  FAILED: 'red',
  CANCELLED: 'gray',
};
