import type { Selectable } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import type { BotTable } from '#platform/db/schema.bot.ts';
import type { FirstStep, SampleMaker } from '../../account/door.ts';
import { channelsOfBot } from '../bot/bot.channels.ts';
import { describeBot, hideBot } from '../bot/bot.hide.ts';
import { botRecord } from '../bot/bot.record.ts';
import { accessBot, hasBot, isBotNameTaken, lockBotIfThere } from '../bot/bot.repository.ts';
import { addBot, stampOf } from '../bot/bot.service.ts';
import { listBotUses } from '../bot/bot.uses.ts';
import { newIntent } from '../format/data.types.ts';
import { queueTraining } from '../training/training.service.ts';
import { writeData } from '../training-data/data.import.ts';

const say = (name: string, response: string, ...phrases: string[]) =>
  newIntent(name, { story: 'Sample', response, phrases: phrases.map((text) => ({ text, refs: [] })) });

const intents = [
  say('Greeting', 'Hello! I can tell you about **opening hours** and **returns**.', 'hello', 'hi there', 'good morning', 'namaste'),
  say(
    'Opening hours',
    'We are open **Monday to Saturday, 9:00 to 18:00**.',
    'when are you open',
    'what are your opening hours',
    'when do you close today',
    'are you open on sundays',
  ),
  say(
    'Returns',
    'You can return anything within **30 days**.',
    'i want to return an item',
    'how do i send something back',
    'what is your return policy',
    'can i get a refund',
  ),
];

const description = 'Sample data: change its answers, or remove it with the rest of the sample data.';
/** Everything that people change of a bot; its training changes none of it. */
const markOf = ({ name, description: words, fingerprint }: Selectable<BotTable>): string => JSON.stringify([name, words, fingerprint]);

/** It answers no channel: nobody outside talks to it before somebody lets it. */
export const sampleBot: SampleMaker = {
  kind: 'bot',
  async make(ctx, tx) {
    const { enterpriseId, actor } = ctx;
    const name = await findFreeName('Sample bot', (candidate) => isBotNameTaken(tx, enterpriseId, candidate), {
      longest: 100,
      suffix: (turn) => ` ${turn + 1}`,
    });
    const botId = await creating(
      ctx,
      tx,
      botRecord,
      (id) => id,
      () => addBot(tx, enterpriseId, { name, description, type: 'nlp' }, stampOf(ctx)),
    );
    await writeData(ctx, tx, botId, { intents: structuredClone(intents), entities: [], report: [] });
    await queueTraining(ctx, tx, botId, actor.userId);
    return [{ recordId: botId, mark: markOf(await accessBot(tx, enterpriseId, botId)) }];
  },
  async remove(ctx, tx, samples) {
    const { enterpriseId, actor } = ctx;
    const outcome = { removed: 0, kept: [] as string[] };
    for (const { recordId: botId, mark } of samples) {
      const bot = await lockBotIfThere(tx, enterpriseId, botId);
      if (!bot) continue;
      const uses = [...(await channelsOfBot(tx, enterpriseId, botId)), ...(await listBotUses(ctx, tx, 'bot', [botId]))];
      if (markOf(bot) !== mark || uses.length > 0) {
        outcome.kept.push(bot.name);
        continue;
      }
      await ctx.bin.put(tx, actor.userId, [await describeBot(tx, enterpriseId, bot)]);
      await changing(ctx, tx, botRecord, botId, 'delete', () => hideBot(tx, enterpriseId, botId, ctx.now()));
      outcome.removed += 1;
    }
    return outcome;
  },
};

export const botStep: FirstStep = { id: 'bot', isDone: hasBot, sampleKind: 'bot' };
