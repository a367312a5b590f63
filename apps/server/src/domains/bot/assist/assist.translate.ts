import { type AssistLanguage, type AssistText, assistLimits, type ChatTranslation, cutText } from '@parley/contract';
import { languageOf } from '@parley/nlu';
import { excuse } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import { accessChat, findAction, keepTranslations, listTranslations, shownWords, signDraft, viewerOf } from '../../chat/door.ts';
import { accessAssisted, hasWords, type SeenChat } from './assist.message.ts';
import { guardTerms, restoreTerms, translationPrompt } from './assist.prompts.ts';
import type { AssistDeps } from './assist.suggest.ts';
import { askModel, failed, noModel, noText } from './assist.write.ts';

/** Calls of a model at once for one press. */
const atOnce = 3;

/** @throws DomainError chat.not_found */
export const readTranslations = (ctx: Ctx, chatId: string, language: AssistLanguage): Promise<ChatTranslation[]> =>
  ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    return (await listTranslations(tx, ctx.enterpriseId, chatId, language)).map(shownTo(ctx, chat));
  });

/** A translation of a mail has the addresses of its words. */
const shownTo =
  ({ actor }: Ctx, { channelType }: SeenChat) =>
  (translation: ChatTranslation): ChatTranslation => ({
    ...translation,
    text: shownWords(translation.text, channelType, viewerOf(actor)),
  });

type Settings = Awaited<ReturnType<typeof accessAssisted>>['settings'];

/** Translates words; terms of the enterprise stay as they are. @throws DomainError assist.failed */
async function translate(
  ctx: Ctx,
  deps: AssistDeps,
  { configId, terms }: Settings,
  text: string,
  language: AssistLanguage,
): Promise<string> {
  const guarded = guardTerms(cutText(text, assistLimits.characters), terms);
  const translated = restoreTerms(await askModel(ctx, deps, configId, { messages: translationPrompt(guarded, language) }), guarded);
  if (translated === undefined) throw failed('The model left out a name that is not to be translated.');
  return translated;
}

/**
 * Translates customers' messages of a chat. Those in the language already, and those whose translation is kept, cost nothing. Others go on where
 * one fails.
 * @throws DomainError chat.not_found, assist.no_model, or assist.failed where no message could be translated
 */
export async function translateMessages(
  ctx: Ctx,
  deps: AssistDeps,
  chatId: string,
  { numbers, language }: { numbers: readonly number[]; language: AssistLanguage },
): Promise<ChatTranslation[]> {
  const { enterpriseId, actor } = ctx;
  const wanted = [...new Set(numbers)];
  const { chat, settings, sources } = await ctx.read(async (tx) => {
    const [assisted, kept] = [await accessAssisted(tx, ctx, chatId), await listTranslations(tx, enterpriseId, chatId, language)];
    const missing = wanted.filter((number) => !kept.some((one) => one.number === number));
    const entries = await Promise.all(missing.map((number) => findAction(tx, enterpriseId, chatId, number)));
    return {
      ...assisted,
      sources: entries.flatMap((entry) => (entry && hasWords(entry) ? [{ number: entry.number, source: entry.message }] : [])),
    };
  });
  if (settings.configId === '') throw noModel();
  const foreign = sources.filter(({ source }) => languageOf(source) !== language);
  const outcomes: PromiseSettledResult<string>[] = [];
  for (let at = 0; at < foreign.length; at += atOnce)
    outcomes.push(
      ...(await Promise.allSettled(foreign.slice(at, at + atOnce).map(({ source }) => translate(ctx, deps, settings, source, language)))),
    );
  const done = foreign.flatMap((entry, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'fulfilled' ? [{ ...entry, language, text: outcome.value }] : [];
  });
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (done.length === 0 && refused) throw refused.reason;
  return ctx.transaction(async (tx) => {
    if (done.length > 0) {
      excuse(tx, 'what was translated stands with the chat’s own record');
      await keepTranslations(tx, { enterpriseId, userId: actor.userId }, chatId, done);
    }
    return (await listTranslations(tx, enterpriseId, chatId, language))
      .filter(({ number }) => wanted.includes(number))
      .map(shownTo(ctx, chat));
  });
}

/** Translates the words of a reply before it is sent. @throws DomainError chat.not_found, assist.no_model, assist.no_text or assist.failed */
export async function translateReply(
  ctx: Ctx,
  deps: AssistDeps,
  chatId: string,
  { text, language }: { text: string; language: AssistLanguage },
): Promise<AssistText> {
  const { settings } = await ctx.read((tx) => accessAssisted(tx, ctx, chatId));
  const { configId, model } = settings;
  if (configId === '') throw noModel();
  if (text.trim() === '') throw noText();
  const translated = await translate(ctx, deps, settings, text, language);
  const draft = { chatId, kind: 'translation', sourceId: configId, name: model, text: translated } as const;
  return { text: translated, sourceId: configId, proof: signDraft(deps.secrets, draft, ctx.now()) };
}
