import { defineRecord } from '#platform/audit/record.ts';

/** Groups and labels are sets of customers of two kinds. */
export type SetKind = 'group' | 'label';

/** Members are stored with each customer; here is their count. */
const defineSet = (kind: SetKind) =>
  defineRecord({
    kind,
    module: 'customers',
    tables: ['customerSets'],
    fields: { name: 'plain', customers: 'plain' },
    read: (tx, enterpriseId, id) =>
      tx
        .selectFrom('customerSets')
        .select(['name', 'customerCount as customers'])
        .where('enterpriseId', '=', enterpriseId)
        .where('setId', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst(),
    nameOf: ({ name }) => String(name),
    link: (id) => `/customer-master/customers?${kind}=${id}`,
  });

export const setRecords = { group: defineSet('group'), label: defineSet('label') } as const;
