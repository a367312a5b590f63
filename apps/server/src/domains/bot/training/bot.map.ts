import { type BotMap, type TrainingIssue, trainingTexts } from '@parley/contract';
import type { TrainingIssue as FoundIssue } from '@parley/nlu';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { listEntityNames } from '../entity/entity.repository.ts';
import { nameIssues, namesOf } from '../model/training.report.ts';
import { listTests } from '../saved-test/test.service.ts';
import type { BotSnapshot } from '../version/bot.definition.ts';
import { readSnapshot } from '../version/bot.snapshot.ts';
import { checkAnswers, checkStories, isEmptyBot, toIssue } from './bot.checks.ts';

/** Stories, intents, parameters and answers at a glance, with the tests that expect each intent. */
export function getBotMap(ctx: Ctx, botId: string): Promise<BotMap> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const bot = await accessBot(tx, enterpriseId, botId);
    const [stories, intents, tests, names] = await Promise.all([
      tx
        .selectFrom('stories')
        .select(['storyId', 'name'])
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .where('storyId', '<>', bot.rootStoryId)
        .orderBy('createdAt')
        .orderBy('storyId')
        .execute(),
      tx
        .selectFrom('intents')
        .selectAll()
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .orderBy('createdAt')
        .orderBy('intentId')
        .execute(),
      listTests(tx, enterpriseId, botId),
      listEntityNames(tx, enterpriseId, botId),
    ]);
    const testCounts = new Map<string, number>();
    for (const { turns } of tests)
      for (const name of new Set(turns.map(({ intent }) => intent.trim().toLowerCase())))
        testCounts.set(name, (testCounts.get(name) ?? 0) + 1);
    return {
      stories: stories.map(({ storyId, name }) => ({
        id: storyId,
        name,
        intents: intents
          .filter((intent) => intent.storyId === storyId)
          .map((intent) => ({
            id: intent.intentId,
            name: intent.name,
            phraseCount: intent.utteranceCount,
            parameters: intent.parameters.map((parameter) => ({
              name: parameter.name,
              entity: names.get(parameter.id) ?? parameter.id,
              required: parameter.required,
            })),
            response: intent.response ?? '',
            handsOver: intent.handsOver,
            testCount: testCounts.get(intent.name.toLowerCase()) ?? 0,
          })),
      })),
    };
  });
}

/** Each phrase is compared with all others: away from this thread, and one check of an enterprise at a time. */
const checkData = defineConfined<Pick<BotSnapshot, 'phrases'>, FoundIssue[]>({
  module: new URL('./check.read.ts', import.meta.url),
  subject: 'The training data',
  timeoutMs: 60_000,
  largestInputBytes: 64 * 1024 * 1024,
  largestOutputBytes: 16 * 1024 * 1024,
});

/** Lists the faults of the training data as it stands in the editor. */
export async function checkBot(ctx: Ctx, botId: string): Promise<TrainingIssue[]> {
  const { enterpriseId } = ctx;
  const { snapshot, stories, intents, failed } = await ctx.read(async (tx) => ({
    snapshot: (await readSnapshot(tx, enterpriseId, botId)).snapshot,
    stories: await tx
      .selectFrom('stories as s')
      .innerJoin('bots as b', (join) => join.onRef('b.enterpriseId', '=', 's.enterpriseId').onRef('b.botId', '=', 's.botId'))
      .select(['s.storyId', 's.parentId', 's.name'])
      .where('s.enterpriseId', '=', enterpriseId)
      .where('s.botId', '=', botId)
      .whereRef('s.storyId', '<>', 'b.rootStoryId')
      .orderBy('s.createdAt')
      .orderBy('s.storyId')
      .execute(),
    intents: await tx
      .selectFrom('intents')
      .select(['storyId', 'name', 'response', 'handsOver', 'utteranceCount'])
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .orderBy('name')
      .execute(),
    failed: await tx
      .selectFrom('knowledgeSources')
      .select(['name', 'reason'])
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .where('status', '=', 'FAILED')
      .execute(),
  }));
  return [
    ...(isEmptyBot(snapshot) ? [toIssue('empty_bot', 'error', trainingTexts.nothing)] : []),
    ...(snapshot.phrases.length > 0 ? nameIssues(await ctx.confined.run(checkData, { phrases: snapshot.phrases }), namesOf(snapshot)) : []),
    ...checkAnswers(intents),
    ...checkStories(stories, intents),
    ...failed.map(({ name, reason }) => toIssue('source_unreadable', 'warning', `${name}: ${reason}`)),
  ];
}
