import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Throws where the enterprise has no such bot. */
export const entryBots = defineExtensionPoint<(tx: Tx, enterpriseId: string, botId: string) => Promise<unknown>>('channel.entryBot');

/** @throws DomainError bot.not_found; '' is no bot */
export async function assertEntryBot({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, botId: string): Promise<void> {
  if (botId !== '') await Promise.all(extensions.of(entryBots).map((access) => access(tx, enterpriseId, botId)));
}

/** Lets a bot answer exactly these channels; a channel that it leaves goes to the agents. */
export async function setBotChannels(tx: Tx, enterpriseId: string, botId: string, channelIds: readonly string[]): Promise<void> {
  await sql`update channels set version = version + 1,
      data = data || case when channel_id = any (${channelIds}::uuid[]) then jsonb_build_object('entry', 'bot', 'botId', ${botId}::text)
        else jsonb_build_object('entry', 'queue', 'botId', '') end
    where enterprise_id = ${enterpriseId} and (coalesce(data->>'botId', '') = ${botId}) <> (channel_id = any (${channelIds}::uuid[]))`.execute(
    tx,
  );
}
