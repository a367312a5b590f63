import { type RoutingGround as Ground, routingGrounds as grounds } from '@parley/contract';
import type { Desk, Waiting } from './situation.ts';

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The order in which chats get an agent: by priority, then by how long they wait. */
export const compareChats = (one: Waiting, other: Waiting): number =>
  other.priority - one.priority || one.rankAt - other.rankAt || compareIds(one.chatId, other.chatId);

const isPreferred = ({ preferredId }: Waiting, { userId }: Desk): number => Number(preferredId === userId);

const comparisons: Record<Ground, (chat: Waiting, one: Desk, other: Desk) => number> = {
  sameAgent: (chat, one, other) => isPreferred(chat, other) - isPreferred(chat, one),
  priority: (_chat, one, other) => other.priority - one.priority,
  turn: ({ isInTurn }, one, other) => (isInTurn ? one.turn - other.turn : 0),
  // Shares of different limits are compared without a division, which would round.
  leastBusy: ({ isInTurn }, one, other) => (isInTurn ? 0 : one.load * other.limit - other.load * one.limit),
  longestIdle: ({ isInTurn }, one, other) => (isInTurn ? 0 : one.idleSince - other.idleSince),
  order: (_chat, one, other) => compareIds(one.userId, other.userId),
};

/** Tells on which ground one desk goes before the other for a chat. */
export const groundOf = (chat: Waiting, one: Desk, other: Desk): Ground =>
  grounds.find((ground) => comparisons[ground](chat, one, other) !== 0) ?? 'order';

const inOrder = grounds.map((ground) => comparisons[ground]);

/** The order in which fitting desks get a chat. */
export function compareDesks(chat: Waiting, one: Desk, other: Desk): number {
  for (const compare of inOrder) {
    const difference = compare(chat, one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}
