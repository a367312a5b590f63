import { userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';

export type Policy = { isEnabled: boolean; graceUntil: Date | null };

export async function findPolicy(tx: Read, enterpriseId: string): Promise<Policy> {
  const row = await tx
    .selectFrom('enterpriseSecurity')
    .select(['requireTwoFactor', 'graceUntil'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();
  return { isEnabled: row?.requireTwoFactor ?? false, graceUntil: row?.graceUntil ?? null };
}

export async function savePolicy(tx: Tx, enterpriseId: string, { isEnabled, graceUntil }: Policy, at: Date): Promise<void> {
  const change = { requireTwoFactor: isEnabled, graceUntil, updatedAt: at };
  await tx
    .insertInto('enterpriseSecurity')
    .values({ enterpriseId, sessionHours: null, idleMinutes: null, passwordDays: null, ...change })
    .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet({ ...change, version: sql`enterprise_security.version + 1` }))
    .execute();
}

/** Active users who sign in by password and have no second factor. */
export async function listWithoutFactor(tx: Read, enterpriseId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .select('u.userId')
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.state', '=', userStates.active)
    .where('u.passwordHash', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('userFactors as f')
            .select('f.factorId')
            .whereRef('f.enterpriseId', '=', 'u.enterpriseId')
            .whereRef('f.userId', '=', 'u.userId')
            .where('f.confirmedAt', 'is not', null),
        ),
      ),
    )
    .execute();
  return rows.map(({ userId }) => userId);
}

export function listUserFactors(tx: Tx, enterpriseId: string, filter: { name: string; from: number; limit: number }) {
  const ofUser = sql`from user_factors f where f.enterprise_id = u.enterprise_id and f.user_id = u.user_id and f.confirmed_at is not null`;
  return tx
    .selectFrom('users as u')
    .select([
      'u.userId',
      'u.name',
      sql<number[]>`array(select distinct f.kind ${ofUser} order by f.kind)`.as('kinds'),
      sql<Date | null>`(select max(f.last_used_at) ${ofUser})`.as('lastUsedAt'),
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.state', '=', userStates.active)
    .$if(filter.name !== '', (query) => query.where('u.name', 'ilike', containing(filter.name)))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.userId')
    .$call(pageOf(filter))
    .execute();
}

/** Enterprises whose grace ended since then. */
export async function listEndedGraces(db: Db, since: Date, at: Date): Promise<string[]> {
  const { rows } = await sql<{
    enterpriseId: string;
  }>`select list_ended_graces as enterprise_id from list_ended_graces(${since}, ${at})`.execute(db);
  return rows.map(({ enterpriseId }) => enterpriseId);
}
