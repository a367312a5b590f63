import { Button } from '@mantine/core';
import { chatStates } from '@parley/contract';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { useMe } from '../../account/shared/me.ts';
import { previewOf } from '../shared/chat.rules.ts';
import { ariaKeys, keysOfAct } from '../shared/chat-acts.ts';
import { UnreadCount } from '../shared/unread-count.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import classes from './customer-chats.module.css';
import type { OtherChat } from './customer-chats.queries.ts';
import { useWindowClosed } from './window-notice.tsx';

type Props = {
  /** Name and type of the channel of the chat that was opened; undefined until it is known. */
  first: { channelName: string; channelType: number } | undefined;
  others: readonly OtherChat[];
  hasFailed: boolean;
  onRetry: () => void;
  isFirstShown: boolean;
  besideId: string | undefined;
  onFirst: () => void;
  /** Shows a chat beside, or takes it away. */
  onBeside: (chatId: string | undefined) => void;
  /** Shows it with the focus in its reply. */
  onAnswer: (chatId: string) => void;
};

/** Open chats of one customer as tabs, and the ways to answer on another channel. Nothing where there is no other one. */
export function CustomerChats({ first, others, hasFailed, onRetry, isFirstShown, besideId, onFirst, onBeside, onAnswer }: Props) {
  const t = useWords(chatWords.conversation);
  const ownId = useMe()?.uId ?? '';
  if (hasFailed)
    return (
      <div className={classes.bar} role="status">
        {t('othersFailed')}
        <Button size="compact-xs" variant="subtle" onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
    );
  if (others.length === 0) return null;
  return (
    <nav className={classes.bar} aria-label={t('customerChats')}>
      {first ? (
        <button type="button" className={classes.tab} aria-pressed={isFirstShown} onClick={onFirst}>
          <Icon type={first.channelType} />
          <span className={classes.name}>{t('thisChat', { channel: first.channelName })}</span>
        </button>
      ) : null}
      {others.map((other) => {
        const isShown = other.chatId === besideId;
        return other.isReadable ? (
          <button
            key={other.chatId}
            type="button"
            className={classes.tab}
            title={previewOf(other, t)}
            aria-pressed={isShown}
            aria-keyshortcuts={other === others.find(({ isReadable }) => isReadable) ? ariaKeys(keysOfAct('beside')) : undefined}
            onClick={() => onBeside(isShown && isFirstShown ? undefined : other.chatId)}
          >
            <Icon type={other.channelType} />
            <span className={classes.name}>{nameOf(other, ownId, t)}</span>
            <UnreadCount count={other.unread} />
          </button>
        ) : (
          <span key={other.chatId} className={classes.hidden} title={t('unreadableChat')}>
            <Icon type={other.channelType} />
            <span className={classes.name}>{nameOf(other, ownId, t)}</span>
          </span>
        );
      })}
      <span className={classes.answers}>
        {others.map((other) => (other.chatId === besideId ? null : <Answer key={other.chatId} other={other} onAnswer={onAnswer} />))}
      </span>
    </nav>
  );
}

/** The name of the channel says the same. */
const Icon = ({ type }: { type: number }) => (
  <span className={classes.icon} aria-hidden>
    <ChannelIcon type={type} />
  </span>
);

/** Its channel and who has it, or its state where the reader may not know. */
function nameOf({ channelName, ownerId, ownerName, state, handledBy }: OtherChat, ownId: string, t: ChatSay): string {
  if (ownerId !== '' && ownerId === ownId) return t('ownChat', { channel: channelName });
  const program = handledBy === 'bot' ? t('withBot') : handledBy === 'stream' ? t('withStream') : '';
  return t('chatOfAgent', { channel: channelName, name: ownerName || program || t(`state${state as 0 | 1 | 2 | 3 | 4 | 5}`) });
}

/** Offered while free text may be sent there: in the own chat, or in one that waits and can be picked up. */
function Answer({ other, onAnswer }: { other: OtherChat; onAnswer: (chatId: string) => void }) {
  const t = useWords(chatWords.conversation);
  const isClosed = useWindowClosed(other);
  const { chatId, channelName: channel, mayPickUp } = other;
  if (isClosed || !(mayPickUp || (other.takesPart && other.state !== chatStates.suspended))) return null;
  const handlePress = () => {
    // It stands beside before it is picked up: a pickup leads to its chat, unless that is on the screen.
    onAnswer(chatId);
    if (mayPickUp)
      void liveClient.request('agentPickupChat', { chatId }).catch((error: unknown) => showToast('error', describeFailure(error).message));
  };
  return (
    <Button size="compact-sm" variant="light" onClick={handlePress}>
      {t(mayPickUp ? 'pickUpOn' : 'answerOn', { channel })}
    </Button>
  );
}
