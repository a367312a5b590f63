import { ownZone, type TryItAnswer, tryItAppId } from '@parley/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { useMe } from '../../account/shared/me.ts';

/** One message of the builder, and what came of it: nothing yet, what a model has written so far, an answer, or a failure. */
export type Turn = { key: number; said: string; partial?: string; answer?: TryItAnswer; failure?: string };

/**
 * A conversation with one bot. The session that an answer names travels with the next message (TRYIT-015).
 * @param isNewCustomer another sender than the user, of whom nothing is known
 */
export function useTryIt(botId: string, isNewCustomer: boolean) {
  const me = useMe();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isWaiting, setWaiting] = useState(false);
  const session = useRef({ id: '', stranger: crypto.randomUUID(), round: 0 });
  const nextKey = useRef(0);
  const awaited = useRef({ key: -1, partialKey: '' });

  useEffect(
    () =>
      liveClient.on('tryItPartial', ({ key, text }) => {
        if (key !== awaited.current.partialKey) return;
        setTurns((old) => old.map((turn) => (turn.key === awaited.current.key ? { ...turn, partial: text } : turn)));
      }),
    [],
  );

  const ask = useCallback(
    async (key: number, said: string) => {
      const { id, stranger, round } = session.current;
      const settle = (part: Partial<Turn>) => {
        // A conversation that was begun anew takes no answer of the one before.
        if (session.current.round !== round) return;
        awaited.current = { key: -1, partialKey: '' };
        setTurns((old) => old.map((turn) => (turn.key === key ? { key, said, ...part } : turn)));
        setWaiting(false);
      };
      const partialKey = crypto.randomUUID();
      awaited.current = { key, partialKey };
      setWaiting(true);
      // A turn that is tried again loses its failure at once.
      setTurns((old) => old.map((turn) => (turn.key === key ? { key, said } : turn)));
      try {
        const answer = await api.tryIt.predict({
          body: {
            message: { type: 'text', suggestionId: '', text: said, lnCode: 'en' },
            sessionId: id,
            agentId: botId,
            partialKey,
            metadata: {
              senderId: isNewCustomer ? stranger : (me?.uId ?? ''),
              timeZone: ownZone(),
              appId: tryItAppId,
            },
            debug: true,
          },
        });
        if (session.current.round === round) session.current.id = answer.sessionId;
        settle({ answer });
      } catch (error) {
        settle({ failure: describeFailure(error).message });
      }
    },
    [botId, isNewCustomer, me?.uId],
  );

  const send = (text: string): boolean => {
    const said = text.trim();
    if (said === '' || isWaiting) return false;
    const key = nextKey.current;
    nextKey.current += 1;
    setTurns((old) => [...old, { key, said }]);
    void ask(key, said);
    return true;
  };
  const reset = () => {
    session.current = { id: '', stranger: crypto.randomUUID(), round: session.current.round + 1 };
    awaited.current = { key: -1, partialKey: '' };
    setTurns([]);
    setWaiting(false);
  };
  return { turns, isWaiting, send, retry: (turn: Turn) => void ask(turn.key, turn.said), reset };
}
