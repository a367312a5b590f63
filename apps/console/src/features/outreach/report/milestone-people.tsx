import { Button, Group } from '@mantine/core';
import { type CampaignMilestoneReport, type MilestoneRecipient, milestonePage, screens } from '@parley/contract';
import { IconDownload, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { Panel } from '../../../components/panel.tsx';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { figureOf, milestoneRowsPath, milestoneRowsQuery } from './milestone.queries.ts';
import { LabelReached } from './milestone-dialogs.tsx';
import { describeTime, nameOfPoint } from './milestone-words.ts';
import type { CampaignReportSearch } from './report.search.ts';

type MilestonePeopleProps = {
  campaignId: string;
  search: CampaignReportSearch;
  report: CampaignMilestoneReport;
  onChange: (part: Partial<CampaignReportSearch>) => void;
};

/** The recipients whom the chosen figure counts: at first those who have reached anything. */
export function MilestonePeople({ campaignId, search, report, onChange }: MilestonePeopleProps) {
  const say = useWords(campaignWords.milestone);
  const list = useQuery(milestoneRowsQuery(campaignId, search));
  const mayLabel = useMayOpen(screens.customers);
  const [isLabelling, setLabelling] = useState(false);
  const { milestone, day, hour } = figureOf(search);
  const columns = useColumns(report);
  const name = report.milestones.find(({ id }) => id === milestone)?.name ?? say('rowsAll');
  const title = `${say('rowsTitle')}: ${name}${list.data ? ` (${list.data.total})` : ''}`;
  const rows = list.data?.rows;
  return (
    <Panel
      title={title}
      actions={
        <Group gap="xs">
          {mayLabel ? (
            <Button variant="default" disabled={!rows?.length} onClick={() => setLabelling(true)}>
              {say('giveLabel')}
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={!rows?.length}
            onClick={() => void exportList('campaignMilestones', milestoneRowsPath(campaignId, search), { campaignId }).catch(tellFailure)}
          >
            {say('download')}
          </Button>
        </Group>
      }
    >
      {day === '' ? null : (
        <Button variant="default" mb="sm" onClick={() => onChange({ day: '', hour: undefined, from: 0 })}>
          {say('at', { when: nameOfPoint({ day, hour }), interpolation: { escapeValue: false } })}
        </Button>
      )}
      <DataTable
        label={say('rowsTitle')}
        columns={columns}
        rows={rows}
        getRowId={({ messageId, milestoneId }) => `${messageId} ${milestoneId}`}
        getRowName={({ name: own, to }) => own || to}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconFlag} title={say('noRows')} text={say('noRowsText')} />}
      />
      {rows ? (
        <ListPager
          from={search.from}
          perPage={milestonePage}
          rowCount={rows.length}
          hasMore={list.data?.more ?? false}
          onChange={(from) => onChange({ from })}
        />
      ) : null}
      {isLabelling ? <LabelReached campaignId={campaignId} search={search} onClose={() => setLabelling(false)} /> : null}
    </Panel>
  );
}

function useColumns({ milestones }: CampaignMilestoneReport): DataColumn<MilestoneRecipient>[] {
  const say = useWords(campaignWords.milestone);
  return [
    { id: 'name', header: say('name'), isHideable: false, cell: (row) => row.name || '–' },
    { id: 'to', header: say('to'), isOneLine: true, cell: (row) => <span className="tabular">{row.to || '–'}</span> },
    { id: 'milestone', header: say('milestone'), cell: (row) => milestones.find(({ id }) => id === row.milestoneId)?.name ?? '–' },
    { id: 'iteration', header: say('iteration'), align: 'end', cell: (row) => `#${row.activityNumber}` },
    { id: 'sentOn', header: say('sentOn'), isOneLine: true, cell: (row) => formatReportDate(row.sentOn) },
    {
      id: 'reachedOn',
      header: say('reachedOn'),
      isOneLine: true,
      cell: (row) => (row.reachedOn === '' ? '–' : formatReportDate(row.reachedOn)),
    },
    { id: 'after', header: say('after'), isOneLine: true, cell: (row) => describeTime(row.timeMs, say) },
  ];
}
