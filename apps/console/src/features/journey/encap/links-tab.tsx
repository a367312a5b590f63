import { Badge, Button, Group, Text } from '@mantine/core';
import { type EncapLaunch, type EncapLink, encapEditors, linkStates, screens } from '@parley/contract';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import streamClasses from '../shared/stream.module.css';
import { allLaunchesQuery, type Encap, linksQuery, rowPage, useCloseLink } from './encap.queries.ts';
import { type EncapSearch, noEncapSearch } from './encap.search.ts';
import { LinksFigure, partOf } from './encap-figures.tsx';
import { LaunchStanding } from './launch-state.tsx';

type LinksTabProps = { encap: Encap } & AddressState<EncapSearch>;

/** Links of a launch. A figure of all launches opens the launches that add up to it, and each of these its own links. */
export function LinksTab({ encap, search, filter, change }: LinksTabProps) {
  const say = useWords(encapWords.link);
  const launches = encap.instances;
  const [only, another] = launches;
  const chosen = search.launch || (only && !another ? only.id : '');
  return (
    <>
      <FilterBar>
        <FilterSelect
          label={say('launch')}
          all={say('allLaunches')}
          value={chosen}
          data={launches.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(launch) => filter({ launch })}
        />
        <FilterSelect
          label={say('state')}
          all={say('allStates')}
          value={search.state}
          data={linkStates.map((value) => ({ value, label: say(`state_${value}`) }))}
          onChange={(state) => filter({ state })}
        />
        {chosen === '' ? null : (
          <SearchBox
            label={say('number')}
            placeholder=""
            maxLength={60}
            value={search.search}
            onSearch={(text) => filter({ search: text }, { isReplacing: true })}
          />
        )}
      </FilterBar>
      {chosen === '' ? (
        <ByLaunch encap={encap} state={search.state} />
      ) : (
        <Links
          encapId={encap.id}
          launch={chosen}
          search={search}
          onPage={(from) => change({ from })}
          onClear={() => filter({ state: noEncapSearch.state, search: '' })}
        />
      )}
    </>
  );
}

function ByLaunch({ encap: { id }, state }: { encap: Encap; state: EncapSearch['state'] }) {
  const say = useWords(encapWords.link);
  const sayFigure = useWords(encapWords.figure);
  const list = useQuery(allLaunchesQuery(id));
  const part = partOf(state);
  const rows = list.data?.filter(({ figures }) => figures[part] > 0);
  const columns: DataColumn<EncapLaunch>[] = [
    { id: 'name', header: say('launch'), cell: ({ name }) => name },
    { id: 'state', header: say('launchState'), cell: (launch) => <LaunchStanding {...launch} /> },
    {
      id: 'count',
      header: sayFigure(part),
      align: 'end',
      cell: (launch) => (
        <LinksFigure
          encapId={id}
          launch={launch.id}
          state={state}
          count={launch.figures[part]}
          what={`${launch.name}, ${sayFigure(part)}`}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={say('byLaunch')}
      columns={columns}
      rows={rows}
      getRowId={({ id: launchId }) => launchId}
      error={list.error}
      onRetry={() => void list.refetch()}
      empty={<EmptyState icon={IconLink} title={say('emptyTitle')} text={say('emptyText')} />}
    />
  );
}

type LinksProps = { encapId: string; launch: string; search: EncapSearch; onPage: (from: number) => void; onClear: () => void };

function Links({ encapId, launch, search, onPage, onClear }: LinksProps) {
  const say = useWords(encapWords.link);
  const params = { encapId, instanceId: launch };
  const list = useQuery(linksQuery(params, search));
  const close = useCloseLink(params);
  const handleClose = async (link: EncapLink) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('closeTitle', { name: nameOf(link) || say(`kind_${link.kind}`) }),
      text: say('closeText'),
      confirm: say('close'),
      color: 'red',
    });
    if (!isSure) return;
    close.mutate(link.id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure });
  };
  const columns = useLinkColumns((link) => void handleClose(link));
  const rows = list.data?.links;
  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={nameOf}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.state !== '' || search.search !== ''}
        onClearFilters={onClear}
        empty={<EmptyState icon={IconLink} title={say('emptyTitle')} text={say('emptyText')} />}
        withColumnsMenu
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={rowPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={onPage}
        />
      ) : null}
    </>
  );
}

