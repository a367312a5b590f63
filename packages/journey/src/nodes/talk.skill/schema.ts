import { z } from '@parley/contract/z';
import { DocumentId, refTo, Timeout, VariableName } from '../../document/fields.ts';

export const Config = z.strictObject({
  bot: refTo('bot'),
  intents: z
    .array(z.strictObject({ id: DocumentId, intent: refTo('intent') }))
    .max(50)
    .default([]),
  /** Variables by the bot's parameters */
  taken: z.record(z.string().max(60), VariableName).default({}),
  mostTurns: z.number().int().min(1).max(100).default(20),
  timeoutSeconds: Timeout,
});
export type Config = z.infer<typeof Config>;
