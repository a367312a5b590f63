import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  ColorSwatch,
  Indicator,
  Popover,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  VisuallyHidden,
} from '@mantine/core';
import type { ChatSummary } from '@parley/contract';
import { chatStates } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { IconAlarm, IconClock, IconFilter, IconMessages, IconPin } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatInstant, formatReportDate, formatTime, type Instant } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { describeWait, waitAmberMs, waitRedMs } from '../shared/chat.rules.ts';
import type { ChatSearch } from '../shared/chat.search.ts';
import { UnreadCount } from '../shared/unread-count.tsx';
import { AgentStatus } from './agent-status.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import classes from './chat-list.module.css';
import { useDraftChats } from './drafts.ts';
import { UnsentReplies } from './unsent-replies.tsx';

type Props = {
  chats: ChatSummary[] | undefined;
  /** Those of them that the search leaves, in their order. */
  shown: ChatSummary[];
  /** The pointer comes to the rows, or leaves them. */
  onPoint: (isPointing: boolean) => void;
  error: unknown;
  onRetry: () => void;
  search: ChatSearch;
  onSearch: (change: Partial<ChatSearch>) => void;
  onOpen: (chatId: string) => void;
  listRef: Ref<HTMLElement>;
  searchRef: Ref<HTMLInputElement>;
  menu?: ReactNode;
};

const searchDelayMs = 300;

