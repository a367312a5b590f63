import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { channelRecord } from './channel.record.ts';
import { giveToBot } from './channel.repository.ts';

/** Throws where the enterprise has no such bot. */
export const entryBots = defineExtensionPoint<(tx: Tx, enterpriseId: string, botId: string) => Promise<unknown>>('channel.entryBot');

/** @throws DomainError bot.not_found; '' is no bot */
export async function assertEntryBot({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, botId: string): Promise<void> {
  if (botId !== '') await Promise.all(extensions.of(entryBots).map((access) => access(tx, enterpriseId, botId)));
}

/** Lets a bot answer exactly these channels; a channel that it leaves goes to the agents. */
export async function setBotChannels(ctx: Auditing, tx: Tx, botId: string, channelIds: readonly string[]): Promise<void> {
  for (const { channelId, name, before, after } of await giveToBot(tx, ctx.enterpriseId, botId, channelIds))
    recordChange(ctx, tx, {
      record: channelRecord,
      id: channelId,
      action: 'edit',
      before: { name, entry: before.entry, botId: before.botId },
      after: { name, entry: after.entry, botId: after.botId },
    });
}
