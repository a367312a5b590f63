import { Button, Group, Text } from '@mantine/core';
import { type EncapLaunch, encapEditors } from '@parley/contract';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatDay, formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import streamClasses from '../shared/stream.module.css';
import classes from './encap.module.css';
import { type Encap, launchesQuery, rowPage } from './encap.queries.ts';
import type { EncapSearch } from './encap.search.ts';
import { EquationLine } from './encap-figures.tsx';
import type { LaunchOpen } from './launch-dialog.tsx';
import { LaunchStanding } from './launch-state.tsx';
import { useLaunchMenu } from './use-launch-menu.ts';

const LaunchDialog = late(() => import('./launch-dialog.tsx').then((module) => module.LaunchDialog));

type LaunchesTabProps = { encap: Encap } & Pick<AddressState<EncapSearch>, 'search' | 'change'>;

/** Launches of an encap: each has a version, a life, and the equation of its links. */
export function LaunchesTab({ encap, search, change }: LaunchesTabProps) {
  const say = useWords(encapWords.launch);
  const canEdit = useCan(encapEditors) && !encap.readOnly;
  const list = useQuery(launchesQuery(encap.id, search.from));
  const [open, setOpen] = useState<LaunchOpen>();
  const columns = useLaunchColumns(encap, setOpen);
  const rows = list.data?.instances;
  const isPublished = encap.published > 0;
  const create =
    canEdit && isPublished ? (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'edit', launch: undefined })}>
        {say('new')}
      </Button>
    ) : null;
  return (
    <>
      {create ? (
        <Group justify="flex-end" mb="md">
          {create}
        </Group>
      ) : null}
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconSend} title={say('emptyTitle')} text={say(isPublished ? 'emptyText' : 'emptyDraft')} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={rowPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => change({ from })}
        />
      ) : null}
      <Suspense>{open ? <LaunchDialog encap={encap} open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  );
}

function useLaunchColumns(encap: Encap, onOpen: (open: LaunchOpen) => void): DataColumn<EncapLaunch>[] {
  const say = useWords(encapWords.launch);
  const canSeeCampaigns = useCan(['CAMPAIGNS.VIEW']);
  const toActions = useLaunchMenu(encap.id, onOpen);
  return [
    {
      id: 'name',
      header: say('name'),
      isHideable: false,
      cell: ({ name, createdOn, createdBy }) => (
        <div className={streamClasses.nameCell}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatReportDate(createdOn)}
            {createdBy === '' ? '' : ` · ${createdBy}`}
          </Text>
        </div>
      ),
    },
    { id: 'state', header: say('state'), cell: (launch) => <LaunchStanding {...launch} /> },
    {
      id: 'mode',
      header: say('mode'),
      cell: ({ mode, activityId }) =>
        activityId !== '' && canSeeCampaigns ? (
          <Link to="/campaigns/activity/$activityId" params={{ activityId }}>
            {say(`mode_${mode}`)}
          </Link>
        ) : (
          say(`mode_${mode}`)
        ),
    },
    { id: 'version', header: say('version'), align: 'end', cell: ({ number }) => say('versionShort', { number }) },
    {
      id: 'expiry',
      header: say('expiry'),
      cell: ({ expiryDays, expiryDate }) => (
        <div className={classes.said}>
          {expiryDays > 0 || expiryDate === '' ? (
            <div>{expiryDays > 0 ? say('days', { count: expiryDays }) : say('asEncap', { count: encap.properties.expiryDays })}</div>
          ) : null}
          {expiryDate === '' ? null : <div>{say('untilDay', { day: formatDay(expiryDate) })}</div>}
        </div>
      ),
    },
    {
      id: 'links',
      header: say('links'),
      cell: ({ id, figures, reminders }) => (
        <>
          <EquationLine encapId={encap.id} launch={id} figures={figures} />
          {reminders.made === 0 ? null : (
            <Text size="xs" c="dimmed">
              {say('reminders', { count: reminders.made })}
              {reminders.heldBack === 0 ? '' : ` · ${say('remindersHeld', { count: reminders.heldBack })}`}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (launch) => {
        const actions = toActions(launch);
        return actions.length === 0 ? null : <RowMenu label={say('actionsOf', { name: launch.name })} actions={actions} />;
      },
    },
  ];
}
