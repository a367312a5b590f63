import { useEffect } from 'react';
import { liveClient } from '../../lib/live.ts';
import { endSession } from '../../lib/session.ts';

/** Opens the socket for as long as somebody is signed in, and ends the session when the server says so. */
export function useLiveSession(): void {
  useEffect(() => {
    liveClient.connect();
    return liveClient.on('sessionEnded', ({ message }) => endSession('ended', message));
  }, []);
}
