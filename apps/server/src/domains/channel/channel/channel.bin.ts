import { endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { seeingDeleted } from '#platform/bin/deleted-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { forgetAddresses } from '../../customer/door.ts';
import { assertEntryBot } from './channel.entry.ts';
import { channelRecord } from './channel.record.ts';
import { forgetUses } from './channel.uses.ts';

/** Nobody reaches it from now on: queries do not see it, and what asks past them sees that it is paused. */
export const hideChannel = (tx: Tx, enterpriseId: string, channelId: string, now: Date): Promise<unknown> =>
  seeingDeleted(tx, () =>
    tx
      .updateTable('channels')
      .set({ deletedAt: now, state: 'PAUSED' })
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );

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
    const key = { enterpriseId, channelId: recordId };
    const row = await seeingDeleted(tx, () =>
      tx
        .selectFrom('channels')
        .select(['data', 'version'])
        .where((eb) => eb.and(key))
        .forUpdate()
        .executeTakeFirstOrThrow(),
    );
    const isAnswered = await hasBot(ctx, tx, row.data.botId);
    const data = isAnswered ? row.data : { ...row.data, entry: 'queue', botId: '' };
    const change = { deletedAt: null, state: 'PAUSED' as const, stateReason: '', data: JSON.stringify(data), version: row.version + 1 };
    const bringBack = () =>
      seeingDeleted(tx, () =>
        tx
          .updateTable('channels')
          .set(change)
          .where((eb) => eb.and(key))
          .execute(),
      );
    await changing(ctx, tx, channelRecord, recordId, 'restore', bringBack);
    return { name, missing: isAnswered ? [] : [{ kind: 'bot', count: 1 }] };
  },
  async purge(ctx, tx, entries) {
    const { enterpriseId } = ctx;
    for (const { recordId } of entries) {
      await forgetAddresses(tx, enterpriseId, recordId);
      await forgetUses(ctx, tx, recordId);
      await tx.deleteFrom('templates').where('enterpriseId', '=', enterpriseId).where('channelId', '=', recordId).execute();
      const channels = tx.deleteFrom('channels').where('enterpriseId', '=', enterpriseId).where('channelId', '=', recordId);
      await seeingDeleted(tx, () => channels.where('deletedAt', 'is not', null).execute());
    }
  },
};
