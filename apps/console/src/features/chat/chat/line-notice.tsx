import { useSyncExternalStore } from 'react';
import { liveClient } from '../../../lib/live.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './conversation.module.css';

const subscribeLine = (listener: () => void) => liveClient.onState(listener);
const manyTries = 5;

/** Says that the line is lost, once trying again has taken a while. */
export function LineNotice() {
  const t = useWords(chatWords.conversation);
  const state = useSyncExternalStore(subscribeLine, liveClient.state);
  if (state.kind !== 'lost' && state.kind !== 'connecting') return null;
  if (state.attempt === 0) return null;
  return (
    <p className={classes.notice} role="status">
      {state.attempt > manyTries ? t('reconnecting') : t('queueHint')}
    </p>
  );
}
