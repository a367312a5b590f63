import { defineRecord } from '#platform/audit/record.ts';
import { findMilestoneRecord } from './milestone.repository.ts';

/** A milestone of a campaign: its name, its place and what reaches it. */
export const milestoneRecord = defineRecord({
  kind: 'campaign_milestone',
  module: 'sending',
  tables: ['campaignMilestones'],
  fields: { name: 'plain', place: 'plain', rule: 'parts' },
  read: findMilestoneRecord,
  nameOf: ({ name }) => String(name),
  link: (_id, { campaignId }) => `/campaigns/report/${campaignId}?tab=milestones`,
});
