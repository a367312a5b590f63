import { activityStates, endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { listIterations } from '../row/activity.repository.ts';
import { tellStanding } from '../row/activity.webhook.ts';
import { binCampaign, lockDeletedCampaign, lockIterations, purgeCampaigns, restoreCampaign } from '../row/bin.repository.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { isCampaignName } from '../row/campaign.repository.ts';

/** Moves a campaign with its iterations into the bin. @throws DomainError campaign.in_use while one is scheduled, runs or is paused */
export const deleteCampaign = (ctx: Ctx, campaignId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const { name } = await accessCampaign(tx, ctx.actor, campaignId, { lock: true });
    const iterations = await lockIterations(tx, enterpriseId, campaignId);
    const live = iterations.filter(
      ({ state, completedAt }) => state === activityStates.scheduled || (state === activityStates.started && !completedAt),
    );
    if (live.length > 0) {
      const uses = live.map(({ number }) => `${name} #${number}`);
      throw new DomainError('campaign.in_use', `Stop these first: ${uses.join(', ')}.`, { uses });
    }
    const before = await campaignRecord.read(tx, enterpriseId, campaignId);
    for (const row of await listIterations(tx, enterpriseId, campaignId)) await tellStanding(ctx, tx, { before: row });
    await binCampaign(tx, enterpriseId, campaignId, ctx.now());
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
    const { name: former, ...row } = await lockDeletedCampaign(tx, enterpriseId, recordId);
    const name = await findFreeName(former, (candidate) => isCampaignName(tx, enterpriseId, candidate), { longest: 120 });
    await changing(ctx, tx, campaignRecord, recordId, 'restore', () =>
      restoreCampaign(tx, enterpriseId, recordId, { name, ...row, now: ctx.now() }),
    );
    for (const after of await listIterations(tx, enterpriseId, recordId)) await tellStanding(ctx, tx, { after });
    return { name, missing: [] };
  },
  /** Its iterations and their log go with it; the ledger keeps its rows and counts. */
  purge: ({ enterpriseId }, tx, entries) =>
    purgeCampaigns(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
