import type { MeetEventData } from '@parley/contract';
import { type Delivery, defineEvent, type Topic } from '#platform/events/events.ts';

/** The customer's browser in a call. */
export const meetTopic = (roomId: string): Topic => `meet:${roomId}`;

export type CallChange = MeetEventData<'callChanged'> & { userId: string };

/** A call has another state: both sides are told the same. */
export const callChanged = defineEvent({
  name: 'chat.call',
  deliver: ({ userId, ...data }: CallChange): Delivery[] => [
    { topics: [`user:${userId}`, meetTopic(data.roomId)], message: { type: 'callChanged', data } },
  ],
});
