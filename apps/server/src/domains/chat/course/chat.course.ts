import type { ChatCourse, ChatEnder, SpellBegin, SpellEnd } from '#platform/db/schema.chat.ts';

/** Steps of a chat's course, as pure changes: what reports count of a chat and nothing else remembers. */

const since = (from: string | undefined, now: Date): number => (from ? Math.max(0, now.getTime() - Date.parse(from)) : 0);

/** Ends a suspension that is on; otherwise nothing changes. */
export function endPause({ suspendedAt, ...course }: ChatCourse, now: Date): ChatCourse {
  if (!suspendedAt) return course;
  const pausedMs = since(suspendedAt, now);
  return {
    ...course,
    suspendedMs: (course.suspendedMs ?? 0) + pausedMs,
    spellSuspendedMs: (course.spellSuspendedMs ?? 0) + pausedMs,
  };
}

export const beginPause = (course: ChatCourse, now: Date): ChatCourse => ({ suspendedAt: now.toISOString(), ...course });

/** The first place in the queue counts. @param left how it left an agent who had it; undefined: nobody had */
export const beginWait = (course: ChatCourse, left: SpellEnd | undefined, now: Date): ChatCourse => ({
  queuedAt: now.toISOString(),
  ...(left ? leave(course, left, now) : course),
});

/** Passing a chat on to people is a transfer, whoever did it; going back to the queue or to a bot is none. */
export function leave(course: ChatCourse, left: SpellEnd, now: Date): ChatCourse {
  const isPassed = left === 'transferred' || left === 'taken';
  return { ...course, left, movedAt: now.toISOString(), ...(isPassed ? { transfers: (course.transfers ?? 0) + 1 } : {}) };
}

/** An agent has the chat from now on. Its time between an end and a reopening is none of its handling. */
export function beginSpell(
  { repliedAt: _former, ...course }: ChatCourse,
  { agentId, begun, closedAt, missedReason }: { agentId: string; begun: SpellBegin; closedAt: Date | null; missedReason: number | null },
  now: Date,
): ChatCourse {
  return {
    ...course,
    firstAgentId: course.firstAgentId ?? agentId,
    lastAgentId: agentId,
    begun: closedAt && missedReason === null ? 'reopened' : begun,
    movedAt: now.toISOString(),
    leftSuspendedMs: course.spellSuspendedMs ?? 0,
    spellSuspendedMs: 0,
    ...(closedAt && missedReason === null ? { suspendedMs: (course.suspendedMs ?? 0) + since(closedAt.toISOString(), now) } : {}),
    ...(missedReason === null ? {} : { missedReason }),
  };
}

export const endCourse = (course: ChatCourse, endedBy: ChatEnder, now: Date): ChatCourse => ({
  ...course,
  endedBy,
  movedAt: now.toISOString(),
});

/** The owner's own first message. */
export const noteReply = (course: ChatCourse, now: Date): ChatCourse => ({ repliedAt: now.toISOString(), ...course });
