import { useEffect } from 'react';
import { liveClient } from '../../lib/live.ts';
import { getOwnStore } from '../../lib/own-store.ts';
import { endSession, onTokenReplaced } from '../../lib/session.ts';

/**
 * Opens the socket for as long as somebody is signed in, and ends the session when the server says so. A page whose line is another person's,
 * because another tab has signed that person in, begins anew: its screens are those of somebody who has left.
 */
export function useLiveSession(): void {
  useEffect(() => {
    const stops = [
      liveClient.on('sessionEnded', ({ message }) => endSession('ended', message)),
      liveClient.on('authenticated', ({ uId }) => {
        const known = getOwnStore()?.owner.uId;
        if (known !== undefined && known !== uId) location.reload();
      }),
      onTokenReplaced(() => {
        liveClient.close();
        liveClient.connect();
      }),
    ];
    liveClient.connect();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