/** The agent's chats: status, tabs, search, filters, rows. */
export function ChatList({ chats, shown, onPoint, error, onRetry, search, onSearch, onOpen, listRef, searchRef, menu }: Props) {
  const t = useWords(chatWords.conversation);
  const isSlow = useDelayed(chats === undefined && !error);
  const drafts = useDraftChats();
  const count = (isSuspended: boolean) => chats?.filter((chat) => (chat.state === chatStates.suspended) === isSuspended).length ?? 0;
  const hasFilter = search.text !== '' || search.channel !== undefined || search.label !== '' || search.unread || search.waiting;
  const clear = () => onSearch({ text: '', channel: undefined, label: '', unread: false, waiting: false });

  return (
    <section ref={listRef} className={classes.list} aria-label={t('list')}>
      <div className={classes.listHead}>
        <div className={classes.listTop}>
          <AgentStatus />
          {menu}
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('list')}
          value={search.tab}
          onChange={(tab) => onSearch({ tab: tab as ChatSearch['tab'] })}
          data={[
            { value: 'active', label: `${t('active')} (${count(false)})` },
            { value: 'suspended', label: `${t('suspended')} (${count(true)})` },
          ]}
        />
        <div className={classes.searchRow}>
          <SearchBox
            ref={searchRef}
            size="xs"
            className={classes.grow}
            value={search.text}
            delayMs={searchDelayMs}
            onSearch={(text) => onSearch({ text })}
            placeholder={t('searchChats')}
            aria-label={t('searchChats')}
          />
          <Filters chats={chats ?? []} search={search} onSearch={onSearch} />
        </div>
        <UnsentReplies chats={chats ?? []} onOpen={onOpen} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : chats === undefined ? (
        <Stack gap="xs" p="sm">
          {isSlow ? ['a', 'b', 'c', 'd', 'e'].map((key) => <Skeleton key={key} height={58} radius="md" />) : null}
        </Stack>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={IconMessages}
          title={hasFilter ? t('nothingMatches') : t('noChats')}
          text={hasFilter ? undefined : t('noChatsHint')}
          action={
            hasFilter ? (
              <Button variant="default" size="xs" onClick={clear}>
                {t('clearFilters')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <ul className={classes.rows} onPointerEnter={() => onPoint(true)} onPointerLeave={() => onPoint(false)}>
          {shown.map((chat) => (
            <ChatRow
              key={chat.chatId}
              chat={chat}
              isOpen={chat.chatId === search.chatId}
              hasDraft={drafts.has(chat.chatId)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Filters({
  chats,
  search,
  onSearch,
}: {
  chats: ChatSummary[];
  search: ChatSearch;
  onSearch: (change: Partial<ChatSearch>) => void;
}) {
  const t = useWords(chatWords.conversation);
  const channels = [...new Set(chats.map(({ channelType }) => channelType))];
  const labels = [...new Set(chats.map(({ tag }) => tag).filter(Boolean))].sort();
  const isOn = search.channel !== undefined || search.label !== '' || search.unread || search.waiting;
  return (
    <Popover position="bottom-end" withArrow shadow="md" trapFocus>
      <Indicator disabled={!isOn} size={8} offset={4}>
        <Popover.Target>
          <ActionIcon size={30} variant="default" aria-label={t('filters')}>
            <IconFilter size={16} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Stack gap="sm" w={220}>
          <Select
            size="xs"
            label={t('channel')}
            comboboxProps={{ withinPortal: false }}
            value={search.channel === undefined ? '' : String(search.channel)}
            onChange={(value) => onSearch({ channel: value ? Number(value) : undefined })}
            data={[
              { value: '', label: t('allChannels') },
              ...channels.map((type) => ({ value: String(type), label: channelTypeName(type) })),
            ]}
          />
          {labels.length > 0 || search.label ? (
            <Select
              size="xs"
              label={t('label')}
              comboboxProps={{ withinPortal: false }}
              value={search.label}
              onChange={(value) => onSearch({ label: value ?? '' })}
              data={[{ value: '', label: t('allLabels') }, ...new Set([...labels, search.label].filter(Boolean))]}
            />
          ) : null}
          <Checkbox
            label={t('unreadOnly')}
            checked={search.unread}
            onChange={(event) => onSearch({ unread: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('waitingOnly')}
            checked={search.waiting}
            onChange={(event) => onSearch({ waiting: event.currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type RowProps = { chat: ChatSummary; isOpen: boolean; hasDraft: boolean; onOpen: (chatId: string) => void };

function ChatRow({ chat, isOpen, hasDraft, onOpen }: RowProps) {
  const t = useWords(chatWords.conversation);
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-current={isOpen || undefined}
        data-chat={chat.chatId}
        onClick={() => onOpen(chat.chatId)}
      >
        <span className={classes.rowTop}>
          <ChannelIcon type={chat.channelType} />
          <span className={classes.rowName} dir="auto">
            {chat.customerName || chat.customerNumber}
          </span>
          {chat.isPinned ? <IconPin size={13} role="img" aria-label={t('pinned')} /> : null}
          <time className={classes.rowTime} dateTime={chat.lastActivityAt} title={formatReportDate(chat.lastActivityAt)}>
            {shortTime(chat.lastActivityAt)}
          </time>
        </span>
        <span className={classes.rowBottom}>
          <span className={classes.rowText} dir="auto">
            {hasDraft ? <span className={classes.draft}>{t('draft')} </span> : null}
            {stripMarkup(parseMarkup(chat.lastMessage))}
          </span>
          <UnreadCount count={chat.newMsgCount} />
        </span>
        {chat.tag || chat.waitingSince || chat.wakeAt ? (
          <span className={classes.rowTags}>
            {chat.wakeAt ? <WakeTime at={chat.wakeAt} /> : null}
            {chat.waitingSince ? <WaitingClock since={chat.waitingSince} /> : null}
            {chat.tag ? (
              <Badge
                component="span"
                size="sm"
                color="gray"
                className={classes.tag}
                leftSection={
                  chat.tagColour ? <ColorSwatch component="span" color={chat.tagColour} size={8} withShadow={false} /> : undefined
                }
              >
                {chat.tag}
              </Badge>
            ) : null}
          </span>
        ) : null}
      </button>
    </li>
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

/** Time that the customer waits for us: amber when late, red when very late, and always in words as well. */
function WaitingClock({ since }: { since: string }) {
  const t = useWords(chatWords.conversation);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const sinceMs = Date.parse(since);
  const { unit, count } = describeWait(sinceMs, now);
  const time = t(unit, { count });
  const level = now - sinceMs >= waitRedMs ? 'red' : now - sinceMs >= waitAmberMs ? 'amber' : 'calm';
  return (
    <span className={classes.clock} data-level={level}>
      <IconClock size={12} aria-hidden />
      <span aria-hidden>{time}</span>
      <VisuallyHidden>{t('waitingFor', { time })}</VisuallyHidden>
    </span>
  );
}

/** The hour today, the day before that. */
export function shortTime(at: Instant): string {
  const isToday = formatInstant(at, 'isoDay') === formatInstant(Date.now(), 'isoDay');
  return isToday ? formatTime(at) : formatInstant(at, 'dayOfYear');
}
