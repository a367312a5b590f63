/** Events that an enterprise's own systems may subscribe to. */
export const webhookEventTypes = [
  'chat.started',
  'chat.picked_up',
  'chat.message',
  'chat.transferred',
  'chat.missed',
  'chat.closed',
  'chat.rated',
  'chat.rule',
  'message.status',
  'campaign.state',
  'stream.milestone',
  'report.alert',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Event that relay bridges receive, and nobody else. */
export const relayEventType = 'message.received';

/**
 * `suspended`: it failed for hours, or answered that it is gone; events wait as long as the log is kept. The first is tried from time to time and
 * goes on by itself.
 */
export const webhookStates = ['active', 'paused', 'suspended'] as const;
export const deliveryStates = ['WAITING', 'DONE', 'DEAD'] as const;
