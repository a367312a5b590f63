import { Badge, Button, Text } from '@mantine/core';
import { channelTypeNames, chatPriorities, chatStates, type MonitorChat, monitorSorts, monitorStates } from '@parley/contract';
import { IconMessages, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords, type MonitorSay } from '../../../locales/chat-monitor.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { Elapsed } from '../shared/elapsed.tsx';
import { ActDialog, type ChatAct, chatActs } from './act-dialog.tsx';
import { DepartmentFilter } from './department-filter.tsx';
import classes from './monitor.module.css';
import { monitorChatsQuery } from './monitor.queries.ts';
import { type MonitorSearch, noMonitorSearch } from './monitor.search.ts';
import { useJoin } from './use-join.ts';
import { usePicked } from './use-picked.ts';

type Props = { search: MonitorSearch; onChange: (part: Partial<MonitorSearch>, options?: { isReplacing?: boolean }) => void };

/** Open chats, each of which can be looked at unseen; several are acted on at once. */
export function ChatsTab({ search, onChange }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const ownId = useMe()?.uId ?? '';
  const handles = useCan(['CHAT.HANDLE']);
  const list = useInfiniteQuery(monitorChatsQuery(search));
  const rows = list.data?.pages.flatMap(({ chats }) => chats);
  const { picked, ids, pick, clear } = usePicked(rows, ({ chatId }) => chatId);
  const join = useJoin();
  // Chats of the act stay the same while their rows leave the list.
  const [acting, setActing] = useState<{ act: ChatAct; chats: readonly MonitorChat[] }>();
  const acts = chatActs.filter((act) => act !== 'takeOver' || handles);
  const mayActOn = picked.filter(isActedOn);
  const agentName = rows?.find(({ agentId }) => agentId === search.agentId)?.agentName ?? '';
  const columns: DataColumn<MonitorChat>[] = [
    {
      id: 'customer',
      header: say('customer'),
      isHideable: false,
      cell: (row) => (
        <div className={classes.cell}>
          <Link
            to="/chat/monitor/$chatId"
            params={{ chatId: row.chatId }}
            search={search as never}
            className={classes.open}
            aria-label={say('watch', { name: row.customerName })}
          >
            {row.customerName}
          </Link>
          <Text size="xs" c="dimmed" className="tabular">
            {row.chatNumber === '' ? '' : `#${row.chatNumber} · `}
            {channelTypeName(row.channelType)}
          </Text>
        </div>
      ),
    },
    { id: 'department', header: say('department'), cell: (row) => row.departmentName || '–' },
    { id: 'agent', header: say('agent'), cell: (row) => row.agentName || '–' },
    {
      id: 'state',
      header: say('state'),
      cell: (row) => (
        <div className={classes.cell}>
          {describeState(row, say)}
          {row.priority === chatPriorities.usual ? null : (
            <Text size="xs" c="dimmed">
              {say('priorityOf', { priority: row.priority })}
            </Text>
          )}
        </div>
      ),
    },
    { id: 'waits', header: say('waitsFor'), isOneLine: true, cell: (row) => <Elapsed since={row.waitingSince} /> },
    { id: 'duration', header: say('duration'), isOneLine: true, cell: (row) => <Elapsed since={row.createdAt} /> },
    {
      id: 'sentiment',
      header: say('sentiment'),
      cell: (row) =>
        row.sentiment === null ? (
          '–'
        ) : (
          <Badge variant="light" color={moods[row.sentiment]}>
            {say(`sentiment_${row.sentiment}`)}
          </Badge>
        ),
    },
    { id: 'unread', header: say('unread'), align: 'end', cell: (row) => (row.agentId === '' ? '–' : formatNumber(row.unread)) },
    {
      id: 'acts',
      header: '',
      isHideable: false,
      isPinned: true,
      cell: (row) =>
        isActedOn(row) ? (
          <RowMenu
            label={say('actions', { name: row.customerName })}
            actions={[
              ...acts
                .filter((act) => act !== 'takeOver' || row.agentId !== ownId)
                .map((act) => ({
                  label: say(`act_${act}`),
                  isDangerous: act === 'close',
                  onClick: () => setActing({ act, chats: [row] }),
                })),
              ...(handles && row.agentId !== '' && row.agentId !== ownId
                ? [{ label: say('act_join'), onClick: () => join.mutate(row.chatId) }]
                : []),
            ]}
          />
        ) : null,
    },
  ];
  const { tab: _tab, sort: _sort, wall: _wall, initials: _initials, agent: _agent, agentStatus: _status, ...filters } = search;
  const isFiltered = Object.entries(filters).some(([name, value]) => value !== noMonitorSearch[name as keyof MonitorSearch]);
  return (
    <>
      <FilterBar>
        <SearchBox
          aria-label={say('searchCustomer')}
          placeholder={say('searchCustomer')}
          maxLength={120}
          value={search.customer}
          onSearch={(customer) => onChange({ customer }, { isReplacing: true })}
        />
        <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
        <FilterSelect
          label={say('channel')}
          isLabelHidden
          all={say('allChannels')}
          value={search.channel === -1 ? '' : String(search.channel)}
          data={Object.entries(channelTypeNames).map(([value, label]) => ({ value, label }))}
          onChange={(channel) => onChange({ channel: channel === '' ? -1 : Number(channel) })}
        />
        <FilterSelect
          label={say('state')}
          isLabelHidden
          all={say('allStates')}
          value={search.state}
          data={monitorStates.map((state) => ({ value: state, label: say(`state_${state}`) }))}
          onChange={(state) => onChange({ state })}
        />
        <FilterSelect
          label={say('sort')}
          isLabelHidden
          all={say('sort_newest')}
          value={search.sort === 'newest' ? '' : search.sort}
          data={monitorSorts.filter((sort) => sort !== 'newest').map((sort) => ({ value: sort, label: say(`sort_${sort}`) }))}
          onChange={(sort) => onChange({ sort: sort === '' ? 'newest' : sort })}
        />
        {search.agentId === '' ? null : (
          <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={() => onChange({ agentId: '' })}>
            {agentName === '' ? say('ofOneAgent') : say('ofAgent', { name: agentName })}
          </Button>
        )}
      </FilterBar>
      <DataTable
        label={say('tab_chats')}
        columns={columns}
        rows={rows}
        getRowId={({ chatId }) => chatId}
        getRowName={({ customerName }) => customerName}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered || search.sort === 'waiting'}
        onClearFilters={() => onChange({ ...filtersOff })}
        empty={<EmptyState icon={IconMessages} title={say('emptyChats')} text={say('emptyChatsText')} />}
        selection={{ ids, onChange: pick }}
      />
      {list.hasNextPage ? (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      ) : null}
      {picked.length > 0 ? (
        <section className={classes.bar} aria-label={say('picked', { count: picked.length })}>
          <Text size="sm" fw={550} role="status">
            {say('picked', { count: picked.length })}
          </Text>
          {acts.map((act) => (
            <Button
              key={act}
              size="xs"
              variant="default"
              disabled={mayActOn.length === 0}
              {...(act === 'close' ? { color: 'red' } : {})}
              onClick={() => setActing({ act, chats: mayActOn })}
            >
              {say(`act_${act}`)}
            </Button>
          ))}
          <Button size="xs" variant="subtle" color="gray" onClick={clear}>
            {say('clear')}
          </Button>
        </section>
      ) : null}
      {acting ? (
        <ActDialog
          {...acting}
          onClose={() => setActing(undefined)}
          onDone={(left) => {
            pick(left);
            setActing(undefined);
          }}
        />
      ) : null}
    </>
  );
}

const filtersOff = (({ department, channel, state, agentId, customer, sort }: MonitorSearch) => ({
  department,
  channel,
  state,
  agentId,
  customer,
  sort,
}))(noMonitorSearch);

const moods = { positive: 'green', neutral: 'gray', negative: 'red' } as const;

/** A bot or a stream does not let go of a chat for an act. */
const isActedOn = ({ mayAct, handledBy }: MonitorChat): boolean => mayAct && (handledBy === 'agent' || handledBy === 'queue');

function describeState({ handledBy, state, offeredTo }: MonitorChat, say: MonitorSay): string {
  if (state === chatStates.closed || state === chatStates.missed) return say(state === chatStates.closed ? 'now_closed' : 'now_missed');
  if (offeredTo !== '') return say('now_offered', { name: offeredTo });
  if (handledBy !== 'agent') return say(`now_${handledBy}`);
  if (state === chatStates.suspended) return say('now_suspended');
  return say(state === chatStates.ongoing ? 'now_ongoing' : 'now_started');
}
