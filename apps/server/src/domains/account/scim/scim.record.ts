import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

/** A group of an identity provider. An entry keeps those of its users who came or went, since a group may hold everybody. */
export const scimGroupRecord = defineRecord({
  kind: 'scim_group',
  module: 'account',
  tables: ['scimGroups', 'scimGroupMembers'],
  fields: { name: 'plain', externalId: 'plain', users: 'parts' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('scimGroups as g')
      .select([
        'g.displayName as name',
        'g.externalId',
        sql<Record<string, string>>`coalesce((select jsonb_object_agg(u.email, u.name) from scim_group_members m
          join users u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
          where m.enterprise_id = g.enterprise_id and m.group_id = g.group_id), '{}'::jsonb)`.as('users'),
      ])
      .where('g.enterpriseId', '=', enterpriseId)
      .where('g.groupId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: () => '/admin/sso',
});
