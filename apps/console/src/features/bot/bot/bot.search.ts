import { z } from '@parley/contract';

export const BotListSearch = z.object({ name: z.string().max(120).default('').catch('') });
export const noBotListSearch = { name: '' };
