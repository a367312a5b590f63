import { type RoutingMisfit as Misfit, routingMisfits } from '@parley/contract';
import type { Desk, Waiting } from './situation.ts';

/** A weight counts as the whole limit at most, so that an empty desk has room for anything. */
const hasRoom = (load: number, limit: number, weight: number): boolean => load + Math.min(weight, limit) <= limit;

const tests: Record<Misfit, (chat: Waiting, desk: Desk) => boolean> = {
  closed: (chat) => chat.isClosed,
  notOnline: (_chat, desk) => !desk.isOnline,
  notRouted: (_chat, desk) => !desk.isRouted,
  wrappingUp: (_chat, desk) => desk.isWrappingUp,
  rampingUp: (_chat, desk) => desk.rampLeft !== null && desk.rampLeft <= 0,
  otherDepartment: ({ offeredTo }, { departmentIds }) => offeredTo.length > 0 && !offeredTo.some((id) => departmentIds.includes(id)),
  language: ({ language }, { languages }) => language !== null && !languages.includes(language),
  skill: ({ skills }, desk) => skills.some(({ id, level }) => (desk.skills[id] ?? 0) < level),
  reserved: ({ requiredId }, { userId }) => requiredId !== null && requiredId !== userId,
  passed: ({ passedBy }, { userId }) => passedBy.includes(userId),
  full: ({ weight }, { load, limit }) => !hasRoom(load, limit, weight),
  departmentFull: ({ departmentId, weight }, { departments }) => {
    const own = departmentId === null ? undefined : departments[departmentId];
    return own !== undefined && !hasRoom(own.load, own.limit, weight);
  },
};

const inOrder = routingMisfits.map((misfit) => ({ misfit, isTrue: tests[misfit] }));

/** Tells why this desk does not get this chat. @returns null: it fits */
export function misfitOf(chat: Waiting, desk: Desk): Misfit | null {
  for (const { misfit, isTrue } of inOrder) if (isTrue(chat, desk)) return misfit;
  return null;
}

/** Returns what a chat asks of desks, as text: chats of one text fit the same desks, and stand in one line. */
export const fitTextOf = (chat: Waiting): string =>
  JSON.stringify([
    chat.isInTurn,
    chat.departmentId,
    chat.offeredTo.toSorted(),
    chat.language,
    chat.skills.map(({ id, level }) => `${id} ${level}`).sort(),
    chat.requiredId,
    chat.passedBy.toSorted(),
    chat.weight,
  ]);

/** The desk with one chat more on it. */
export function withChat(desk: Desk, chat: Waiting, turn: number): Desk {
  const own = chat.departmentId === null ? undefined : desk.departments[chat.departmentId];
  return {
    ...desk,
    load: desk.load + chat.weight,
    rampLeft: desk.rampLeft === null ? null : desk.rampLeft - 1,
    turn,
    departments:
      own && chat.departmentId !== null
        ? { ...desk.departments, [chat.departmentId]: { ...own, load: own.load + chat.weight } }
        : desk.departments,
  };
}