const nameOf = ({ name, number }: Pick<EncapLink, 'name' | 'number'>): string => name || number;
/** States from which a link can still be closed. */
const open: readonly EncapLink['state'][] = ['UNSENT', 'MADE', 'OPENED', 'BEGUN', 'HANDED_OVER'];
const colours: Record<EncapLink['state'], string> = {
  UNSENT: 'orange',
  MADE: 'gray',
  OPENED: 'blue',
  BEGUN: 'cyan',
  HANDED_OVER: 'grape',
  COMPLETED: 'green',
  ENDED: 'yellow',
  EXPIRED: 'gray',
  CLOSED: 'red',
};

export function LinkState({ state }: Pick<EncapLink, 'state'>) {
  const say = useWords(encapWords.link);
  return (
    <Badge color={colours[state]} miw="max-content">
      {say(`state_${state}`)}
    </Badge>
  );
}

/** The person of a link; a visitor of an open address has neither name nor number. */
export function LinkPerson({ link }: { link: Pick<EncapLink, 'name' | 'number' | 'kind'> }) {
  const say = useWords(encapWords.link);
  return (
    <div className={streamClasses.nameCell}>
      {nameOf(link) || say(`kind_${link.kind}`)}
      {link.name === '' || link.number === '' ? null : (
        <Text size="xs" c="dimmed" className="tabular">
          {link.number}
        </Text>
      )}
    </div>
  );
}

const moment = (instant: string) => (instant === '' ? '–' : formatReportDate(instant));

function useLinkColumns(onClose: (link: EncapLink) => void): DataColumn<EncapLink>[] {
  const say = useWords(encapWords.link);
  const canEdit = useCan(encapEditors);
  const mayOpenWalks = useMayOpen(screens.journeyMonitor);
  return [
    { id: 'person', header: say('person'), isHideable: false, cell: (link) => <LinkPerson link={link} /> },
    { id: 'state', header: say('state'), cell: (link) => <LinkState state={link.state} /> },
    {
      id: 'opens',
      header: say('opens'),
      align: 'end',
      cell: ({ opens, previews, reminders }) => (
        <>
          {formatNumber(opens)}
          {previews === 0 ? null : (
            <Text size="xs" c="dimmed">
              {say('previews', { count: previews })}
            </Text>
          )}
          {reminders === 0 ? null : (
            <Text size="xs" c="dimmed">
              {say('reminders', { count: reminders })}
            </Text>
          )}
        </>
      ),
    },
    { id: 'made', header: say('made'), isOneLine: true, cell: ({ madeOn }) => moment(madeOn) },
    { id: 'opened', header: say('openedOn'), isOneLine: true, cell: ({ openedOn }) => moment(openedOn) },
    { id: 'begun', header: say('begunOn'), isOneLine: true, cell: ({ begunOn }) => moment(begunOn) },
    { id: 'ended', header: say('endedOn'), isOneLine: true, cell: ({ endedOn }) => moment(endedOn) },
    { id: 'expires', header: say('expiresOn'), isOneLine: true, cell: ({ expiresOn }) => moment(expiresOn) },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (link) => {
        const name = nameOf(link) || say(`kind_${link.kind}`);
        return (
          <Group gap={8} justify="flex-end" wrap="nowrap">
            {mayOpenWalks && link.instanceId !== '' ? (
              <Link
                to="/journey/monitor/$instanceId"
                params={{ instanceId: link.instanceId }}
                className={streamClasses.link}
                aria-label={say('walkOf', { name, interpolation: { escapeValue: false } })}
              >
                {say('walk')}
              </Link>
            ) : null}
            {canEdit && open.includes(link.state) ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={say('closeOf', { name, interpolation: { escapeValue: false } })}
                onClick={() => onClose(link)}
              >
                {say('close')}
              </Button>
            ) : null}
          </Group>
        );
      },
    },
  ];
}
