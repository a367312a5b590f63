import type { EnterpriseContext } from '../../../context.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { readServing } from '../runtime/serving.ts';
import type { HelpingBot } from './assist.repository.ts';

export type Helper = HelpingBot & { runtime: BotRuntime };

/** Loads those that can answer now. */
export async function loadHelpers(ctx: EnterpriseContext, bots: readonly HelpingBot[]): Promise<Helper[]> {
  const loaded = await Promise.all(bots.map(async (bot) => ({ ...bot, runtime: (await readServing(ctx, bot.botId)).runtime })));
  return loaded.filter((bot): bot is Helper => bot.runtime !== undefined);
}
