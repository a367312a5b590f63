import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A source of a knowledge base waits to be read. */
export const readSource = defineJob({
  name: 'knowledge.read',
  payload: z.object({ enterpriseId: z.uuid(), sourceId: z.uuid() }),
  maxAttempts: 3,
  key: ({ sourceId }) => sourceId,
});

/** Passages of a bot wait to be embedded. */
export const embedKnowledge = defineJob({
  name: 'knowledge.embed',
  payload: z.object({ enterpriseId: z.uuid(), botId: z.uuid() }),
  maxAttempts: 3,
  key: ({ botId }) => botId,
});
