import { ActionIcon, Button, Checkbox, Indicator, Popover, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import type { ChatCounts, ChatSummary } from '@parley/contract';
import { chatPriorities, chatStates, noDepartment, raisedPriority } from '@parley/contract';
import { IconFilter, IconMessages } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { commonWords } from '../../../locales/common.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { type ChatSearch, isNarrowed as isNarrowedBy, noFilters } from '../shared/chat.search.ts';
import { type InboxTab, tabOf } from '../shared/inbox-tabs.ts';
import { AgentStatus } from './agent-status.tsx';
import { BulkBar } from './bulk-bar.tsx';
import classes from './chat-list.module.css';
import type { RowChat } from './chat-row.tsx';
import { ChatRows, type ChatRowsHandle } from './chat-rows.tsx';
import { useDraftChats } from './drafts.ts';
import { FoundChats } from './found-chats.tsx';
import { InboxTabs } from './inbox-tabs.tsx';
import { InboxViews, type InboxViewsHandle } from './inbox-views.tsx';
import { MentionRows } from './mention-rows.tsx';
import { UnsentReplies } from './unsent-replies.tsx';
import type { Selection } from './use-selection.ts';

type Props = {
  /** The own chats; undefined until they are read. */
  chats: ChatSummary[] | undefined;
  counts: ChatCounts | undefined;
  mentionCount: number;
  /** The rows of the tab, in their order; undefined until they are read. */
  shown: readonly RowChat[] | undefined;
  selection: Selection;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
  /** The pointer comes to the rows, or leaves them. */
  onPoint: (isPointing: boolean) => void;
  error: unknown;
  onRetry: () => void;
  /** Reads the next page; left out where there is none. */
  onMore: (() => void) | undefined;
  isReadingMore: boolean;
  /** The failure of the next page: it is read again when the person asks for it. */
  moreError: unknown;
  search: ChatSearch;
  onSearch: (change: Partial<ChatSearch>) => void;
  onTab: (tab: InboxTab) => void;
  onOpen: (chatId: string) => void;
  rowsRef: Ref<ChatRowsHandle>;
  searchRef: Ref<HTMLInputElement>;
  viewsRef: Ref<InboxViewsHandle>;
  onView: (search: Partial<ChatSearch>) => void;
  menu?: ReactNode;
};

const searchDelayMs = 300;
/** Least priorities that the filter offers, the usual one and those below it being none. */
const raised = Array.from({ length: chatPriorities.highest - raisedPriority + 1 }, (_, place) => raisedPriority + place);

/** The agent's inbox: status, tabs, search, filters, rows. */
export function ChatList(props: Props) {
  const { chats, counts, selection, search, onSearch, onTab, onOpen, searchRef, menu } = props;
  const t = useWords(chatWords.conversation);
  const tab = tabOf(search);
  const count = (isSuspended: boolean) => chats?.filter((chat) => (chat.state === chatStates.suspended) === isSuspended).length ?? 0;
  const text = search.text.trim();

  return (
    <section className={classes.list} aria-label={t('list')}>
      <div className={classes.listHead}>
        <div className={classes.listTop}>
          <AgentStatus />
          {menu}
        </div>
        <InboxTabs current={tab.id} mine={chats?.length ?? 0} mentions={props.mentionCount} counts={counts} onChoose={onTab} />
        <InboxViews search={search} onChoose={props.onView} ref={props.viewsRef} />
        {tab.id === 'mine' ? (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('tabMine')}
            value={search.tab}
            onChange={(value) => onSearch({ tab: value as ChatSearch['tab'] })}
            data={[
              { value: 'active', label: `${t('active')} (${count(false)})` },
              { value: 'suspended', label: `${t('suspended')} (${count(true)})` },
            ]}
          />
        ) : null}
        <div className={classes.searchRow}>
          <SearchBox
            ref={searchRef}
            size="xs"
            className={classes.grow}
            value={search.text}
            delayMs={searchDelayMs}
            onSearch={(next) => onSearch({ text: next })}
            placeholder={t('searchChats')}
            aria-label={t('searchChats')}
          />
          {tab.id === 'mentions' ? null : <Filters {...props} isMine={tab.id === 'mine'} />}
        </div>
        <UnsentReplies chats={chats ?? []} onOpen={onOpen} />
        <BulkBar selection={selection} rows={props.shown ?? []} />
      </div>
      {text !== '' && tab.id !== 'mine' ? null : tab.id === 'mentions' ? (
        <MentionRows openId={search.chatId} onOpen={onOpen} ref={props.rowsRef} />
      ) : (
        <TabRows {...props} tab={tab} hasFound={text !== ''} />
      )}
      {text === '' ? null : <FoundChats text={text} openId={search.chatId} openAt={search.message} onOpen={onOpen} />}
    </section>
  );
}

