import { Switch, Text } from '@mantine/core';
import { type ActivityItem, activityStates } from '@parley/contract';
import { IconRocket } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { RunProgress } from '../shared/run-progress.tsx';
import { StateBadge } from '../shared/run-state.tsx';
import { useActivityMenu } from '../shared/use-activity-menu.ts';
import { ActivityListSearch } from './activity.search.ts';
import type { ActivityDialog } from './activity-changed.ts';
import { useActivityColumns } from './activity-columns.tsx';
import { ActivityDialogs } from './activity-dialogs.tsx';
import { ActivityList } from './activity-list.tsx';
import { useRunActions } from './use-run-actions.tsx';

const { created, scheduled, started, paused, stopped } = activityStates;
const listPaceMs = 5000;

/** Approved iterations that wait, or hold; with the switch those that run or have run (screens 3.4). */
export function ReadyPage() {
  const say = useWords(campaignWords.lists);
  const sayCommon = useWords(campaignWords.common);
  const { search, filter } = useAddressState(ActivityListSearch);
  const all = useActivityColumns();
  const columns = useMemo<DataColumn<ActivityItem>[]>(
    () => [
      all.iterationOf,
      { id: 'state', header: say('state'), cell: (row) => <StateBadge {...row} /> },
      { id: 'progress', header: sayCommon('progress'), cell: (row) => <RunProgress activity={row} /> },
      all.approved,
      all.channelAndTemplate,
      all.audience,
      {
        ...all.scheduled,
        cell: (row) => (
          <>
            {all.scheduled.cell(row)}
            {row.nextActionOn === '' ? null : (
              <Text size="xs" c="dimmed">
                {say('nextOn', { when: formatReportDate(row.nextActionOn), interpolation: { escapeValue: false } })}
              </Text>
            )}
          </>
        ),
      },
      all.cost,
      { id: 'actions', header: say('actions'), isHideable: false, isPinned: true, cell: (row) => <ReadyMenu activity={row} /> },
    ],
    [all, say, sayCommon],
  );
  return (
    <div>
      <PageHeader title={say('readyTitle')} subtitle={say('readySubtitle')} />
      <ActivityList
        label={say('readyTitle')}
        wanted={{
          approval: 'Approved',
          states: search.done ? [started, stopped] : [created, scheduled, paused],
          order: 'decided',
          paceMs: listPaceMs,
        }}
        columns={columns}
        hasChecker
        filters={
          <Switch
            label={say('runningAndFinished')}
            checked={search.done}
            onChange={(event) => filter({ done: event.currentTarget.checked })}
          />
        }
        empty={<EmptyState icon={IconRocket} title={say('readyEmpty')} text={say('readyEmptyText')} />}
      />
    </div>
  );
}

/** Actions on a row now: its run, its speed, a copy. */
function ReadyMenu({ activity }: { activity: ActivityItem }) {
  const say = useWords(campaignWords.activity);
  const [dialog, setDialog] = useState<ActivityDialog>();
  const run = useRunActions(activity, { onAsk: setDialog });
  const toMenu = useActivityMenu();
  const all = {
    start: { label: say('startNow'), onClick: () => void run.start() },
    schedule: { label: say('schedule'), onClick: run.schedule },
    pause: { label: say('pause'), onClick: run.pause },
    resume: { label: say('resume'), onClick: () => void run.resume() },
    speed: { label: say('changeSpeed'), onClick: () => setDialog('speed') },
    stop: { label: say('stop'), isDangerous: true, onClick: () => void run.stop() },
  };
  const actions = [
    ...(['start', 'schedule', 'pause', 'resume', 'speed', 'stop'] as const)
      .filter((move) => activity.may.includes(move))
      .map((move) => all[move]),
    ...toMenu(activity),
  ];
  return (
    <>
      {actions.length > 0 ? (
        <RowMenu
          label={say('more', { name: `${activity.campaignName} #${activity.number}`, interpolation: { escapeValue: false } })}
          actions={actions}
        />
      ) : null}
      {dialog ? <ActivityDialogs activity={activity} dialog={dialog} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}
