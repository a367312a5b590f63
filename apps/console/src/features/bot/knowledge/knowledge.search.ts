import { z } from '@parley/contract';

/** `prompt` keeps a prompt bot's tabs (BOT-045, KB-011). */
export const KnowledgeSearch = z.object({ type: z.literal('prompt').optional().catch(undefined) });
