import type { LiveNotification } from '@parley/contract';
import { defineEvent } from '#platform/events/events.ts';

export const notificationCreated = defineEvent({
  name: 'notification.created',
  deliver: ({ userId, notification }: { userId: string; notification: LiveNotification }) => [
    { topics: [`user:${userId}`], message: { type: 'notification', data: notification } },
  ],
});
