import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

export const departmentRecord = defineRecord({
  kind: 'department',
  module: 'account',
  tables: ['departments', 'departmentUsers'],
  fields: { name: 'plain', description: 'plain', manager: 'plain', fallback: 'plain', calendar: 'plain', users: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('departments as d')
      .leftJoin('users as m', (join) => join.onRef('m.enterpriseId', '=', 'd.enterpriseId').onRef('m.userId', '=', 'd.managerId'))
      .leftJoin('departments as f', (join) =>
        join.onRef('f.enterpriseId', '=', 'd.enterpriseId').onRef('f.departmentId', '=', 'd.fallbackId'),
      )
      .leftJoin('calendars as k', (join) => join.onRef('k.enterpriseId', '=', 'd.enterpriseId').onRef('k.calendarId', '=', 'd.calendarId'))
      .select([
        'd.name',
        'd.description',
        'm.name as manager',
        'f.name as fallback',
        'k.name as calendar',
        sql<
          string[]
        >`array(select u.name from department_users p join users u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id
          where p.enterprise_id = d.enterprise_id and p.department_id = d.department_id order by lower(u.name))`.as('users'),
      ])
      .where('d.enterpriseId', '=', enterpriseId)
      .where('d.departmentId', '=', id)
      .where('d.deletedAt', 'is', null)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/departments?open=${id}`,
});
