import type { ActivityItem } from '@parley/contract';
import { IconThumbDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityMenu } from '../shared/use-activity-menu.ts';
import { useActivityColumns } from './activity-columns.tsx';
import { ActivityList } from './activity-list.tsx';

const listPaceMs = 30_000;

/** Rejected iterations, the newest first; their makers edit and resubmit, copy or delete them (screens 3.5). */
export function DeclinedPage() {
  const say = useWords(campaignWords.lists);
  const sayActivity = useWords(campaignWords.activity);
  const all = useActivityColumns();
  const toMenu = useActivityMenu();
  const columns = useMemo<DataColumn<ActivityItem>[]>(
    () => [
      all.campaign,
      all.iteration,
      all.maker,
      all.checker,
      all.reason,
      all.rejectedOn,
      all.rejections,
      { ...all.scheduled, header: say('plannedTime') },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (row) => {
          const actions = toMenu(row);
          const name = `${row.campaignName} #${row.number}`;
          return actions.length > 0 ? (
            <RowMenu label={sayActivity('more', { name, interpolation: { escapeValue: false } })} actions={actions} />
          ) : null;
        },
      },
    ],
    [all, say, sayActivity, toMenu],
  );
  return (
    <div>
      <PageHeader title={say('declinedTitle')} subtitle={say('declinedSubtitle')} />
      <ActivityList
        label={say('declinedTitle')}
        wanted={{ approval: 'Rejected', states: [], order: 'decided', paceMs: listPaceMs }}
        columns={columns}
        hasChecker
        empty={<EmptyState icon={IconThumbDown} title={say('declinedEmpty')} text={say('declinedEmptyText')} />}
      />
    </div>
  );
}
