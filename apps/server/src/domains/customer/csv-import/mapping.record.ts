import { defineRecord } from '#platform/audit/record.ts';

/** A header mapping that was saved for the next file of its kind. */
export const mappingRecord = defineRecord({
  kind: 'mapping',
  module: 'customers',
  tables: ['csvMappings'],
  fields: { name: 'plain', headerMapping: 'long', dateOrder: 'plain', leavesOut: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('csvMappings')
      .select(['name', 'headerMapping', 'dateOrder', 'leavesOut'])
      .where('enterpriseId', '=', enterpriseId)
      .where('mappingId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: () => '/customer-master/uploadfile',
});
