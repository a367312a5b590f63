import { Button, Group, Text } from '@mantine/core';
import type { LiveEvent, WaitingKind } from '@parley/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { liveClient } from '../../../lib/live.ts';
import { hideToast, showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { waitingKindOf } from '../shared/chat.live.ts';
import { OfferNote } from './offer-note.tsx';
import { leftAt, TimeLeft, useSeconds } from './time-left.tsx';

export type OfferedKind = Exclude<WaitingKind, 'new' | 'missed'>;
type Offer = { kind: OfferedKind; chatId: string; customerName: string; by: string; note: string; acceptWithinSeconds: number };
type Doers = { onPickup: (kind: OfferedKind, chatId: string) => void; onDecline: (kind: OfferedKind, chatId: string) => void };

const offerWords = { transferred: 'offerTransferred', invited: 'offerInvited', assigned: 'offerAssigned' } as const;

export type OfferedChat = { kind: OfferedKind; chatId: string };
type OpenOffer = OfferedChat & { until: number };

/**
 * Says what a colleague offers, on whatever screen one is, for as long as it can be accepted.
 * @returns `find` gives the newest offer that is still open, which is the one on top; undefined: none has come since this is on the screen.
 * `forget` takes one away that was acted on
 */
export function useOfferToasts(doers: Doers): { find: () => OfferedChat | undefined; forget: (chatId: string) => void } {
  const latest = useRef(doers);
  latest.current = doers;
  const open = useRef<OpenOffer[]>([]);
  const forget = useCallback((chatId: string) => {
    open.current = open.current.filter((offer) => offer.chatId !== chatId);
    hideToast(toastOf(chatId));
  }, []);
  useEffect(() => {
    return liveClient.onEvent((event) => {
      if (event.type === 'waitingEnded') forget(event.data.chatId);
      const offer = offerOf(event);
      if (!offer) return;
      const { kind, chatId, acceptWithinSeconds } = offer;
      open.current = open.current.filter((offer) => offer.chatId !== chatId);
      open.current.push({ kind, chatId, until: Date.now() + acceptWithinSeconds * 1_000 });
      const act = (does: keyof Doers) => () => {
        forget(chatId);
        latest.current[does](kind, chatId);
      };
      showToast('event', <OfferToast offer={offer} onPickup={act('onPickup')} onDecline={act('onDecline')} />, {
        id: toastOf(chatId),
        stayMs: acceptWithinSeconds * 1_000,
      });
    });
  }, [forget]);
  return { find: useCallback(() => open.current.findLast(({ until }) => until > Date.now()), []), forget };
}

const toastOf = (chatId: string) => `offer ${chatId}`;

function offerOf(event: LiveEvent): Offer | undefined {
  switch (event.type) {
    case 'transferWaiting':
    case 'inviteWaiting':
    case 'assignWaiting':
      return { kind: waitingKindOf[event.type], ...event.data };
    default:
      return undefined;
  }
}

function OfferToast({ offer, onPickup, onDecline }: { offer: Offer; onPickup: () => void; onDecline: () => void }) {
  const t = useWords(chatWords.notification);
  const [readAt] = useState(Date.now);
  const now = useSeconds(true);
  const { kind, customerName: name, by, note, acceptWithinSeconds } = offer;
  return (
    <>
      <Text size="sm">{by === '' ? t('offerGiven', { name }) : t(offerWords[kind], { name, by })}</Text>
      {note ? <OfferNote note={note} /> : null}
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" aria-label={t('pickupOf', { name })} onClick={onPickup}>
          {t('pickup')}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={t('declineOf', { name })} onClick={onDecline}>
          {t('decline')}
        </Button>
        <Text size="xs" c="dimmed" aria-hidden>
          <TimeLeft seconds={Math.max(0, leftAt(acceptWithinSeconds, readAt, now))} />
        </Text>
      </Group>
    </>
  );
}
