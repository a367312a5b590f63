import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { setBotChannels } from '../../channel/door.ts';
import type { TakerPort } from '../../chat/door.ts';
import { botRecord } from './bot.record.ts';
import { accessBot } from './bot.repository.ts';

/** Channels whose visitors a bot answers. */
export function channelsOfBot(tx: Read, enterpriseId: string, botId: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('channels')
    .select(['channelId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql`data->>'botId'`, '=', botId)
    .orderBy('name')
    .execute();
}

/** Channels that a bot may answer, with the bot that each has now. */
export function listBotChannels(ctx: Ctx, botId: string) {
  return ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    const rows = await tx
      .selectFrom('channels')
      .leftJoin('bots', (join) =>
        join.onRef('bots.enterpriseId', '=', 'channels.enterpriseId').on(sql`bots.bot_id::text`, '=', sql`channels.data->>'botId'`),
      )
      .select(['channels.channelId', 'channels.name', 'bots.botId', 'bots.name as botName'])
      .where('channels.enterpriseId', '=', ctx.enterpriseId)
      .orderBy('channels.name')
      .limit(200)
      .execute();
    return rows.map((row) => ({ id: row.channelId, name: row.name, isAnswered: row.botId === botId, botName: row.botName ?? '' }));
  });
}

/** Lets a bot answer exactly these channels; a channel that it leaves goes to the agents. */
export function connectBot(ctx: Ctx, botId: string, channelIds: readonly string[]): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const wanted = [...new Set(channelIds)];
    const found = await tx
      .selectFrom('channels')
      .select('channelId')
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', 'in', wanted.length > 0 ? wanted : [botId])
      .execute();
    if (found.length < wanted.length) throw new DomainError('channel.not_found', 'No such channel.', {});
    await changing(ctx, tx, botRecord, botId, 'edit', () => setBotChannels(ctx, tx, botId, wanted));
  });
}

/** The bot of a chat's channel takes it back from people; one that was never trained would hand it over again at once. */
export const botTaker: TakerPort = {
  kind: 'bot',
  find: (tx, { enterpriseId, channelId }) =>
    tx
      .selectFrom('channels')
      .innerJoin('bots', (join) =>
        join.onRef('bots.enterpriseId', '=', 'channels.enterpriseId').on(sql`bots.bot_id::text`, '=', sql`channels.data->>'botId'`),
      )
      .select('bots.name')
      .where('channels.enterpriseId', '=', enterpriseId)
      .where('channels.channelId', '=', channelId)
      .where('bots.servingVersionId', 'is not', null)
      .where('bots.deletedAt', 'is', null)
      .executeTakeFirst(),
};
