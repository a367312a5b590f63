import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import { type Actor, can } from '../../../context.ts';
import { isOffered, type LockedChat } from '../record/chat.repository.ts';

/** The part of an actor by which chats are seen; of users who are not there, too. */
export type Rights = Pick<Actor, 'permissions' | 'dataScope' | 'departments'>;

/** Tells whether somebody looks over the chats of the whole enterprise, and so over what waits for any department. */
export const supervisesAll = (actor: Rights): boolean => can(actor, 'CHAT.VIEW_MONITOR') && actor.dataScope === 'enterprise';

/** The departments whose waiting chats somebody sees. */
export const servedDepartments = (actor: Rights): readonly string[] | 'all' => (supervisesAll(actor) ? 'all' : actor.departments);

/** States in which a chat of the queue may be picked up, and so is seen by those who may: one that was closed there is over. */
export const waitingStates: readonly number[] = [chatStates.created, chatStates.missed];

/** Tells whether somebody sees a waiting chat and may pick it up; `isOffered` is the same as a condition of a query. */
export function isOfferedTo(actor: Rights, { offeredTo }: Pick<LockedChat, 'offeredTo'>): boolean {
  const served = servedDepartments(actor);
  return served === 'all' || offeredTo.length === 0 || offeredTo.some((departmentId) => served.includes(departmentId));
}

/**
 * Tells whether a chat is within the data scope of somebody who takes no part in it. What belongs to no department belongs to all of them.
 */
export function isInScope(actor: Rights, { deptId }: { deptId: string | null }): boolean {
  if (actor.dataScope !== 'department') return actor.dataScope === 'enterprise';
  return deptId === null || actor.departments.includes(deptId);
}

/** Chats of others that somebody reads: none but the own, those of departments (and of no department), or all of the enterprise. */
export type ReadingScope = 'own' | 'enterprise' | readonly string[];

export function readingScope(actor: Actor): ReadingScope {
  if (!can(actor, 'CHAT.VIEW_MONITOR') && !can(actor, 'CHAT.VIEW_CHATHISTORY')) return 'own';
  return actor.dataScope === 'department' ? actor.departments : actor.dataScope;
}

/** The same as a condition of a query; true also where the user of `me`, the joined participation, takes or took part. */
export function inScope(actor: Actor) {
  if (actor.dataScope === 'enterprise') return sql<boolean>`true`;
  if (actor.dataScope === 'own') return sql<boolean>`me.user_id is not null`;
  return sql<boolean>`(me.user_id is not null or c.dept_id is null or c.dept_id = any(${actor.departments}::uuid[]))`;
}

/** The same as `mayRead` (chat.access.ts) as a condition of a query over `c`, the chat, and `me`, the joined participation. */
export function isSeenBy(actor: Actor) {
  const inHistory =
    can(actor, 'CHAT.VIEW_MONITOR') || can(actor, 'CHAT.VIEW_CHATHISTORY') ? inScope(actor) : sql<boolean>`me.user_id is not null`;
  if (!can(actor, 'CHAT.HANDLE')) return inHistory;
  return sql<boolean>`(${inHistory} or (c.handled_by = 'queue' and c.state = any(${waitingStates}::smallint[]) and ${isOffered('c', servedDepartments(actor))}))`;
}
