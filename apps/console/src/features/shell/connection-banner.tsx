import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { liveClient } from '../../lib/live.ts';
import { showToast } from '../../lib/toasts.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import classes from './connection-banner.module.css';

/** Reconnecting is told only after this many tries: a short break heals before anybody reads of it. */
const quietTries = 5;

const subscribeNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

export function ConnectionBanner() {
  const say = useWords(shellWords.frame);
  const isOnline = useSyncExternalStore(subscribeNetwork, () => navigator.onLine);
  const [tries, setTries] = useState(0);

  useEffect(
    () =>
      liveClient.onState((state) => {
        if (state.kind === 'lost' || state.kind === 'connecting') setTries(state.attempt);
        else setTries(0);
      }),
    [],
  );
  useEffect(() => {
    const handleOnline = () => showToast('success', shellWords.frame('online'));
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);

  const text = isOnline ? (tries >= quietTries ? say('reconnecting') : '') : say('offline');
  return (
    <div role="status">
      {text ? (
        <div className={classes.banner} data-kind={isOnline ? 'wait' : 'off'}>
          {isOnline ? <IconRefresh size={15} aria-hidden /> : <IconWifiOff size={15} aria-hidden />}
          {text}
        </div>
      ) : null}
    </div>
  );
}
