import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

export const chatLabelRecord = defineRecord({
  kind: 'chat_label',
  module: 'chat',
  tables: ['chatLabels'],
  fields: { name: 'plain', colour: 'plain', department: 'plain', order: 'plain', isActive: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('chatLabels as l')
      .select([
        'l.name',
        'l.colour',
        'l.isActive',
        sql<number>`l.place + 1`.as('order'),
        // The id: departments are renamed, and named by their own entries.
        'l.deptId as department',
      ])
      .where('l.enterpriseId', '=', enterpriseId)
      .where('l.labelId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
});
