import { ActionIcon, Menu } from '@mantine/core';
import { type ChatCounts, type WaitingKind, waitingKinds } from '@parley/contract';
import { IconBell, IconBellOff, IconListDetails, IconMessages, IconPictureInPicture, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { hasFlag } from '../../../lib/app-config.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useOwnChoice } from '../../../lib/own-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { useMe } from '../../account/shared/me.ts';
import { getCall, onCall } from '../shared/call-store.ts';
import { countOf } from '../shared/chat.live.ts';
import { chatConfigQuery, chatCountsQuery } from '../shared/chat.queries.ts';
import { ChatSearch } from '../shared/chat.search.ts';
import { useIsGivenOut } from '../shared/given-out.ts';
import { useChatActs } from '../shared/use-chat-acts.ts';
import { useChatLive } from '../shared/use-chat-live.ts';
import classes from './chat-notification.module.css';
import { ChatNotificationModal } from './chat-notification-modal.tsx';
import { FloatingBox } from './floating-box.tsx';
import { chooseWords } from './groups.ts';
import { readFirstWaiting } from './notification.queries.ts';
import { type OfferedChat, type OfferedKind, useOfferToasts } from './offer-toast.tsx';
import { decline, pickUp } from './pickup.ts';
import { PickupQuestion } from './pickup-question.tsx';
import { type AskedChat, useChatAlerts } from './use-chat-alerts.ts';

/** Loaded with the first call. */
const CallDock = late(() => import('../shared/call-dock.tsx').then((module) => module.CallDock));

/** The chats that wait: in the top bar, or in a box over the page; with their sounds, notifications and the list to choose from. */
export function ChatNotificationMenu() {
  useChatLive();
  const me = useMe();
  const call = useSyncExternalStore(onCall, getCall);
  const { data: counts } = useQuery(chatCountsQuery);
  const { data: config } = useQuery(chatConfigQuery);
  const { search, change } = useAddressState(ChatSearch);
  const [listed, setListed] = useState<WaitingKind | null>(null);
  const [asked, setAsked] = useState<AskedChat | null>(null);
  const [isQuiet, setQuiet] = useState(false);
  const [isFloatingChosen, chooseFloating] = useOwnChoice<boolean>('chat-notification-floating', false);

  const mustFloat = hasFlag('floatingChatNotification');
  const isGivenOut = useIsGivenOut();
  const canChoose = (config?.customChatSelection ?? false) && !isGivenOut;
  useChatAlerts(me, { isQuiet, isGivenOut, onAsk: setAsked });
  const handleClose = () => {
    setListed(null);
    if (search.choose) change({ choose: undefined }, { isReplacing: true });
  };
  const handlePickup = (kind: WaitingKind, chatId?: string) => pickUp(kind, counts, chatId);
  const offers = useOfferToasts({
    onPickup: (kind, chatId) => void handlePickup(kind, chatId),
    onDecline: (kind, chatId) => void decline(kind, chatId),
  });
  const client = useQueryClient();
  const isActing = useRef(false);
  const onTopOffer = async (does: (offer: OfferedChat) => Promise<unknown>) => {
    // A second press comes before the first is answered: it would act on the same offer.
    if (isActing.current) return;
    isActing.current = true;
    try {
      const offer = offers.find() ?? (await readOffer(client, counts));
      if (offer) {
        offers.forget(offer.chatId);
        await does(offer);
      } else showToast('info', chatWords.conversation('noneOffered'));
    } catch (error) {
      showToast('error', describeFailure(error).message);
    } finally {
      isActing.current = false;
    }
  };
  useChatActs({
    pickUp: () => void handlePickup('new'),
    ...(canChoose ? { choose: () => setListed('new') } : {}),
    accept: () => void onTopOffer(({ kind, chatId }) => handlePickup(kind, chatId)),
    decline: () => void onTopOffer(({ kind, chatId }) => decline(kind, chatId)),
  });
  return (
    <>
      {mustFloat || isFloatingChosen ? (
        <FloatingBox
          counts={counts}
          canChoose={canChoose}
          onPickup={(kind) => void handlePickup(kind)}
          onChoose={setListed}
          onDock={mustFloat ? undefined : () => chooseFloating(false)}
        />
      ) : (
        <Dropdown
          counts={counts}
          canChoose={canChoose}
          isQuiet={isQuiet}
          onPickup={(kind) => void handlePickup(kind)}
          onChoose={setListed}
          onQuiet={() => setQuiet((is) => !is)}
          onFloat={() => chooseFloating(true)}
        />
      )}
      <ChatNotificationModal
        kind={listed ?? (canChoose ? (search.choose ?? null) : null)}
        onClose={handleClose}
        onPickup={handlePickup}
        onDecline={decline}
      />
      <PickupQuestion
        isOpen={asked !== null}
        onIgnore={() => setAsked(null)}
        onPickup={() => {
          if (asked) void handlePickup(asked.kind, asked.chatId);
          setAsked(null);
        }}
      />
      <Suspense>{call ? <CallDock key={call.chatId} call={call} /> : null}</Suspense>
    </>
  );
}

const offeredKinds: readonly OfferedKind[] = ['transferred', 'assigned', 'invited'];

/** An offer from before the page was opened: the one that has waited longest of the first kind that has some. */
async function readOffer(client: QueryClient, counts: ChatCounts | undefined): Promise<OfferedChat | undefined> {
  for (const kind of offeredKinds) {
    const chat = countOf(counts, kind) > 0 ? await readFirstWaiting(client, kind) : undefined;
    if (chat) return { kind, chatId: chat.chatId };
  }
  return undefined;
}

type DropdownProps = {
  counts: ChatCounts | undefined;
  canChoose: boolean;
  isQuiet: boolean;
  onPickup: (kind: WaitingKind) => void;
  onChoose: (kind: WaitingKind) => void;
  onQuiet: () => void;
  onFloat: () => void;
};

export function Dropdown({ counts, canChoose, isQuiet, onPickup, onChoose, onQuiet, onFloat }: DropdownProps) {
  const t = useWords(chatWords.notification);
  const total = counts?.totalChatCount ?? 0;
  return (
    <Menu position="bottom-end" width={272}>
      <Menu.Target>
        <ActionIcon
          size={34}
          c="inherit"
          className={classes.target}
          aria-label={total > 0 ? t('menuWaiting', { count: total }) : t('menu')}
        >
          <IconMessages size={19} stroke={1.7} />
          {total > 0 ? (
            // Quieting the tab stops the blinking as well.
            <span className={classes.badge} data-blinking={!isQuiet || undefined} aria-hidden>
              {total > 99 ? '99+' : total}
            </span>
          ) : null}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {waitingKinds.map((kind) => {
          const count = countOf(counts, kind);
          return (
            <div key={kind} className={classes.group}>
              <Menu.Item
                className={classes.groupItem}
                rightSection={
                  <span className={classes.count} data-waiting={count > 0 || undefined}>
                    {formatNumber(count)}
                  </span>
                }
                onClick={() => onPickup(kind)}
              >
                {t(kind)}
              </Menu.Item>
              {canChoose && count > 0 ? (
                <Menu.Item
                  className={classes.groupIcon}
                  aria-label={t(chooseWords[kind])}
                  title={t(chooseWords[kind])}
                  onClick={() => onChoose(kind)}
                >
                  <IconListDetails size={16} aria-hidden />
                </Menu.Item>
              ) : null}
            </div>
          );
        })}
        <Menu.Divider />
        <Menu.Item
          leftSection={isQuiet ? <IconVolume size={16} aria-hidden /> : <IconVolumeOff size={16} aria-hidden />}
          closeMenuOnClick={false}
          onClick={onQuiet}
        >
          {isQuiet ? t('loud') : t('quiet')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPictureInPicture size={16} aria-hidden />} onClick={onFloat}>
          {t('float')}
        </Menu.Item>
        <BrowserPermission />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks for the browser's notifications, or says how to allow what was refused. */
function BrowserPermission() {
  const t = useWords(chatWords.notification);
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'unsupported'));
  if (hasFlag('skipWebsocketNotification')) return null;
  if (permission === 'denied')
    return (
      <p className={classes.denied}>
        <IconBellOff size={15} aria-hidden />
        {t('browserDenied')}
      </p>
    );
  if (permission !== 'default') return null;
  return (
    <Menu.Item
      leftSection={<IconBell size={16} aria-hidden />}
      closeMenuOnClick={false}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('browserAsk')}
    </Menu.Item>
  );
}
