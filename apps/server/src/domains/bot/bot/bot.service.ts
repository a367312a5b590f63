import {
  type BotCard,
  type BotConfigSave,
  type BotDetails,
  botTexts,
  fieldError,
  type PromptConfig,
  type PromptSave,
} from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { assertIntegration } from '../../integration/door.ts';
import { channelsOfBot } from './bot.channels.ts';
import { initialConfig, initialKnowledge, initialPrompt, initialSentiment } from './bot.defaults.ts';
import { describeBot, hideBot } from './bot.hide.ts';
import { presentBot, presentBotDetails, presentConfig, presentPrompt } from './bot.present.ts';
import { botRecord } from './bot.record.ts';
import { accessBot, getBotRow, listBotRows, setBot, touchBot } from './bot.repository.ts';
import { assertUnused, listBotUses } from './bot.uses.ts';

const mostListed = 500;

const nameTaken = () => new DomainError('bot.name_taken', botTexts.duplicate, {});

/** Only the unique index decides whether a name is taken, so that two requests at the same moment cannot both get it. */
export async function orNameTaken<T>(constraint: string, refusal: () => DomainError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === constraint) throw refusal();
    throw error;
  }
}

/** Actor and time of a change. */
export const stampOf = (ctx: EnterpriseContext) => ({ userId: 'actor' in ctx ? (ctx as Ctx).actor.userId : null, now: ctx.now() });

export function listBots(ctx: Ctx, { name, from, perPage }: { name: string; from: number; perPage: number }) {
  const limit = perPage === -1 ? mostListed : perPage;
  return ctx.read(async (tx) => {
    const rows = await listBotRows(tx, ctx.enterpriseId, { name: name.trim(), from, limit: limit + 1 });
    return { agents: rows.slice(0, limit).map(presentBot), more: rows.length > limit };
  });
}

export const getBot = (ctx: EnterpriseContext, botId: string): Promise<BotDetails> =>
  ctx.read(async (tx) => presentBotDetails(await getBotRow(tx, ctx.enterpriseId, botId), await channelsOfBot(tx, ctx.enterpriseId, botId)));

export type NewBot = { name: string; description: string; type: 'prompt' | 'nlp' };

/** Creates a bot with its root story in the caller's transaction. @returns its id */
export async function addBot(tx: Tx, enterpriseId: string, bot: NewBot, by: { userId: string | null; now: Date }): Promise<string> {
  const [botId, rootStoryId] = [newId(), newId()];
  await tx
    .insertInto('bots')
    .values({
      enterpriseId,
      botId,
      name: bot.name.trim(),
      description: bot.description.trim(),
      type: bot.type,
      rootStoryId,
      config: JSON.stringify(initialConfig),
      prompt: JSON.stringify(initialPrompt),
      knowledge: JSON.stringify(initialKnowledge),
      sentiment: JSON.stringify(initialSentiment),
      createdAt: by.now,
      updatedAt: by.now,
      updatedBy: by.userId,
    })
    .execute();
  await tx.insertInto('stories').values({ enterpriseId, storyId: rootStoryId, botId, parentId: null, name: bot.name.trim() }).execute();
  await touchBot(tx, enterpriseId, botId, by);
  return botId;
}

/** The bot under its lock. @throws DomainError bot.not_found, or record.changed since the version that was read */
async function accessUnchanged(ctx: Ctx, tx: Tx, botId: string, read: number | undefined): Promise<void> {
  const { version } = await accessBot(tx, ctx.enterpriseId, botId, { lock: true });
  await assertVersion(ctx, tx, botRecord, { id: botId, version }, read);
}

/** @throws DomainError bot.name_taken, bot.not_found or record.changed */
export function saveBot(
  ctx: Ctx,
  save: NewBot & { id?: string | undefined; version?: number | undefined },
): Promise<{ bot: BotCard; isNew: boolean }> {
  const { enterpriseId } = ctx;
  const by = stampOf(ctx);
  return orNameTaken('bots_by_name', nameTaken, () =>
    ctx.transaction(async (tx) => {
      let botId = save.id ?? '';
      const isNew = botId === '';
      if (isNew)
        botId = await creating(
          ctx,
          tx,
          botRecord,
          (id) => id,
          () => addBot(tx, enterpriseId, save, by),
        );
      else {
        await accessUnchanged(ctx, tx, botId, save.version);
        await changing(ctx, tx, botRecord, botId, 'edit', () =>
          setBot(tx, enterpriseId, botId, { name: save.name.trim(), description: save.description.trim(), type: save.type }),
        );
        await touchBot(tx, enterpriseId, botId, by);
      }
      return { bot: presentBot(await getBotRow(tx, enterpriseId, botId)), isNew };
    }),
  );
}

