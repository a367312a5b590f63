import { Badge, Button, Group, Tabs, Text } from '@mantine/core';
import { type BlacklistEntry, blacklistKinds, blacklistSources } from '@parley/contract';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { May } from '../../account/shared/may.tsx';
import { SettingsForm } from '../shared/settings-form.tsx';
import { blacklistQuery } from './blacklist.queries.ts';
import { BlacklistSearch, blacklistPage, noBlacklistSearch } from './blacklist.search.ts';
import { EntryForm } from './entry-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** Users who send may add numbers to the blacklist; only administrators may reverse an opt-out. */
const mayAdd = ['ENTERPRISE.EDIT', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'] as const;

type Open = { mode: 'add' | 'import' } | { mode: 'edit' | 'remove'; entry: BlacklistEntry };

/** Numbers that get nothing or no marketing, and the rules of sending (screens 3.7). */
export function BlacklistPage() {
  const say = useWords(messagingWords.blacklist);
  const { search, filter } = useAddressState(BlacklistSearch);
  const list = useQuery({ ...blacklistQuery(search), enabled: search.tab === 'numbers' });
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(setOpen);
  const channels = list.data?.channels ?? [];
  const close = () => setOpen(undefined);
  const isFiltered = search.search !== '' || search.kind !== '' || search.source !== '' || search.channelId !== '';

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <May any={mayAdd}>
            <Group gap="xs">
              <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setOpen({ mode: 'import' })}>
                {say('import')}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'add' })}>
                {say('add')}
              </Button>
            </Group>
          </May>
        }
      />
      <Tabs
        value={search.tab}
        onChange={(tab) => filter({ ...noBlacklistSearch, tab: tab === 'settings' ? 'settings' : 'numbers' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('tabs')}>
          <Tabs.Tab value="numbers">{say('numbers')}</Tabs.Tab>
          <Tabs.Tab value="settings">{say('settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="numbers" pt="md">
          <FilterBar>
            <SearchBox
              aria-label={say('search')}
              placeholder={say('search')}
              maxLength={120}
              value={search.search}
              onSearch={(text) => filter({ search: text }, { isReplacing: true })}
            />
            <FilterSelect
              label={say('kind')}
              isLabelHidden
              all={say('allKinds')}
              value={search.kind}
              data={blacklistKinds.map((kind) => ({ value: kind, label: say(kind) }))}
              onChange={(kind) => filter({ kind })}
            />
            <FilterSelect
              label={say('source')}
              isLabelHidden
              all={say('allSources')}
              value={search.source}
              data={blacklistSources.map((source) => ({ value: source, label: say(source) }))}
              onChange={(source) => filter({ source })}
            />
            <FilterSelect
              label={say('channel')}
              isLabelHidden
              all={say('allChannels')}
              value={search.channelId}
              data={channels.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(channelId) => filter({ channelId })}
            />
          </FilterBar>
          <DataTable
            label={say('title')}
            columns={columns}
            rows={list.data?.blacklist}
            getRowId={({ id }) => id}
            getRowName={({ numbers }) => numbers[0] ?? ''}
            error={list.error}
            isFetching={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            isFiltered={isFiltered}
            onClearFilters={() => filter(noBlacklistSearch)}
            empty={<EmptyState title={say('noRecord')} />}
            page={{
              from: search.from,
              perPage: blacklistPage,
              more: list.data?.more ?? false,
              isFixed: true,
              onChange: ({ from }) => filter({ from }),
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md">
          <SettingsForm />
        </Tabs.Panel>
      </Tabs>
      {open?.mode === 'add' || open?.mode === 'import' ? <EntryForm mode={open.mode} channels={channels} onClose={close} /> : null}
      {open?.mode === 'edit' ? <EntryForm mode="edit" entry={open.entry} channels={channels} onClose={close} /> : null}
      {open?.mode === 'remove' ? <RemoveDialog entry={open.entry} onClose={close} /> : null}
    </div>
  );
}

function useColumns(onOpen: (open: Open) => void): DataColumn<BlacklistEntry>[] {
  const say = useWords(messagingWords.blacklist);
  return useMemo(
    () => [
      {
        id: 'number',
        header: say('number'),
        isHideable: false,
        isOneLine: true,
        cell: ({ numbers, name }) => (
          <>
            <span className="tabular">{numbers.join(' · ')}</span>
            {name === '' ? null : (
              <Text size="xs" c="dimmed" component="div">
                {name}
              </Text>
            )}
          </>
        ),
      },
      {
        id: 'kind',
        header: say('kind'),
        cell: ({ kind }) => (
          <Badge miw="max-content" color={kind === 'blocked' ? 'red' : 'orange'}>
            {say(kind)}
          </Badge>
        ),
      },
      { id: 'reason', header: say('reason'), cell: ({ reason }) => reason },
      { id: 'source', header: say('source'), cell: ({ source }) => say(source) },
      {
        id: 'channel',
        header: say('channel'),
        cell: ({ channelId, channelName }) => (channelId === '' ? say('allChannels') : channelName),
      },
      {
        id: 'date',
        header: say('date'),
        isOneLine: true,
        cell: ({ createdOn }) => <span className="tabular">{formatReportDate(createdOn)}</span>,
      },
      { id: 'by', header: say('by'), cell: ({ createdBy }) => createdBy },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (entry) => (
          <Group gap={4} wrap="nowrap">
            <May any={mayAdd}>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={say('editOf', { number: entry.numbers[0] })}
                onClick={() => onOpen({ mode: 'edit', entry })}
              >
                {say('edit')}
              </Button>
            </May>
            <May any={['ENTERPRISE.EDIT']}>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={say('removeOf', { number: entry.numbers[0] })}
                onClick={() => onOpen({ mode: 'remove', entry })}
              >
                {say('remove')}
              </Button>
            </May>
          </Group>
        ),
      },
    ],
    [say, onOpen],
  );
}
