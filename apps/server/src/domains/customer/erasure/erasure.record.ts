import { defineRecord } from '#platform/audit/record.ts';

/** The record of an erasure, with its author and reason. It names nobody: it stays when everything else about the person has gone. */
export const erasureRecord = defineRecord({
  kind: 'erasure',
  module: 'customers',
  tables: ['erasures'],
  fields: { customerId: 'plain', keepOptOut: 'plain', state: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('erasures')
      .select(['customerId', 'keepOptOut', 'state'])
      .where('enterpriseId', '=', enterpriseId)
      .where('erasureId', '=', id)
      .executeTakeFirst(),
  nameOf: () => '',
  link: () => '/admin/details',
});
