import { laterBy } from '../expression/dates.ts';
import type { Wait } from './state.ts';
import type { Turn } from './turn.ts';

type AnswerWait = Wait & { kind: 'answer' };

/** A question that has just been asked: until when it waits. A question with a time of its own knows no other inactivity. */
export function openAnswer(
  { instance, now, settings, facts }: Turn,
  { timeoutSeconds, page = 0 }: { timeoutSeconds: number | null; page?: number },
): AnswerWait {
  const { seconds, reminder } = settings.inactivity;
  const isOwn = timeoutSeconds !== null;
  const after = (wanted: number): number => laterBy(now, wanted, facts.zone);
  return {
    kind: 'answer',
    turn: instance.turn,
    tries: 0,
    page,
    timeoutAt: isOwn ? after(timeoutSeconds) : null,
    remindAt: isOwn || !reminder || reminder.seconds >= seconds ? null : after(reminder.seconds),
    inactiveAt: isOwn ? null : after(seconds),
    gathered: [],
    gatherUntil: null,
    chosen: [],
  };
}
