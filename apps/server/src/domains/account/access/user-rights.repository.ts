import { type Permission, userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import { type HeldRoles, rightsOf } from '../role/access.rules.ts';
import { holdsPermission } from './holders.ts';

type UserRights = Pick<Actor, 'userId' | 'name' | 'permissions' | 'dataScope' | 'departments'>;

type Wanted = { permission: Permission; userIds?: readonly string[]; name?: string; limit: number };

/** Active users who hold a permission, by name, with what they may see: for questions about others than the caller. */
export async function listUserRights(
  { flags, enterpriseId }: Pick<EnterpriseContext, 'flags' | 'enterpriseId'>,
  tx: Read,
  { permission, userIds, name = '', limit }: Wanted,
): Promise<UserRights[]> {
  const rows = await tx
    .selectFrom('users as u')
    .select(['u.userId', 'u.name'])
    .select([
      sql<number[]>`array(select r.role_code from user_roles r where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as(
        'roleCodes',
      ),
      sql<Omit<
        HeldRoles,
        'roleCodes'
      > | null>`(select jsonb_build_object('ownPermissions', coalesce(jsonb_agg(to_jsonb(o.permissions)), '[]'),
          'ownScopes', coalesce(jsonb_agg(o.data_scope), '[]'), 'ownMasks', '[]'::jsonb)
        from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
        where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as('own'),
      sql<string[]>`array(select m.department_id from department_members m
        join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and d.deleted_at is null)`.as('departments'),
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.state', '=', userStates.active)
    .where(holdsPermission('u', permission))
    .$if(userIds !== undefined, (query) => query.where(sql<boolean>`u.user_id = any(${[...(userIds ?? [])]}::uuid[])`))
    .$if(name !== '', (query) => query.where('u.name', 'ilike', containing(name)))
    .orderBy('u.name')
    .orderBy('u.userId')
    .limit(limit)
    .execute();
  return rows.map(({ roleCodes, own, ...user }) => {
    const held = { roleCodes, ownPermissions: (own?.ownPermissions ?? []).flat(), ownScopes: own?.ownScopes ?? [], ownMasks: [] };
    const { permissions, dataScope } = rightsOf(held, flags);
    return { ...user, permissions, dataScope };
  });
}

/** An active user with their rights of this moment, for work that they have asked for; undefined: there is no such one any more. */
export async function findUserActor(
  { flags, enterpriseId }: Pick<EnterpriseContext, 'flags' | 'enterpriseId'>,
  tx: Read,
  userId: string,
): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('users as u')
    .select(['u.name', 'u.email'])
    .select([
      sql<number[]>`array(select r.role_code from user_roles r where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as(
        'roleCodes',
      ),
      sql<string[]>`array(select p from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code,
        unnest(o.permissions) p where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as('ownPermissions'),
      sql<string[]>`array(select o.data_scope from user_roles r join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
        where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as('ownScopes'),
      sql<string[]>`array(select array_to_string(o.masked_fields, ',') from user_roles r
        join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
        where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id)`.as('ownMasks'),
      sql<string[]>`array(select m.department_id from department_members m
        join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and d.deleted_at is null order by m.department_id)`.as(
        'departments',
      ),
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .where('u.state', '=', userStates.active)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, email, departments, ...held } = row;
  return {
    ...{ enterpriseId, userId, name, email, departments, roles: held.roleCodes },
    ...rightsOf(held, flags),
    // Nothing that a session leads to is open to work in the background.
    ...{
      sessionId: '',
      sessionEndsAt: new Date(0),
      sessionKind: 'password',
      networks: [],
      provedAt: null,
      connectionId: null,
      mustEnrol: false,
    },
  };
}
