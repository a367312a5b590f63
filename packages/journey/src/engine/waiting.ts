import type { Wait } from './state.ts';
import type { Turn } from './turn.ts';

type AnswerWait = Wait & { kind: 'answer' };
const after = (now: number, seconds: number | null): number | null => (seconds === null ? null : now + seconds * 1000);

/** A question that has just been asked: until when it waits. A question with a time of its own knows no other inactivity. */
export function openAnswer(
  { instance, now, settings }: Turn,
  { timeoutSeconds, page = 0 }: { timeoutSeconds: number | null; page?: number },
): AnswerWait {
  const { seconds, reminder } = settings.inactivity;
  const isOwn = timeoutSeconds !== null;
  return {
    kind: 'answer',
    turn: instance.turn,
    tries: 0,
    page,
    timeoutAt: after(now, timeoutSeconds),
    remindAt: isOwn || !reminder || reminder.seconds >= seconds ? null : after(now, reminder.seconds),
    inactiveAt: isOwn ? null : after(now, seconds),
    gathered: [],
    gatherUntil: null,
    chosen: [],
  };
}
