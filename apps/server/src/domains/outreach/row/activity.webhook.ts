import { activityStateNames, type CampaignEvent } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { ActivityRow } from './activity.repository.ts';

type Stands = Pick<ActivityRow, 'approval' | 'stateNow' | 'completedAt'>;

const standing = ({ approval, stateNow, completedAt }: Stands): CampaignEvent['to'] => ({
  approval,
  // A stopped iteration stays stopped when the last of what was on the wire has ended.
  state: completedAt && activityStateNames[stateNow] !== 'stopped' ? 'completed' : activityStateNames[stateNow],
});

type Moved = { before: ActivityRow; after?: ActivityRow | undefined } | { before?: undefined; after: ActivityRow };

/** Tells own systems that an iteration stands otherwise than before; nothing where it does not. One that is left out lies in the bin. */
export async function tellStanding(ctx: Pick<EnterpriseContext, 'webhooks' | 'now'>, tx: Tx, { before, after }: Moved): Promise<void> {
  const row = before ?? after;
  const gone = { ...standing(row), state: 'deleted' as const };
  const from = before ? standing(before) : gone;
  const to = after ? standing(after) : gone;
  if (from.approval === to.approval && from.state === to.state) return;
  const { campaignId, campaignName: campaign, activityId, number, channelId } = row;
  await ctx.webhooks.publish(tx, {
    type: 'campaign.state',
    orderKey: activityId,
    channelId: channelId ?? '',
    data: {
      campaignId,
      campaign,
      activityId,
      number,
      channelId: channelId ?? '',
      from,
      to,
      pauseReason: (to.state === 'paused' && after?.pauseReason) || '',
      at: ctx.now().toISOString(),
    } satisfies CampaignEvent,
  });
}
