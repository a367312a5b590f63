import { Drawer, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core';
import { explainedMilestoneMeasures, type MilestoneExplanation, type MilestonePart } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatDayWords, formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { milestoneExplainQuery } from './milestone.queries.ts';
import { describeTime, type SayMilestone } from './milestone-words.ts';

type Measure = MilestoneExplanation['measure'];
type ExplainMilestoneProps = {
  campaignId: string;
  activityId: string;
  milestone: { id: string; name: string };
  onClose: () => void;
};

/** The parts of the recipients that made a milestone's figure another than in the iteration before. */
export function ExplainMilestone({ campaignId, activityId, milestone: { id, name }, onClose }: ExplainMilestoneProps) {
  const say = useWords(campaignWords.milestone);
  const [measure, setMeasure] = useState<Measure>('milestone.share');
  const found = useQuery(milestoneExplainQuery(campaignId, { activityId, milestone: id, measure }));
  return (
    <Drawer opened onClose={onClose} position="right" size={680} title={`${say('explainTitle')}: ${name}`}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={say('measure')}
          value={measure}
          data={explainedMilestoneMeasures.map((value) => ({ value, label: say(`measure_${value}`) }))}
          onChange={(next) => setMeasure(next as Measure)}
        />
        {found.error && !found.data ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <Skeleton height={220} radius="md" />
        ) : (
          <Found key={measure} found={found.data} />
        )}
      </Stack>
    </Drawer>
  );
}

const show = (measure: Measure, { value, count }: { value: number | null; count: number }, say: SayMilestone): string => {
  if (measure === 'milestone.timeMedian') return describeTime(value, say);
  if (measure === 'milestone.reached') return formatNumber(count);
  return value === null ? '–' : formatShare(value);
};

function Found({ found }: { found: MilestoneExplanation }) {
  const say = useWords(campaignWords.milestone);
  const [chosen, setChosen] = useState<MilestonePart>();
  const { measure, before, after, above, properties } = found;
  const property = properties.find(({ by }) => by === chosen) ?? properties[0];
  const isShare = measure === 'milestone.share';
  const showChange = (change: number) => `${change > 0 ? '+' : ''}${isShare ? formatShare(change) : formatNumber(change)}`;
  const cell = measure === 'milestone.timeMedian' && above !== null ? 'milestone.reached' : measure;
  return (
    <>
      <Text className="tabular" fw={600}>
        {show(measure, before, say)} → {show(measure, after, say)}
      </Text>
      {found.isTooFew || !property ? (
        <EmptyState
          title={say(found.isTooFew ? 'explainTooFew' : 'explainNothing')}
          text={say(found.isTooFew ? 'explainTooFewText' : 'explainNothingText')}
        />
      ) : (
        <>
          {above === null ? null : (
            <Text size="sm" c="dimmed">
              {say('explainAbove', { time: describeTime(above, say) })}
            </Text>
          )}
          <SegmentedControl
            aria-label={say('part')}
            value={property.by}
            data={properties.map(({ by }) => ({ value: by, label: say(`by_${by}`) }))}
            onChange={(by) => setChosen(by as MilestonePart)}
          />
          <Table aria-label={say(`by_${property.by}`)} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('part')}</Table.Th>
                <Table.Th ta="end">{say('was')}</Table.Th>
                <Table.Th ta="end">{say('is')}</Table.Th>
                <Table.Th ta="end">{say('change')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="tabular">
              {property.parts.map((part) => (
                <Table.Tr key={part.key}>
                  <Table.Th scope="row">{nameOfPart(property.by, part.key, say)}</Table.Th>
                  <Table.Td ta="end">{show(cell, part.before, say)}</Table.Td>
                  <Table.Td ta="end">{show(cell, part.after, say)}</Table.Td>
                  <Table.Td ta="end">{showChange(part.change)}</Table.Td>
                </Table.Tr>
              ))}
              {property.others.parts === 0 ? null : (
                <Table.Tr>
                  <Table.Th scope="row">{say('others', { count: property.others.parts })}</Table.Th>
                  <Table.Td />
                  <Table.Td />
                  <Table.Td ta="end">{showChange(property.others.change)}</Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
          </Table>
        </>
      )}
    </>
  );
}

function nameOfPart(by: MilestonePart, key: string, say: SayMilestone): string {
  if (by === 'road') return say(key === 'fallback' ? 'road_fallback' : 'road_first');
  if (by === 'hour') return `${key.padStart(2, '0')}:00`;
  // The first of January 2024 was a Monday.
  if (by === 'weekday') return formatDayWords(`2024-01-0${key}`, { weekday: 'long' });
  return key === '0' ? say('content_0') : say('content_n', { letter: String.fromCharCode(64 + Number(key)) });
}
