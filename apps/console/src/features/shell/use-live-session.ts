import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { liveClient } from '../../lib/live.ts';
import { endSession } from '../../lib/session.ts';

const pickups = ['agentPickupChat', 'acceptInvite', 'acceptTransfer', 'acceptAssign', 'agentMissedChatPickup'] as const;

/** Opens the socket for as long as somebody is signed in; a chat just picked up brings the conversation to the front. */
export function useLiveSession(): void {
  const navigate = useNavigate();
  useEffect(() => {
    liveClient.connect();
    const stops = [
      liveClient.on('sessionEnded', ({ message }) => endSession('ended', message)),
      ...pickups.map((type) =>
        liveClient.on(type, () => {
          if (document.visibilityState === 'visible' && location.pathname !== '/chatagent') void navigate({ to: '/chat/conversation' });
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [navigate]);
}
