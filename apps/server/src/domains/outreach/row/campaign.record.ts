import { defineRecord } from '#platform/audit/record.ts';
import { findCampaignRecord } from './campaign.repository.ts';

/** A campaign: its plan, and who sees it. */
export const campaignRecord = defineRecord({
  kind: 'campaign',
  module: 'sending',
  tables: ['campaigns'],
  fields: { name: 'plain', description: 'plain', accessType: 'plain', plan: 'parts' },
  read: findCampaignRecord,
  nameOf: ({ name }) => String(name),
  link: (id) => `/campaigns/campaigns-list/${id}`,
});
