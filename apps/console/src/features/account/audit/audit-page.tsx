import { Anchor, Badge, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { type AuditEntry, auditActions, auditKinds, auditModules, auditPage } from '@parley/contract';
import { IconDownload, IconSettings, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { addDays, today } from '../../../lib/days.ts';
import { formatTimestamp, getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { May } from '../shared/may.tsx';
import { exportTrail, peopleQuery, trailQuery, useVerify } from './audit.queries.ts';
import { AuditSearch, noAuditSearch } from './audit.search.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { AuditSettingsDialog } from './settings-dialog.tsx';
import { VerificationNote } from './verification-note.tsx';

const shownDays = 7;

/** The audit trail: filters, each entry in full, and the check of the chain (screens 11.3). */
export function AuditPage() {
  const say = useWords(auditWords.page);
  const sayModule = useWords(auditWords.module);
  const sayAction = useWords(auditWords.action);
  const sayKind = useWords(auditWords.kind);
  const { search, change, filter } = useAddressState(AuditSearch);
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const list = useQuery(trailQuery(search));
  const people = useQuery(peopleQuery);
  const { mutate: verify, isPending: isVerifying } = useVerify();
  const columns = useAuditColumns((open) => change({ open }));
  const { from, open, fromDate, toDate, ...filters } = search;
  const lastDay = toDate || today();
  const days = { first: fromDate || addDays(lastDay, 1 - shownDays), last: lastDay };

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" loading={isVerifying} leftSection={<IconShieldCheck size={16} aria-hidden />}>
                  {say('verify')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(['Quick', 'Full'] as const).map((mode) => (
                  <Menu.Item
                    key={mode}
                    onClick={() => verify(mode === 'Quick' ? 'quick' : 'full', { onError: (error) => void tellFailure(error) })}
                  >
                    {say(`verify${mode}`)}
                    <Text size="xs" c="dimmed">
                      {say(`verify${mode}Text`)}
                    </Text>
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void exportTrail(search).catch(tellFailure)}
            >
              {say('export')}
            </Button>
            <May any={['ENTERPRISE.EDIT']}>
              <Button variant="default" leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setSettingsOpen(true)}>
                {say('settings')}
              </Button>
            </May>
          </>
        }
      />
      {areSettingsOpen ? <AuditSettingsDialog onClose={() => setSettingsOpen(false)} /> : null}
      <VerificationNote onOpen={(entryId) => change({ open: entryId })} />
      <FilterBar>
        <DayRange from={say('fromDate')} to={say('toDate')} zone={getEnterpriseZone()} today={today()} days={days} onChange={filter} />
        <FilterSelect
          label={say('person')}
          all={say('allPeople')}
          value={search.userId}
          data={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(userId) => filter({ userId })}
        />
        <FilterSelect
          label={say('module')}
          all={say('allModules')}
          value={search.module}
          data={auditModules.map((one) => ({ value: one, label: sayModule(one) }))}
          onChange={(module) => filter({ module })}
        />
        <FilterSelect
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={auditKinds.map((one) => ({ value: one, label: sayKind(one) }))}
          onChange={(kind) => filter({ kind })}
        />
        <FilterSelect
          label={say('action')}
          all={say('allActions')}
          value={search.action}
          data={auditActions.map((one) => ({ value: one, label: sayAction(one) }))}
          onChange={(action) => filter({ action })}
        />
        <SearchBox
          label={say('search')}
          aria-label={say('search')}
          placeholder={say('searchHint')}
          maxLength={100}
          value={search.search}
          onSearch={(words) => filter({ search: words }, { isReplacing: true })}
        />
      </FilterBar>
      {search.recordId === '' ? null : (
        <Group gap="xs" mb="sm">
          <Badge variant="light">{say('oneRecord')}</Badge>
          <Anchor component="button" type="button" size="sm" onClick={() => filter({ recordId: '', kind: '' })}>
            {say('showAll')}
          </Anchor>
        </Group>
      )}
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.entries}
        getRowId={({ id }) => id}
        getRowName={({ kind, recordName }) => `${sayKind(kind)} ${recordName}`}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={Object.values(filters).some(Boolean)}
        onClearFilters={() => filter({ ...noAuditSearch, fromDate, toDate })}
        empty={<EmptyState title={say('empty')} />}
        page={{ from, perPage: auditPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => filter({ from: page.from }) }}
      />
      <EntryDialog
        entryId={open}
        onClose={() => change({ open: '' })}
        onAllChanges={({ kind, recordId }) => filter({ ...noAuditSearch, fromDate, toDate, kind, recordId })}
      />
    </div>
  );
}

function useAuditColumns(onOpen: (entryId: string) => void): DataColumn<AuditEntry>[] {
  const say = useWords(auditWords.page);
  const sayModule = useWords(auditWords.module);
  const sayAction = useWords(auditWords.action);
  const sayKind = useWords(auditWords.kind);
  return useMemo(
    () => [
      {
        id: 'time',
        header: say('time'),
        isHideable: false,
        isOneLine: true,
        cell: (row) => (
          <UnstyledButton
            className="tabular"
            fz="inherit"
            c="var(--mantine-color-anchor)"
            aria-label={`${formatTimestamp(row.at)}: ${say('details', { action: sayAction(row.action), record: row.recordName || sayKind(row.kind) })}`}
            onClick={() => onOpen(row.id)}
          >
            {formatTimestamp(row.at)}
          </UnstyledButton>
        ),
      },
      { id: 'who', header: say('who'), cell: (row) => row.actorName || (row.actorKind === 'user' ? '' : say(row.actorKind)) },
      { id: 'action', header: say('action'), cell: (row) => sayAction(row.action) },
      {
        id: 'record',
        header: say('record'),
        cell: (row) => (
          <>
            {row.recordName || sayKind(row.kind)}
            {row.recordName ? (
              <Text size="xs" c="dimmed">
                {sayKind(row.kind)}
              </Text>
            ) : null}
          </>
        ),
      },
      { id: 'module', header: say('module'), cell: (row) => sayModule(row.module) },
      { id: 'address', header: say('address'), cell: (row) => row.address },
      {
        id: 'result',
        header: say('result'),
        cell: (row) => (
          <Badge variant="light" color={row.result === 'done' ? 'green' : 'red'}>
            {say(row.result)}
          </Badge>
        ),
      },
    ],
    [say, sayModule, sayAction, sayKind, onOpen],
  );
}
