import type { Sending } from '../../document/fields.ts';
import type { SentContent } from '../../engine/effects.ts';
import { leave, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { next } from './next.ts';

/** Sends what a node says, and goes on as it says: at once, or when the message has come so far. */
export function sendAndGo(turn: Turn, content: SentContent, sending: Sending): Outcome {
  const { refused, place } = turn.send(content, sending);
  if (refused !== '') return leave('refused');
  if (sending.until === 'queued') return next();
  return waitFor({
    kind: 'receipt',
    turn: turn.instance.turn,
    place,
    receipt: sending.until,
    exit: 'next',
    dueAt: null,
    notAfter: null,
  });
}
