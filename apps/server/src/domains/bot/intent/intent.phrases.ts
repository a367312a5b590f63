import { longestUtterance, mostUtterances, phraseKey } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { intentRecord } from './intent.record.ts';
import { accessIntent, listUtterances, writeIntent } from './intent.repository.ts';

/** Phrases of the texts that an intent does not have yet, each once. */
export function newPhrases(known: readonly string[], texts: readonly string[]): string[] {
  const keys = new Set(known.map(phraseKey));
  return texts.flatMap((given) => {
    const text = given.trim().slice(0, longestUtterance);
    const key = phraseKey(text);
    if (key === '' || keys.has(key)) return [];
    keys.add(key);
    return [text];
  });
}

type Added = { addedCount: number; utteranceCount: number };

/** Adds texts to an intent of a bot that the caller has locked, in front, as the editor does. @throws DomainError intent.not_found or bot.too_large */
export async function extendIntent(
  tx: Tx,
  enterpriseId: string,
  { botId, intentId, texts, now }: { botId: string; intentId: string; texts: readonly string[]; now: Date },
): Promise<Added> {
  const row = await accessIntent(tx, enterpriseId, botId, intentId);
  const utterances = await listUtterances(tx, enterpriseId, botId, intentId);
  const known = utterances.map(({ text }) => text);
  const added = newPhrases(known, texts);
  const utteranceCount = utterances.length + added.length;
  if (utteranceCount > mostUtterances) throw new DomainError('bot.too_large', `An intent has at most ${mostUtterances} phrases.`, {});
  const content = { ...row, utterances: [...added.map((text) => ({ text, refs: [] })), ...utterances] };
  await writeIntent(tx, enterpriseId, { botId, intentId, content, now, isNew: false });
  return { addedCount: added.length, utteranceCount };
}

/** @throws DomainError bot.not_found, intent.not_found or bot.too_large */
export function addPhrases(ctx: Ctx, botId: string, intentId: string, texts: readonly string[]): Promise<Added> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const added = await changing(ctx, tx, intentRecord, intentId, 'edit', () =>
      extendIntent(tx, enterpriseId, { botId, intentId, texts, now: ctx.now() }),
    );
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    return added;
  });
}
