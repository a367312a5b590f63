import { userStates } from '@parley/contract';
import { sql } from 'kysely';
import { defineRecord, type ManyRecords, type Snapshot } from '#platform/audit/record.ts';
import type { Read } from '#platform/db/database.ts';

const stateNames = new Map<number, string>(Object.entries(userStates).map(([name, state]) => [state, name]));

async function readMany(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, Snapshot>> {
  const rows = await tx
    .selectFrom('users as u')
    .select([
      'u.userId',
      'u.name',
      'u.email',
      'u.phone',
      'u.state',
      'u.handlesChats',
      'u.maxChats',
      'u.languages',
      'u.priority',
      'u.timeZone',
      'u.language',
      'u.profileFileId as picture',
      'u.activatedAt',
      'u.passwordHash as password',
      // Own roles by their name, built-in ones by their number: the reader's console names those.
      sql<string[]>`array(
        select coalesce(r.name, ur.role_code::text) from user_roles ur
        left join roles r on r.enterprise_id = ur.enterprise_id and r.code = ur.role_code
        where ur.enterprise_id = u.enterprise_id and ur.user_id = u.user_id order by ur.role_code)`.as('roles'),
      sql<string[]>`array(
        select d.name from department_users m join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and d.deleted_at is null order by lower(d.name))`.as(
        'departments',
      ),
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ userId, ...row }) => [userId, { ...row, state: stateNames.get(row.state) ?? row.state }]));
}

/** A person who works here. Their notifications and browsers are their own and in no entry. */
export const userRecord: ManyRecords = {
  ...defineRecord({
    kind: 'user',
    module: 'account',
    tables: ['users', 'userRoles', 'departmentUsers'],
    fields: {
      name: 'plain',
      email: 'plain',
      phone: 'plain',
      state: 'plain',
      roles: 'plain',
      departments: 'plain',
      handlesChats: 'plain',
      maxChats: 'plain',
      languages: 'plain',
      priority: 'plain',
      timeZone: 'plain',
      language: 'plain',
      picture: 'plain',
      activatedAt: 'plain',
      password: 'secret',
    },
    read: async (tx, enterpriseId, id) => (await readMany(tx, enterpriseId, [id])).get(id),
    nameOf: ({ name }) => String(name),
  }),
  readMany,
};
