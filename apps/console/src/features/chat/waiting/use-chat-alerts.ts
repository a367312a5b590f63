import type { LiveEvent, Me, WaitingKind } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { hasFlag } from '../../../lib/app-config.ts';
import { liveClient } from '../../../lib/live.ts';
import { playSound } from '../../account/shared/sounds.ts';
import { useConversationPlace } from '../shared/conversation-place.ts';
import { viewedChats } from '../shared/view-chat.ts';
import { type ChatAlert, newsOf, toAlert } from './chat-alert.ts';

export type AskedChat = { chatId: string; kind: WaitingKind };

type Alerts = {
  isQuiet: boolean;
  /** The program gives waiting chats out: only an offer concerns the user */
  isGivenOut: boolean;
  onAsk: (chat: AskedChat) => void;
};

/** Sounds and browser notifications for waiting chats and new messages. A sound ends when its chat is opened, picked up or gone. */
export function useChatAlerts(me: Me | undefined, alerts: Alerts): void {
  const { isQuiet } = alerts;
  const place = useConversationPlace();
  const latest = useRef({ me, ...alerts });
  latest.current = { me, ...alerts };
  const ringing = useRef(new Map<string, () => void>());

  useEffect(() => {
    const sounds = ringing.current;
    const silence = (chatId: string) => {
      sounds.get(chatId)?.();
      sounds.delete(chatId);
    };
    const open = ({ chatId, kind, tag }: ChatAlert) => {
      focus();
      const isMessage = newsOf(tag) === 'new_message';
      place.bring(isMessage ? chatId : undefined);
      if (!isMessage && kind) latest.current.onAsk({ chatId, kind });
    };
    const stop = liveClient.onEvent((event) => {
      const ended = endedChat(event);
      if (ended) silence(ended);
      const alert = toAlert(event, document.visibilityState === 'visible' ? viewedChats() : []);
      const user = latest.current.me;
      if (!alert || !user?.enableChatNotification || (alert.kind === 'new' && latest.current.isGivenOut)) return;
      if (!latest.current.isQuiet) {
        silence(alert.chatId);
        const stopSound = play(user, alert);
        if (stopSound) sounds.set(alert.chatId, stopSound);
      }
      if (!hasFlag('skipWebsocketNotification')) showNotification(alert, () => open(alert));
    });
    return () => {
      stop();
      for (const stopSound of sounds.values()) stopSound();
      sounds.clear();
    };
  }, [place]);

  useEffect(() => {
    if (!isQuiet) return;
    for (const stopSound of ringing.current.values()) stopSound();
    ringing.current.clear();
  }, [isQuiet]);
}

/** The chat whose waiting an event ends. */
function endedChat(event: LiveEvent): string | undefined {
  switch (event.type) {
    case 'waitingEnded':
    case 'agentPickupChat':
    case 'acceptInvite':
    case 'acceptTransfer':
    case 'acceptAssign':
    case 'agentMissedChatPickup':
    case 'agentEndChat':
      return event.data.chatId;
    default:
      return undefined;
  }
}

function play({ audioSettings }: Me, alert: ChatAlert): (() => void) | undefined {
  // Browsers play no sound before the first click on the page; a sound held back until then would ring for an event long past.
  if (navigator.userActivation?.hasBeenActive === false) return undefined;
  const setting = audioSettings.sounds.find(({ type }) => type === alert.sound);
  return audioSettings.enable && setting ? playSound(setting.sound, setting.volume, setting.repeat) : undefined;
}

/** Shows a notification only while the tab is hidden: a user who looks at the console hears the sound and sees the badge. */
function showNotification(alert: ChatAlert, onClick: () => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  try {
    const shown = new Notification(alert.title, { body: alert.body, tag: alert.tag });
    shown.onclick = () => {
      shown.close();
      onClick();
    };
  } catch {
    // Some phones only let service workers notify; the sound has to do there.
  }
}
