import { type Story, storyTexts, tidyName } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { StoryTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { orNameTaken, stampOf } from '../bot/bot.service.ts';
import { assertUnused } from '../bot/bot.uses.ts';
import { packStory } from '../bot/bot-parts.pack.ts';
import { storyRecord } from './story.record.ts';

type StoryRow = Selectable<StoryTable>;
export const storyNotFound = () => new DomainError('story.not_found', 'No such story.', {});
const nameTaken = () => new DomainError('story.name_taken', storyTexts.duplicate, {});

const listStoryRows = (tx: Read, enterpriseId: string, botId: string): Promise<StoryRow[]> =>
  tx
    .selectFrom('stories')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('createdAt')
    .orderBy('storyId')
    .execute();

/** Every access to a story goes through this function. @throws DomainError bot.not_found or story.not_found */
export async function accessStory(tx: Read, enterpriseId: string, botId: string, storyId: string): Promise<StoryRow> {
  await accessBot(tx, enterpriseId, botId);
  const row = await tx
    .selectFrom('stories')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('storyId', '=', storyId)
    .executeTakeFirst();
  if (!row) throw storyNotFound();
  return row;
}

const toTree = (row: StoryRow, rows: readonly StoryRow[]): Story => ({
  id: row.storyId,
  name: row.name,
  agentId: row.botId,
  parentId: row.parentId,
  version: row.version,
  childStories: rows.filter(({ parentId }) => parentId === row.storyId).map((child) => toTree(child, rows)),
});

/** The root story with all stories below it (STORY-012). */
export function getStoryTree(ctx: Ctx, botId: string): Promise<Story> {
  return ctx.read(async (tx) => {
    const bot = await accessBot(tx, ctx.enterpriseId, botId);
    const rows = await listStoryRows(tx, ctx.enterpriseId, botId);
    const root = rows.find(({ storyId }) => storyId === bot.rootStoryId);
    if (!root) throw storyNotFound();
    return toTree(root, rows);
  });
}

export async function addStory(tx: Tx, enterpriseId: string, story: { botId: string; parentId: string; name: string }): Promise<string> {
  const storyId = newId();
  await tx
    .insertInto('stories')
    .values({ enterpriseId, storyId, ...story })
    .execute();
  return storyId;
}

type StorySave = { id?: string | undefined; name: string; agentId: string; parentId?: string | undefined; version?: number | undefined };

/** @throws DomainError bot.not_found, story.not_found, record.changed, or story.name_taken beside a story of that name */
export function saveStory(ctx: Ctx, save: StorySave) {
  const { enterpriseId } = ctx;
  const name = tidyName(save.name);
  return orNameTaken('stories_by_name', nameTaken, () =>
    ctx.transaction(async (tx) => {
      const bot = await accessBot(tx, enterpriseId, save.agentId, { lock: true });
      let storyId = save.id ?? '';
      if (storyId) {
        const { version } = await accessStory(tx, enterpriseId, bot.botId, storyId);
        // The root story cannot be renamed.
        if (storyId === bot.rootStoryId) throw storyNotFound();
        await assertVersion(ctx, tx, storyRecord, { id: storyId, version }, save.version);
        await changing(ctx, tx, storyRecord, storyId, 'edit', () =>
          tx.updateTable('stories').set({ name }).where('enterpriseId', '=', enterpriseId).where('storyId', '=', storyId).execute(),
        );
      } else {
        const parent = await accessStory(tx, enterpriseId, bot.botId, save.parentId || bot.rootStoryId);
        const { storyId: parentId } = parent;
        storyId = await creating(
          ctx,
          tx,
          storyRecord,
          (id) => id,
          () => addStory(tx, enterpriseId, { botId: bot.botId, parentId, name }),
        );
      }
      await touchBot(tx, enterpriseId, bot.botId, stampOf(ctx));
      const { parentId, version } = await accessStory(tx, enterpriseId, bot.botId, storyId);
      return { id: storyId, name, agentId: bot.botId, parentId, version };
    }),
  );
}

/** Counts the stories below a story and the intents of them all, which are deleted with it. */
async function countBelow(tx: Tx, enterpriseId: string, storyId: string): Promise<{ stories: number; intents: number }> {
  const { rows } = await sql<{ stories: number; intents: number }>`
    with recursive below as (
      select s.story_id from stories s where s.enterprise_id = ${enterpriseId} and s.story_id = ${storyId}
      union all select s.story_id from stories s join below b on s.parent_id = b.story_id where s.enterprise_id = ${enterpriseId}
    ) select (select count(*)::int - 1 from below) as stories,
        (select count(*)::int from intents i join below b using (story_id) where i.enterprise_id = ${enterpriseId}) as intents`.execute(tx);
  return rows[0] ?? { stories: 0, intents: 0 };
}

async function listIntentsBelow(tx: Tx, enterpriseId: string, storyId: string): Promise<string[]> {
  const { rows } = await sql<{ intentId: string }>`
    with recursive below as (
      select s.story_id from stories s where s.enterprise_id = ${enterpriseId} and s.story_id = ${storyId}
      union all select s.story_id from stories s join below b on s.parent_id = b.story_id where s.enterprise_id = ${enterpriseId}
    ) select i.intent_id from intents i join below b using (story_id) where i.enterprise_id = ${enterpriseId}`.execute(tx);
  return rows.map(({ intentId }) => intentId);
}

/** A story with its intents and child stories (STORY-019); the root stays. @throws DomainError intent.in_use of one of its intents */
export function deleteStory(ctx: Ctx, botId: string, storyId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const bot = await accessBot(tx, enterpriseId, botId, { lock: true });
    const story = await accessStory(tx, enterpriseId, botId, storyId);
    if (story.storyId === bot.rootStoryId) throw storyNotFound();
    await assertUnused(ctx, tx, 'intent', await listIntentsBelow(tx, enterpriseId, storyId));
    await ctx.bin.put(tx, ctx.actor.userId, [await packStory(tx, enterpriseId, story)]);
    const remove = () => tx.deleteFrom('stories').where('enterpriseId', '=', enterpriseId).where('storyId', '=', storyId).execute();
    await changing(ctx, tx, storyRecord, storyId, 'delete', remove, { counts: await countBelow(tx, enterpriseId, storyId) });
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}
