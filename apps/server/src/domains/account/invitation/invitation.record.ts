import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

/** Somebody asked to join. The link is in the mail alone. */
export const invitationRecord = defineRecord({
  kind: 'invitation',
  module: 'account',
  tables: ['invitations'],
  fields: { email: 'plain', roles: 'plain', departments: 'plain', state: 'plain', expiresAt: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('invitations as i')
      .select([
        'i.email',
        'i.state',
        'i.expiresAt',
        sql<string[]>`array(
          select coalesce(r.name, given.code::text) from unnest(i.roles) as given(code)
          left join roles r on r.enterprise_id = i.enterprise_id and r.code = given.code order by given.code)`.as('roles'),
        sql<string[]>`array(
          select d.name from departments d
          where d.enterprise_id = i.enterprise_id and d.department_id = any(i.department_ids) order by lower(d.name))`.as('departments'),
      ])
      .where('i.enterpriseId', '=', enterpriseId)
      .where('i.invitationId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ email }) => String(email),
  link: () => '/admin/users?tab=invitations',
});
