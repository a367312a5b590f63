import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor } from '../../../context.ts';
import { type CampaignRow, findSeenCampaign } from './campaign.repository.ts';

export const campaignNotFound = () => new DomainError('campaign.not_found', 'No such campaign.', {});

/** The campaign, if the enterprise has it and the actor may see it. @throws DomainError campaign.not_found */
export async function accessCampaign(tx: Read, actor: Actor, campaignId: string, { lock = false } = {}): Promise<CampaignRow> {
  const row = await findSeenCampaign(tx, actor, campaignId, { lock });
  if (!row) throw campaignNotFound();
  return row;
}
