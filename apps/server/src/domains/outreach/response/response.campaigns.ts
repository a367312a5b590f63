import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findLastHeard, findReachedBy } from '../../messaging/door.run.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import { campaignsOf } from '../row/campaign.repository.ts';
import { iterationsOf } from '../row/runs.repository.ts';
import { lookedBackMs, timeOf } from './response.inbound.ts';
import { isAfter } from './response.rules.ts';

/**
 * A campaign whose message had reached somebody who writes now.
 * @property isAnswered the vendor names its message as the one that is answered
 * @property isFirst nothing was heard of them since its last message, and the vendor names no other message of ours
 */
export type CampaignReached = { campaignId: string; leftAt: Date; at: Date; isAnswered: boolean; isFirst: boolean };

/** Finds the campaigns that a message may answer, each with its last message to this person on this channel. */
export async function campaignsReaching(ctx: EnterpriseContext, tx: Tx, message: InboundMessage): Promise<CampaignReached[]> {
  const { enterpriseId } = ctx;
  const { channelId, address, detail } = message;
  const since = new Date(ctx.now().getTime() - lookedBackMs);
  const found = await findReachedBy(tx, enterpriseId, [{ address, answers: detail?.answers ?? '' }], {
    channelId,
    source: 'CAMPAIGN',
    since,
  });
  if (found.length === 0) return [];
  const at = timeOf(ctx, message);
  const iterations = await iterationsOf(tx, enterpriseId, [...new Set(found.map(({ runId }) => runId))]);
  const campaigns = await campaignsOf(tx, enterpriseId, [...new Set([...iterations.values()].map(({ activityId }) => activityId))]);
  const heardAt = await findLastHeard(tx, enterpriseId, { channelId, address, since });
  const reached = found.flatMap((one) => {
    const campaignId = campaigns.get(iterations.get(one.runId)?.activityId ?? '');
    return campaignId !== undefined && isAfter(one.leftAt, at) ? [{ ...one, campaignId }] : [];
  });
  return [...Map.groupBy(reached, ({ campaignId }) => campaignId)].map(([campaignId, messages]) => {
    const leftAt = new Date(Math.max(...messages.map((one) => one.leftAt.getTime())));
    const isOther = messages.some(({ isOtherAnswered }) => isOtherAnswered);
    return {
      campaignId,
      leftAt,
      at,
      isAnswered: messages.some(({ isAnswered }) => isAnswered),
      isFirst: !isOther && (heardAt === undefined || heardAt <= leftAt),
    };
  });
}
