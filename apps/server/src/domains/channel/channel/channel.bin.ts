import { endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { forgetAddresses } from '../../customer/door.ts';
import { assertEntryBot } from './channel.entry.ts';
import { channelRecord } from './channel.record.ts';
import { lockDeletedChannel, purgeChannel, restoreChannel } from './channel.repository.ts';
import { forgetUses } from './channel.uses.ts';

/** Tells whether the bot that answered is still there. */
async function hasBot(ctx: Ctx, tx: Tx, botId: string): Promise<boolean> {
  try {
    await assertEntryBot(ctx, tx, botId);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bot.not_found') return false;
    throw error;
  }
}

export const channelBin: BinDefinition = {
  edit: endpoints.channels.update,
  /** It comes back paused: the user who switches it on tests whether its keys still work. */
  async restore(ctx, tx, { recordId, name }) {
    const { enterpriseId } = ctx;
    const row = await lockDeletedChannel(tx, enterpriseId, recordId);
    const isAnswered = await hasBot(ctx, tx, row.data.botId);
    const data = isAnswered ? row.data : { ...row.data, entry: 'queue' as const, botId: '' };
    const bringBack = () => restoreChannel(tx, enterpriseId, recordId, { data, version: row.version + 1 });
    await changing(ctx, tx, channelRecord, recordId, 'restore', bringBack);
    return { name, missing: isAnswered ? [] : [{ kind: 'bot', count: 1 }] };
  },
  async purge(ctx, tx, entries) {
    const { enterpriseId } = ctx;
    for (const { recordId } of entries) {
      await forgetAddresses(tx, enterpriseId, recordId);
      await forgetUses(ctx, tx, recordId);
      await purgeChannel(tx, enterpriseId, recordId);
    }
  },
};
