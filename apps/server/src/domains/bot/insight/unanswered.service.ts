import { type FieldError, fieldError, tidyName, type UnansweredGroup } from '@parley/contract';
import { groupTexts } from '@parley/nlu';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { orNameTaken, stampOf } from '../bot/bot.service.ts';
import { saving } from '../bot/saving.ts';
import { extendIntent, newPhrases } from '../intent/intent.phrases.ts';
import { intentRecord } from '../intent/intent.record.ts';
import { writeIntent } from '../intent/intent.repository.ts';
import { addNote } from '../knowledge/knowledge.service.ts';
import { readServing } from '../runtime/serving.ts';
import { understand } from '../runtime/understand.ts';
import { accessStory } from '../story/story.service.ts';
import { unansweredRecord } from './unanswered.record.ts';

const mostRead = 2000;
const mostTurnsOfGroup = 500;
const textsShown = 20;
const dayMs = 24 * 3_600_000;

/** Messages that found no answer, the largest group first; each with the intent that it comes nearest to. */
export async function listUnanswered(ctx: Ctx, botId: string, { days, includeTryIt }: { days: number; includeTryIt: boolean }) {
  const { enterpriseId } = ctx;
  const since = new Date(ctx.now().getTime() - days * dayMs);
  const rows = await ctx.read(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    return (
      tx
        .selectFrom('botTurns')
        .select(['turnId', 'text', 'askedAt'])
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .where('askedAt', '>=', since)
        .where('isInScope', '=', false)
        .where('isResolved', '=', false)
        // Words of a person who was erased, or that are older than they are kept.
        .where('text', '<>', '')
        .$if(!includeTryIt, (query) => query.where('origin', '=', 'CHAT'))
        .orderBy('askedAt', 'desc')
        .limit(mostRead)
        .execute()
    );
  });
  const { runtime } = await readServing(ctx, botId);
  const groups = groupTexts(rows.map(({ text }) => text)).map(({ texts, label }): UnansweredGroup => {
    const members = texts.flatMap((index) => rows[index] ?? []);
    const [top] = (runtime && understand(runtime, label, { now: ctx.now(), timeZone: 'UTC' }).prediction?.ranking) ?? [];
    const intent = top && runtime?.intents.get(top.intent);
    return {
      label,
      count: members.length,
      turnIds: members.slice(0, mostTurnsOfGroup).map(({ turnId }) => turnId),
      texts: [...new Set(members.map(({ text }) => text))].slice(0, textsShown),
      suggestion: intent ? { intentId: intent.intentId, name: intent.name, confidence: top.confidence } : null,
      lastAt: (members[0]?.askedAt ?? since).toISOString(),
    };
  });
  groups.sort((one, other) => other.count - one.count || (one.lastAt < other.lastAt ? 1 : -1));
  return { groups, messageCount: rows.length };
}

type Resolution = {
  turnIds: string[];
  action: 'intent' | 'newIntent' | 'knowledge' | 'ignore';
  intentId: string;
  name: string;
  storyId: string;
  text: string;
};

async function accessTurns(
  tx: Read,
  enterpriseId: string,
  botId: string,
  turnIds: readonly string[],
): Promise<{ turnId: string; text: string }[]> {
  const rows = await tx
    .selectFrom('botTurns')
    .select(['turnId', 'text'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('turnId', 'in', turnIds)
    .execute();
  if (rows.length < new Set(turnIds).size) throw new DomainError('turn.not_found', 'No such message.', {});
  return rows;
}

async function resolveTurns(
  ctx: Ctx,
  tx: Tx,
  botId: string,
  { turnIds, action }: Resolution,
  counts: { resolvedCount: number; phrasesAdded: number },
): Promise<void> {
  await tx
    .updateTable('botTurns')
    .set({ isResolved: true })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('botId', '=', botId)
    .where('turnId', 'in', turnIds)
    .execute();
  const bot = await unansweredRecord.read(tx, ctx.enterpriseId, botId);
  recordChange(ctx, tx, { record: unansweredRecord, id: botId, action: 'edit', after: { ...bot, resolution: action }, counts });
}

/**
 * Deals with unanswered messages: they become phrases of an intent, an entry of the knowledge base, or are left out from now on.
 * @throws DomainError turn.not_found, intent.not_found, story.not_found, intent.invalid
 */
export async function resolveUnanswered(ctx: Ctx, botId: string, resolution: Resolution) {
  const { enterpriseId } = ctx;
  const { turnIds, action } = resolution;
  const resolvedCount = new Set(turnIds).size;
  if (action === 'knowledge') {
    await ctx.read((tx) => accessTurns(tx, enterpriseId, botId, turnIds));
    const errors = [fieldError('text', 'intent.no_knowledge')];
    if (resolution.text.trim() === '') throw new DomainError('intent.invalid', errors[0]?.message ?? '', { errors });
    const title = tidyName(resolution.name) || tidyName(resolution.text).slice(0, 80);
    const counts = { resolvedCount, phrasesAdded: 0 };
    await addNote(ctx, botId, { title, text: resolution.text }, (tx) => resolveTurns(ctx, tx, botId, resolution, counts));
    return counts;
  }
  const invalidName = (error: FieldError) => new DomainError('intent.invalid', error.message, { errors: [error] });
  return orNameTaken(
    'intents_by_name',
    () => invalidName(fieldError('name', 'intent.name_taken')),
    () =>
      ctx.transaction(async (tx) => {
        await accessBot(tx, enterpriseId, botId, { lock: true });
        const turns = await accessTurns(tx, enterpriseId, botId, turnIds);
        const texts = turns.map(({ text }) => text);
        let phrasesAdded = 0;
        if (action === 'intent') {
          const intentId = resolution.intentId || botId;
          ({ addedCount: phrasesAdded } = await changing(ctx, tx, intentRecord, intentId, 'edit', () =>
            extendIntent(tx, enterpriseId, { botId, intentId, texts, now: ctx.now() }),
          ));
        } else if (action === 'newIntent') {
          const name = tidyName(resolution.name);
          if (name === '') throw invalidName(fieldError('name', 'intent.no_name'));
          const bot = await accessBot(tx, enterpriseId, botId);
          const { storyId } = await accessStory(tx, enterpriseId, botId, resolution.storyId || bot.rootStoryId);
          const added = newPhrases([], texts);
          phrasesAdded = added.length;
          const content = {
            storyId,
            name,
            response: null,
            handsOver: false,
            parameters: [],
            utterances: added.map((text) => ({ text, refs: [] })),
          };
          const intentId = newId();
          await saving(ctx, tx, intentRecord, { id: intentId, isNew: true }, () =>
            writeIntent(tx, enterpriseId, { botId, intentId, content, now: ctx.now(), isNew: true }),
          );
        }
        const counts = { resolvedCount, phrasesAdded };
        await resolveTurns(ctx, tx, botId, resolution, counts);
        await touchBot(tx, enterpriseId, botId, stampOf(ctx));
        return counts;
      }),
  );
}
