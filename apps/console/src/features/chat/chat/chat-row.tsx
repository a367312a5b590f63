import { Badge, Checkbox, ColorSwatch, VisuallyHidden } from '@mantine/core';
import { type ChatSummary, chatPriorities, type InboxChat } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { IconAlarm, IconFlag, IconPin } from '@tabler/icons-react';
import { memo } from 'react';
import { formatInstant, formatReportDate, formatTime, type Instant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { previewOf } from '../shared/chat.rules.ts';
import { UnreadCount } from '../shared/unread-count.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { ChatClock } from './chat-clock.tsx';
import classes from './chat-row.module.css';

export type RowChat = ChatSummary & Partial<Pick<InboxChat, 'offer'>>;

export type ChatRowProps = {
  chat: RowChat;
  isOpen: boolean;
  hasDraft: boolean;
  isCompact: boolean;
  isSelected: boolean;
  /** Something is selected: each row shows its box. */
  isSelecting: boolean;
  /** The day of the enterprise, as YYYY-MM-DD: with the next one, hours become dates. */
  today: string;
  onSelect: (chatId: string, isRange: boolean) => void;
  onOpen: (chatId: string) => void;
};

/** A chat of the list; compact, it is one line of name, text, time and clock. A list of hundreds draws those alone that have changed. */
export const ChatRow = memo(function ChatRow({
  chat,
  isOpen,
  hasDraft,
  isCompact,
  isSelected,
  isSelecting,
  today,
  onSelect,
  onOpen,
}: ChatRowProps) {
  const t = useWords(chatWords.conversation);
  const name = chat.customerName || chat.customerNumber;
  const text = (
    <span className={classes.rowText} dir="auto">
      {hasDraft ? <span className={classes.draft}>{t('draft')} </span> : null}
      {chat.offer
        ? `${chat.offer.fromName ? t('offeredBy', { name: chat.offer.fromName }) : t('offeredToYou')} ${chat.offer.note}`
        : stripMarkup(parseMarkup(previewOf(chat, t)))}
    </span>
  );
  const marks = <RowMarks chat={chat} isCompact={isCompact} />;
  return (
    <div className={classes.slot} data-compact={isCompact || undefined} data-selecting={isSelecting || undefined}>
      <Checkbox
        className={classes.box}
        size="24px"
        aria-label={t('selectChat', { name })}
        checked={isSelected}
        data-box-of={chat.chatId}
        // The range begins at the one before: the event of the change does not know of the key.
        onClick={(event) => onSelect(chat.chatId, event.shiftKey)}
        onChange={() => {}}
      />
      <button
        type="button"
        className={classes.row}
        aria-current={isOpen || undefined}
        data-selected={isSelected || undefined}
        data-chat={chat.chatId}
        onClick={() => onOpen(chat.chatId)}
      >
        <span className={classes.rowTop}>
          <ChannelIcon type={chat.channelType} />
          <span className={classes.rowName} dir="auto">
            {name}
          </span>
          {chat.isPinned ? <IconPin size={13} role="img" aria-label={t('pinned')} /> : null}
          {isCompact ? text : null}
          {isCompact ? marks : null}
          {isCompact ? <UnreadCount count={chat.newMsgCount} /> : null}
          <time className={classes.rowTime} dateTime={chat.lastActivityAt} title={formatReportDate(chat.lastActivityAt)}>
            {shortTime(chat.lastActivityAt, today)}
          </time>
        </span>
        {isCompact ? null : (
          <span className={classes.rowBottom}>
            {text}
            <UnreadCount count={chat.newMsgCount} />
          </span>
        )}
        {isCompact ? null : marks}
      </button>
    </div>
  );
});

function RowMarks({ chat, isCompact }: { chat: RowChat; isCompact: boolean }) {
  const t = useWords(chatWords.conversation);
  const hasTag = chat.tag !== '' && !isCompact;
  const isUrgent = chat.priority !== chatPriorities.usual;
  const isClocked = chat.clock !== null || chat.waitingSince !== null;
  if (!hasTag && !isUrgent && !isClocked && !chat.wakeAt) return null;
  return (
    <span className={classes.rowTags}>
      {chat.wakeAt && !isCompact ? <WakeTime at={chat.wakeAt} /> : null}
      {isClocked ? <ChatClock chat={chat} /> : null}
      {isUrgent ? (
        <span title={t('priorityIs', { priority: chat.priority })}>
          <IconFlag size={12} aria-hidden /> <VisuallyHidden>{t('priority')}</VisuallyHidden>
          {chat.priority}
        </span>
      ) : null}
      {hasTag ? (
        <Badge
          component="span"
          size="sm"
          color="gray"
          className={classes.tag}
          leftSection={chat.tagColour ? <ColorSwatch component="span" color={chat.tagColour} size={8} withShadow={false} /> : undefined}
        >
          {chat.tag}
        </Badge>
      ) : null}
      {hasTag && chat.labels.length > 1 ? (
        <span title={chat.labels.map(({ name }) => name).join(', ')}>{t('moreLabels', { count: chat.labels.length - 1 })}</span>
      ) : null}
    </span>
  );
}

function WakeTime({ at }: { at: string }) {
  const t = useWords(chatWords.conversation);
  return (
    <span className={classes.clock} data-level="calm">
      <IconAlarm size={13} aria-hidden />
      <span>{t('wakesAt', { time: formatInstant(at, 'instant') })}</span>
    </span>
  );
}

/** The hour today, the day before that. */
export function shortTime(at: Instant, today = formatInstant(Date.now(), 'isoDay')): string {
  return formatInstant(at, 'isoDay') === today ? formatTime(at) : formatInstant(at, 'dayOfYear');
}
