import { defineRecord } from '#platform/audit/record.ts';

/** An own role; the built-in ones never change. */
export const roleRecord = defineRecord({
  kind: 'role',
  module: 'account',
  tables: ['roles'],
  fields: { name: 'plain', description: 'plain', permissions: 'plain', dataScope: 'plain', maskedFields: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('roles')
      .select(['name', 'description', 'permissions', 'dataScope', 'maskedFields'])
      .where('enterpriseId', '=', enterpriseId)
      .where('code', '=', Number(id))
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: () => '/admin/permission',
});
