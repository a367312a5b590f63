import type { WebChannelData } from '@parley/contract';
import { sql } from 'kysely';
import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { channelRecord } from './channel.record.ts';

/** Throws where the enterprise has no such bot. */
export const entryBots = defineExtensionPoint<(tx: Tx, enterpriseId: string, botId: string) => Promise<unknown>>('channel.entryBot');

/** @throws DomainError bot.not_found; '' is no bot */
export async function assertEntryBot({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, botId: string): Promise<void> {
  if (botId !== '') await Promise.all(extensions.of(entryBots).map((access) => access(tx, enterpriseId, botId)));
}

/** Lets a bot answer exactly these channels; a channel that it leaves goes to the agents. */
export async function setBotChannels(ctx: Auditing, tx: Tx, botId: string, channelIds: readonly string[]): Promise<void> {
  const { enterpriseId } = ctx;
  type Changed = { channelId: string; name: string; before: WebChannelData; after: WebChannelData };
  const { rows } = await sql<Changed>`
    with changed as (
      select channel_id, data from channels
      where enterprise_id = ${enterpriseId} and (coalesce(data->>'botId', '') = ${botId}) <> (channel_id = any (${channelIds}::uuid[]))
      order by channel_id for update)
    update channels c set version = c.version + 1,
      data = c.data || case when c.channel_id = any (${channelIds}::uuid[]) then jsonb_build_object('entry', 'bot', 'botId', ${botId}::text)
        else jsonb_build_object('entry', 'queue', 'botId', '') end
    from changed where c.enterprise_id = ${enterpriseId} and c.channel_id = changed.channel_id
    returning c.channel_id, c.name, changed.data as before, c.data as after`.execute(tx);
  for (const { channelId, name, before, after } of rows)
    recordChange(ctx, tx, {
      record: channelRecord,
      id: channelId,
      action: 'edit',
      before: { name, entry: before.entry, botId: before.botId },
      after: { name, entry: after.entry, botId: after.botId },
    });
}
