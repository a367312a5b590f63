import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';

const tag = 'Streams';
const access = ['JOURNEYS.EDIT'] as const;
const requestKey = text(100).default('');

/** Calls of own systems to streams: begin one for somebody, and report that something has happened. */
export const journeyStartEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/journey/:journeyId/start',
    summary:
      'Begin a stream for one person, where a rule of the kind api lets it begin on the channel; the same request key within 7 days begins nothing again',
    audit: leaves('journey', 'start'),
    tag,
    access,
    keyScopes: ['send'],
    perMinute: 600,
    params: z.object({ journeyId: Id }),
    body: z.object({
      channelId: Id,
      /** A number in international form, or an address as the channel has it */
      address: requiredText(200),
      requestKey,
      /** Data that the stream may read, as `entry` */
      entry: z.record(z.string().max(60), z.unknown()).default({}),
    }),
    /** `refused`: why nothing has begun; '' where it has */
    answer: z.object({ instanceId: z.union([Id, z.literal('')]), refused: z.string() }),
  }),
  event: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/journey-events',
    summary:
      'Tell that something has happened: walks that wait for an event of this name and key go on, and those that come to such a wait within a day do too',
    audit: leaves('journey', 'start'),
    tag,
    access,
    keyScopes: ['send'],
    perMinute: 600,
    body: z.object({
      event: requiredText(100),
      key: text(200).default(''),
      data: z.record(z.string().max(60), z.unknown()).default({}),
      requestKey,
    }),
    answer: z.object({ woken: z.number() }),
  }),
};
