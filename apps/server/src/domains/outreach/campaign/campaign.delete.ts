import { activityStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';

/** Moves a campaign with its iterations into the bin. @throws DomainError campaign.in_use while one is scheduled, runs or is paused */
export const deleteCampaign = (ctx: Ctx, campaignId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { name } = await accessCampaign(tx, ctx.actor, campaignId, { lock: true });
    const iterations = await tx
      .selectFrom('activities')
      .select(['activityId', 'number', 'state', 'completedAt'])
      .where('enterpriseId', '=', enterpriseId)
      .where('campaignId', '=', campaignId)
      .where('deletedAt', 'is', null)
      .orderBy('activityId')
      .forUpdate()
      .execute();
    const live = iterations.filter(
      ({ state, completedAt }) => state === activityStates.scheduled || (state === activityStates.started && !completedAt),
    );
    if (live.length > 0) {
      const uses = live.map(({ number }) => `${name} #${number}`);
      throw new DomainError('campaign.in_use', `Stop these first: ${uses.join(', ')}.`, { uses });
    }
    const before = await campaignRecord.read(tx, enterpriseId, campaignId);
    const deletedAt = ctx.now();
    for (const table of ['activities', 'campaigns'] as const)
      await tx
        .updateTable(table)
        .set({ deletedAt })
        .where('enterpriseId', '=', enterpriseId)
        .where('campaignId', '=', campaignId)
        .where('deletedAt', 'is', null)
        .execute();
    await ctx.bin.put(tx, ctx.actor.userId, [
      { kind: 'campaign', recordId: campaignId, name, contains: { activities: iterations.length } },
    ]);
    recordChange(ctx, tx, { record: campaignRecord, id: campaignId, action: 'delete', before });
  });

export const campaignBin: BinDefinition = {
  edit: endpoints.campaigns.update,
  /** Restores the campaign with the iterations deleted with it; those that were deleted before lie in the bin by themselves. */
  async restore(ctx, tx, { recordId }) {
    const { enterpriseId } = ctx;
    const row = await tx
      .selectFrom('campaigns')
      .select(['name', 'deletedAt', 'version'])
      .where('enterpriseId', '=', enterpriseId)
      .where('campaignId', '=', recordId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isTaken = async (candidate: string) =>
      (await tx
        .selectFrom('campaigns')
        .select('campaignId')
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`lower(name) = lower(${candidate})`)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()) !== undefined;
    const name = await findFreeName(row.name, isTaken, { longest: 120 });
    await changing(ctx, tx, campaignRecord, recordId, 'restore', async () => {
      await tx
        .updateTable('campaigns')
        .set({ name, deletedAt: null, version: row.version + 1, updatedAt: ctx.now() })
        .where('enterpriseId', '=', enterpriseId)
        .where('campaignId', '=', recordId)
        .execute();
      await tx
        .updateTable('activities')
        .set({ deletedAt: null })
        .where('enterpriseId', '=', enterpriseId)
        .where('campaignId', '=', recordId)
        .where('deletedAt', '=', row.deletedAt)
        .execute();
    });
    return { name, missing: [] };
  },
  /** Its iterations and their log go with it; the ledger keeps its rows and counts. */
  async purge({ enterpriseId }, tx, entries) {
    await tx
      .deleteFrom('campaigns')
      .where('enterpriseId', '=', enterpriseId)
      .where(
        'campaignId',
        'in',
        entries.map(({ recordId }) => recordId),
      )
      .where('deletedAt', 'is not', null)
      .execute();
  },
};
