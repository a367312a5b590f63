import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Actor, can } from '../../../context.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import type { LockedChat } from '../record/chat.repository.ts';

/** Tells whether somebody looks over the chats of the whole enterprise, and so over what waits for any department. */
export const supervisesAll = (actor: Actor): boolean => can(actor, 'CHAT.VIEW_MONITOR') && actor.dataScope === 'enterprise';

/** The departments whose waiting chats somebody sees. */
export const servedDepartments = (actor: Actor): readonly string[] | 'all' => (supervisesAll(actor) ? 'all' : actor.departments);

/** Tells whether somebody sees a waiting chat and may pick it up; `isOffered` is the same as a condition of a query. */
export function isOfferedTo(actor: Actor, { offeredTo }: Pick<LockedChat, 'offeredTo'>): boolean {
  const served = servedDepartments(actor);
  return served === 'all' || offeredTo.length === 0 || offeredTo.some((departmentId) => served.includes(departmentId));
}

/**
 * Tells whether a chat is within the data scope of somebody who takes no part in it. What belongs to no department belongs to all of them.
 */
export function isInScope(actor: Actor, { deptId }: { deptId: string | null }): boolean {
  if (actor.dataScope !== 'department') return actor.dataScope === 'enterprise';
  return deptId === null || actor.departments.includes(deptId);
}

/** The same as a condition of a query; true also where the user of `me`, the joined participation, takes or took part. */
export function inScope(actor: Actor) {
  if (actor.dataScope === 'enterprise') return sql<boolean>`true`;
  if (actor.dataScope === 'own') return sql<boolean>`me.user_id is not null`;
  return sql<boolean>`(me.user_id is not null or c.dept_id is null or c.dept_id = any(${actor.departments}::uuid[]))`;
}

/** Notes whose agents see a chat that begins to wait: its department's, and while nobody of that is there, those of its fallback too. */
export async function offerToDepartments(tx: Tx, chat: LockedChat): Promise<void> {
  if (chat.deptId === null) return;
  chat.offeredTo = await listTakingOver(tx, chat.enterpriseId, chat.deptId);
  await tx
    .updateTable('chats')
    .set({ offeredTo: chat.offeredTo })
    .where('enterpriseId', '=', chat.enterpriseId)
    .where('chatId', '=', chat.chatId)
    .execute();
}
