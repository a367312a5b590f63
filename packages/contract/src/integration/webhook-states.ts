/** What an enterprise's own systems may be told of. */
export const webhookEventTypes = [
  'chat.started',
  'chat.picked_up',
  'chat.message',
  'chat.transferred',
  'chat.missed',
  'chat.closed',
  'chat.rated',
  'message.status',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What relay bridges are told, and nobody else. */
export const relayEventType = 'message.received';

/** `suspended`: it failed too often in a row, or answered that it is gone; events wait for three days. */
export const webhookStates = ['active', 'paused', 'suspended'] as const;
export const deliveryStates = ['WAITING', 'DONE', 'DEAD'] as const;
