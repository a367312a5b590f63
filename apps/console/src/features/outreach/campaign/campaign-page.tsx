import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ActivityItem, Campaign, CampaignItem } from '@parley/contract';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatCost, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BackLink } from '../shared/back-link.tsx';
import classes from '../shared/broadcast.module.css';
import { campaignQuery, isRunning } from '../shared/campaign.queries.ts';
import { figuresQuery } from '../shared/figures.queries.ts';
import { RunProgress } from '../shared/run-progress.tsx';
import { iterationName, Standing } from '../shared/run-state.tsx';
import { useActivityMenu } from '../shared/use-activity-menu.ts';
import { AccessDialog } from './access-dialog.tsx';
import { useCampaignMenu } from './use-campaign-menu.ts';

/** A campaign with its iterations: where its makers follow approval, progress and cost (screens 3.2). */
export function CampaignPage() {
  const say = useWords(campaignWords.list);
  const { campaignId = '' } = useParams({ strict: false });
  const campaign = useQuery(campaignQuery(campaignId));
  return (
    <div>
      <BackLink to="/campaigns/campaigns-list">{say('backToList')}</BackLink>
      {campaign.data ? (
        <Loaded campaign={campaign.data} />
      ) : campaign.isError ? (
        <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={240} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ campaign }: { campaign: Campaign }) {
  const say = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  const navigate = useNavigate();
  const [changing, setChanging] = useState<CampaignItem>();
  const toActions = useCampaignMenu(setChanging, () => void navigate({ to: '/campaigns/campaigns-list' }));
  const actions = toActions(campaign);
  const [edit, iterate] = [say('edit'), say('newIteration')].map((label) => actions.find((action) => action.label === label));
  const others = actions.filter((action) => action !== edit && action !== iterate);
  const columns = useIterationColumns(campaign.id, campaign.activities.some(isRunning));
  const facts = [
    [sayCommon('channel'), campaign.channelName],
    [sayCommon('template'), campaign.templateName && `${campaign.templateName} (${campaign.templateStatus})`],
    [say('access'), sayCommon(`access_${campaign.accessType}`)],
    [say('departments'), campaign.departments.map(({ name }) => name).join(', ')],
    [say('created'), `${formatReportDate(campaign.createdOn)} · ${campaign.createdBy.name}`],
    [say('updated'), `${formatReportDate(campaign.updatedOn)} · ${campaign.updatedBy.name}`],
  ] as const;
  return (
    <>
      <PageHeader
        title={campaign.name}
        subtitle={campaign.description}
        actions={
          <>
            {edit ? (
              <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit.onClick}>
                {edit.label}
              </Button>
            ) : null}
            {iterate ? (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={iterate.onClick}>
                {iterate.label}
              </Button>
            ) : null}
            {others.length > 0 ? <RowMenu label={say('actionsOf', { name: campaign.name })} actions={others} /> : null}
          </>
        }
      />
      <Stack gap="md">
        <FactList facts={facts} />
        <Panel title={say('iterations')} text={say('iterationsText')}>
          <div className={classes.linkRows}>
            <DataTable
              label={say('iterations')}
              columns={columns}
              rows={campaign.activities}
              getRowId={({ id }) => id}
              getRowName={({ name }) => name}
              empty={<EmptyState title={say('noIterations')} text={say('noIterationsText')} />}
            />
          </div>
        </Panel>
      </Stack>
      {changing ? <AccessDialog campaign={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  );
}

function useIterationColumns(campaignId: string, isLive: boolean): DataColumn<ActivityItem>[] {
  const say = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  const figures = useQuery({ ...figuresQuery(campaignId, isLive), meta: { isQuiet: true } });
  const toActions = useActivityMenu();
  const costs = figures.data?.activities;
  return useMemo(
    () => [
      {
        id: 'name',
        header: sayCommon('iteration'),
        isHideable: false,
        cell: (row) => (
          <Link to="/campaigns/activity/$activityId" params={{ activityId: row.id }} className={classes.rowLink}>
            {iterationName(row)}
          </Link>
        ),
      },
      { id: 'standing', header: say('state'), cell: (row) => <Standing {...row} /> },
      { id: 'progress', header: sayCommon('progress'), cell: (row) => <RunProgress activity={row} /> },
      {
        id: 'audience',
        header: sayCommon('audience'),
        align: 'end',
        cell: (row) => (row.audienceCount === null ? '–' : formatNumber(row.audienceCount)),
      },
      {
        id: 'scheduled',
        header: sayCommon('scheduled'),
        isOneLine: true,
        cell: (row) => (row.scheduledOn === '' ? sayCommon('whenStarted') : formatReportDate(row.scheduledOn)),
      },
      {
        id: 'cost',
        header: sayCommon('cost'),
        isOneLine: true,
        cell: (row) => {
          const found = costs?.find(({ activityId }) => activityId === row.id);
          return (
            <>
              {row.estimate ? (
                <Text size="xs" c="dimmed">
                  {sayCommon('estimated', { amount: formatCost(row.estimate.amount, row.estimate.currency) })}
                </Text>
              ) : null}
              {found && row.startedOn !== '' ? formatCost(found.actual, found.currency) : row.estimate ? null : '–'}
            </>
          );
        },
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (row) => {
          const found = toActions(row);
          return (
            <Group gap={4} wrap="nowrap">
              {found.length > 0 ? <RowMenu label={say('actionsOf', { name: `#${row.number}` })} actions={found} /> : null}
            </Group>
          );
        },
      },
    ],
    [say, sayCommon, costs, toActions],
  );
}
