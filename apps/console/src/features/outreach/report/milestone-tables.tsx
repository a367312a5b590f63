import { Table } from '@mantine/core';
import type { CampaignMilestoneReport } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { FigureButton } from './figure-button.tsx';
import classes from './milestone.module.css';
import { nameOfPoint } from './milestone-words.ts';

type Point = CampaignMilestoneReport['points'][number];
type Milestones = CampaignMilestoneReport['milestones'];
type TimesProps = { points: readonly Point[]; milestones: Milestones; onOpen: (point: Point, milestone: string) => void };

/** Numbers of the chart, for the keyboard: each opens its recipients. */
export function MilestoneTimes({ points, milestones, onOpen }: TimesProps) {
  const say = useWords(campaignWords.milestone);
  if (points.length === 0) return null;
  return (
    <details className={classes.fold}>
      <summary>{say('numbers')}</summary>
      <Numbers
        label={say('overTime')}
        head={say('when')}
        milestones={milestones}
        rows={points.map((point) => ({ key: nameOfPoint(point), name: nameOfPoint(point), counts: point.counts, of: point }))}
        onOpen={({ of }, milestone) => onOpen(of, milestone)}
      />
    </details>
  );
}

type IterationsProps = { report: CampaignMilestoneReport; onOpen: (activityId: string, milestone: string) => void };

/** The milestones of each iteration. */
export function MilestoneIterations({ report: { activities, milestones }, onOpen }: IterationsProps) {
  const say = useWords(campaignWords.milestone);
  return (
    <Panel title={say('byIteration')}>
      <Numbers
        label={say('byIteration')}
        head={say('iteration')}
        first={say('sent')}
        milestones={milestones}
        rows={activities.map(({ activityId, number, name, sent, counts }) => ({
          key: activityId,
          name: `#${number} ${name}`,
          first: sent,
          counts,
          of: activityId,
        }))}
        onOpen={({ of }, milestone) => onOpen(of, milestone)}
      />
    </Panel>
  );
}

type Row<T> = { key: string; name: string; first?: number; counts: readonly number[]; of: T };
type NumbersProps<T> = {
  label: string;
  head: string;
  first?: string;
  milestones: Milestones;
  rows: readonly Row<T>[];
  onOpen: (row: Row<T>, milestone: string) => void;
};

function Numbers<T>({ label, head, first, milestones, rows, onOpen }: NumbersProps<T>) {
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            {first === undefined ? null : <Table.Th ta="end">{first}</Table.Th>}
            {milestones.map(({ id, name }) => (
              <Table.Th key={id} ta="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row">{row.name}</Table.Th>
              {row.first === undefined ? null : (
                <Table.Td ta="end" className="tabular">
                  {formatNumber(row.first)}
                </Table.Td>
              )}
              {milestones.map(({ id, name }, place) => (
                <Table.Td key={id} ta="end">
                  <FigureButton
                    what={`${row.name}, ${name}`}
                    shown={formatNumber(row.counts[place] ?? 0)}
                    count={row.counts[place] ?? 0}
                    onOpen={() => onOpen(row, id)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
