import { defineRecord } from '#platform/audit/record.ts';

export const filterRecord = defineRecord({
  kind: 'filter',
  module: 'customers',
  tables: ['customerFilters'],
  fields: { name: 'plain', conditions: 'search' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('customerFilters')
      .select(['name', 'conditions'])
      .where('enterpriseId', '=', enterpriseId)
      .where('filterId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/customer-master/customers?filter=${id}`,
});
