import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { BroadcastTemplate } from './broadcast.ts';

/** A template that may not be chosen yet. */
export const DraftTemplate = BroadcastTemplate.extend({
  templateId: text(512).default(''),
  templateUId: z.union([Id, z.literal('')]).default(''),
});