/**
 * Moves a bot into the bin that has neither stories below its root nor intents (BOT-088), and that no channel and no stream uses.
 * @throws DomainError '101' naming what is in the way, knowledge.in_use
 */
export function deleteBot(ctx: Ctx, botId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const bot = await accessBot(tx, enterpriseId, botId, { lock: true });
    const { rows } = await sql<{ name: string }>`
      select s.name from stories s where s.enterprise_id = ${enterpriseId} and s.bot_id = ${botId} and s.story_id <> ${bot.rootStoryId}
      union all select i.name from intents i where i.enterprise_id = ${enterpriseId} and i.bot_id = ${botId} limit 20`.execute(tx);
    if (rows.length > 0) throw new DomainError('101', botTexts.hasIntents, { uses: rows.map(({ name }) => name) });
    const channels = await channelsOfBot(tx, enterpriseId, botId);
    if (channels.length > 0) {
      const names = channels.map(({ name }) => name);
      throw new DomainError('101', `This agent answers ${names.join(', ')}. Choose another one there first.`, { uses: names });
    }
    const uses = await listBotUses(ctx, tx, 'bot', [botId]);
    if (uses.length > 0)
      throw new DomainError('101', `This agent answers in ${uses.join(', ')}. Choose another one there first.`, { uses });
    const sources = await tx
      .selectFrom('knowledgeSources')
      .select('sourceId')
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .execute();
    await assertUnused(
      ctx,
      tx,
      'knowledge',
      sources.map(({ sourceId }) => sourceId),
    );
    await ctx.bin.put(tx, ctx.actor.userId, [await describeBot(tx, enterpriseId, bot)]);
    await changing(ctx, tx, botRecord, botId, 'delete', () => hideBot(tx, enterpriseId, botId, ctx.now()));
  });
}

export function saveConfig(ctx: Ctx, botId: string, { version, ...save }: BotConfigSave) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessUnchanged(ctx, tx, botId, version);
    await assertIntegration(tx, enterpriseId, save.openaiKey);
    const config = { ...save, outOfScopeMessage: save.outOfScopeMessage.trim() };
    await changing(ctx, tx, botRecord, botId, 'edit', () => setBot(tx, enterpriseId, botId, { config: JSON.stringify(config) }));
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    const row = await getBotRow(tx, enterpriseId, botId);
    return { ...presentConfig(row), version: row.version };
  });
}

/** @throws DomainError bot.prompt_invalid when a variable lacks its name or description (PROMPT-013, PROMPT-017) */
export function savePrompt(ctx: Ctx, botId: string, save: PromptSave): Promise<PromptConfig & { version: number }> {
  const { enterpriseId } = ctx;
  const userData = save.extractData
    ? save.userData.map(({ name, description }) => ({ name: name.trim(), description: description.trim() }))
    : [];
  const names = new Set(userData.map(({ name }) => name.toLowerCase()));
  const isWhole = userData.every(({ name, description }) => name !== '' && description !== '');
  if (save.extractData && (userData.length === 0 || !isWhole || names.size < userData.length)) {
    const fault = fieldError('userData', isWhole && userData.length > 0 ? 'bot.variable_twice' : 'bot.variables');
    throw new DomainError('bot.prompt_invalid', fault.message, { errors: [fault] });
  }
  return ctx.transaction(async (tx) => {
    await accessUnchanged(ctx, tx, botId, save.version);
    await assertIntegration(tx, enterpriseId, save.openaiKey);
    const prompt = { openaiKey: save.openaiKey, prompt: save.prompt.trim(), extractData: save.extractData, userData };
    await changing(ctx, tx, botRecord, botId, 'edit', () => setBot(tx, enterpriseId, botId, { prompt: JSON.stringify(prompt) }));
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    const saved = await accessBot(tx, enterpriseId, botId);
    return { ...presentPrompt(saved), version: saved.version };
  });
}
