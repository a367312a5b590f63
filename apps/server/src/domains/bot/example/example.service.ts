import type { BotExample, BotLanguage, ImportOutcome } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import { botRecord } from '../bot/bot.record.ts';
import { accessBot, setBot } from '../bot/bot.repository.ts';
import { queueTraining } from '../training/training.service.ts';
import { recordImport, writeData } from '../training-data/data.import.ts';
import type { Example } from './example.build.ts';
import { english } from './example.en.ts';
import { hindi } from './example.hi.ts';

const examples: Record<BotLanguage, Record<BotExample, Example>> = { en: english, hi: hindi };

/**
 * Puts an example into a bot as an import does, in a language that an empty bot then speaks, and trains it: Try it answers when that is over. What
 * the bot has already stays as it is.
 */
export function startExample(
  ctx: Ctx,
  botId: string,
  { example, language }: { example: BotExample; language: BotLanguage },
): Promise<Omit<ImportOutcome, 'format'>> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const bot = await accessBot(tx, enterpriseId, botId, { lock: true });
    const some = await tx
      .selectFrom('intents')
      .select('intentId')
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .limit(1)
      .executeTakeFirst();
    if (!some && bot.config.language !== language) {
      const config = JSON.stringify({ ...bot.config, language });
      await changing(ctx, tx, botRecord, botId, 'edit', () => setBot(tx, enterpriseId, botId, { config }));
    }
    const outcome = await writeData(ctx, tx, botId, { ...examples[language][example], report: [] });
    await recordImport(ctx, tx, botId, { example, language }, outcome);
    await queueTraining(ctx, tx, botId, ctx.actor.userId);
    return outcome;
  });
}
