import type { KnowledgePassage } from '@parley/contract';
import type { PassageIndex } from '@parley/nlu';
import type { Ctx } from '../../../context.ts';
import { sourceUrl } from '../answer/source.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { readMeaning } from '../embedding/meaning.ts';
import type { GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import type { DefinedPassage } from '../version/bot.definition.ts';
import { indexPassages } from '../version/bot.passages.ts';
import { readPassages } from '../version/bot.snapshot.ts';

const shown = 8;
const mostKept = 20;

/** Indexes of knowledge as it stands in the editor, by its fingerprint; few people try at the same time. */
const kept = new Map<string, { passages: DefinedPassage[]; index: PassageIndex; key: string }>();

async function indexOf(ctx: Ctx, botId: string) {
  const { fingerprint, knowledge } = await ctx.read((tx) => accessBot(tx, ctx.enterpriseId, botId));
  const key = `${ctx.enterpriseId}:${botId}:${fingerprint}`;
  const found = kept.get(key);
  const { genAiConfigId } = knowledge;
  if (found) return { ...found, genAiConfigId };
  const passages = await ctx.read((tx) => readPassages(tx, ctx.enterpriseId, botId));
  const made = { passages, index: indexPassages(passages), key };
  kept.set(key, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return { ...made, genAiConfigId };
}

/** Searches the sources as they are now, whether or not the bot would answer from the passages. */
export async function searchKnowledge(ctx: Ctx, deps: GenAiDeps, botId: string, question: string): Promise<KnowledgePassage[]> {
  const { passages, index, key, genAiConfigId } = await indexOf(ctx, botId);
  const { nearness } = await readMeaning(ctx, deps, { botId, genAiConfigId, passages, key }, question);
  return index.search(question, shown, { isAll: true, meaning: nearness }).flatMap(({ id, score, answer, isRelevant }) => {
    const passage = passages[Number(id)];
    if (!passage) return [];
    return [
      {
        sourceId: passage.sourceId,
        sourceName: passage.sourceName,
        page: passage.page,
        paragraph: passage.paragraph,
        title: passage.title ?? '',
        headings: passage.headings ?? [],
        text: passage.text,
        answer: { start: answer.start, end: answer.end },
        score,
        isRelevant,
        url: sourceUrl(ctx, passage),
      },
    ];
  });
}
