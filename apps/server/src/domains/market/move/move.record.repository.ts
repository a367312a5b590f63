import { defineRecord } from '#platform/audit/record.ts';

/** A move from another product. What it brings is counted, and stands in its own records. */
export const moveRecord = defineRecord({
  kind: 'move',
  module: 'account',
  tables: ['moves'],
  fields: { source: 'plain', state: 'plain', url: 'plain', mapping: 'long', reason: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('moves')
      .select(['source', 'phase as state', 'apiUrl as url', 'mapping', 'reason'])
      .where('enterpriseId', '=', enterpriseId)
      .where('moveId', '=', id)
      .where('phase', '<>', 'discarding')
      .executeTakeFirst(),
  nameOf: ({ source }) => String(source),
  link: (id) => `/admin/moving-in/${id}`,
});
