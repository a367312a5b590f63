import { defineRecord } from '#platform/audit/record.ts';

/** A campaign: its plan, and who sees it. */
export const campaignRecord = defineRecord({
  kind: 'campaign',
  module: 'sending',
  tables: ['campaigns'],
  fields: { name: 'plain', description: 'plain', accessType: 'plain', plan: 'parts' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('campaigns')
      .select(['name', 'description', 'accessType', 'plan'])
      .where('enterpriseId', '=', enterpriseId)
      .where('campaignId', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/campaigns/campaigns-list/${id}`,
});
