import { userStates } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';

/** Names of users for other modules' lists, in the order of the ids; '' for nobody and for users who are gone. */
export async function findUserNames(tx: Read, enterpriseId: string, userIds: readonly (string | null)[]): Promise<string[]> {
  const wanted = [...new Set(userIds.filter((id) => id !== null))];
  if (wanted.length === 0) return userIds.map(() => '');
  const rows = await tx
    .selectFrom('users')
    .select(['userId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', wanted)
    .execute();
  const names = new Map(rows.map((row) => [row.userId, row.name]));
  return userIds.map((id) => (id ? (names.get(id) ?? '') : ''));
}

/** Active users with their addresses in lower case, by name. */
export async function listActiveAddresses(
  tx: Read,
  enterpriseId: string,
  most: number,
): Promise<{ id: string; name: string; also: string }[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['userId', 'name', 'email'])
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '=', userStates.active)
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map(({ userId, name, email }) => ({ id: userId, name, also: email.toLowerCase() }));
}

/** Name and address of an active user, for a mail; undefined: there is no such one. */
export const findActiveAddress = (tx: Read, enterpriseId: string, userId: string): Promise<{ name: string; email: string } | undefined> =>
  tx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('state', '=', userStates.active)
    .executeTakeFirst();

/** The language in which a user reads. */
export async function findLanguage(tx: Read, enterpriseId: string, userId: string): Promise<'en' | 'hi'> {
  const row = await tx
    .selectFrom('users')
    .select('language')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.language === 'hi' ? 'hi' : 'en';
}