type TabRowsProps = Props & { tab: InboxTab; hasFound: boolean };

function TabRows(props: TabRowsProps) {
  const { shown, error, onRetry, onMore, isReadingMore, moreError, search, onSearch, selection, tab, hasFound } = props;
  const t = useWords(chatWords.conversation);
  const say = useWords(commonWords.ui);
  const isSlow = useDelayed(shown === undefined && !error);
  const drafts = useDraftChats();
  const isNarrowed = isNarrowedBy(search) || search.text !== '';
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (shown === undefined)
    return (
      <Stack gap="xs" p="sm" className={classes.grow}>
        {isSlow ? ['a', 'b', 'c', 'd', 'e'].map((key) => <Skeleton key={key} height={58} radius="md" />) : null}
      </Stack>
    );
  if (shown.length === 0) {
    if (hasFound) return null;
    return (
      <EmptyState
        icon={IconMessages}
        title={isNarrowed ? t('nothingMatches') : t(tab.none)}
        text={isNarrowed || tab.id !== 'mine' ? undefined : t('noChatsHint')}
        action={
          isNarrowed ? (
            <Button variant="default" size="xs" onClick={() => onSearch({ ...noFilters, text: '' })}>
              {t('clearFilters')}
            </Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <>
      <ChatRows
        chats={shown}
        label={t(tab.word)}
        openId={search.chatId}
        drafts={drafts}
        selected={selection.ids}
        isCompact={props.isCompact}
        onSelect={selection.toggle}
        onOpen={props.onOpen}
        onPoint={props.onPoint}
        {...(onMore && !moreError ? { onEnd: onMore } : {})}
        ref={props.rowsRef}
      />
      {onMore ? (
        <div className={classes.listFoot}>
          {moreError ? (
            <Text size="sm" c="red" role="alert">
              {describeFailure(moreError).message}
            </Text>
          ) : null}
          <Button variant="subtle" size="compact-sm" loading={isReadingMore} onClick={onMore}>
            {moreError ? say('tryAgain') : t('moreChats')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Filters({ chats, shown, search, onSearch, isCompact, onCompact, isMine }: Props & { isMine: boolean }) {
  const t = useWords(chatWords.conversation);
  const rows = isMine ? (chats ?? []) : (shown ?? []);
  const chosen = search.channel === undefined ? [] : [search.channel];
  const channels = [...new Set([...rows.map(({ channelType }) => channelType), ...chosen])];
  const labels = [...new Set(rows.flatMap(({ tag, labels: marks }) => [tag, ...marks.map(({ name }) => name)]).filter(Boolean))].sort();
  const isOn = search.sort === 'longest' || isNarrowedBy(search);
  const departments = useDepartmentOptions();
  const departmentChoices = [{ value: '', label: t('allDepartments') }, { value: noDepartment, label: t('noDepartment') }, ...departments];
  if (!departmentChoices.some(({ value }) => value === search.department))
    departmentChoices.push({ value: search.department, label: t('departmentGone') });
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
            label={t('sort')}
            comboboxProps={{ withinPortal: false }}
            allowDeselect={false}
            value={search.sort}
            onChange={(value) => onSearch({ sort: value === 'longest' ? 'longest' : 'newest' })}
            data={[
              { value: 'newest', label: t('sortNewest') },
              { value: 'longest', label: t('sortLongest') },
            ]}
          />
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
          {departments.length > 0 || search.department ? (
            <Select
              size="xs"
              label={t('department')}
              comboboxProps={{ withinPortal: false }}
              value={search.department}
              onChange={(value) => onSearch({ department: value ?? '' })}
              data={departmentChoices}
            />
          ) : null}
          <Select
            size="xs"
            label={t('priority')}
            comboboxProps={{ withinPortal: false }}
            value={search.priority === undefined ? '' : String(search.priority)}
            onChange={(value) => onSearch({ priority: value ? Number(value) : undefined })}
            data={[
              { value: '', label: t('anyPriority') },
              ...raised.map((priority) => ({
                value: String(priority),
                label: priority === chatPriorities.highest ? t('priorityHighest', { priority }) : t('priorityFrom', { priority }),
              })),
            ]}
          />
          {isMine ? (
            <>
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
            </>
          ) : null}
          <Checkbox label={t('compactRows')} checked={isCompact} onChange={(event) => onCompact(event.currentTarget.checked)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
