import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import type { MonitorSearch } from '../shared/monitor.search.ts';

type FigureFilterProps = { search: MonitorSearch; nodes: readonly { value: string; label: string }[]; onClear: () => void };

/** The figure of a report whose walks are shown, until it is cleared. */
export function FigureFilter({ search, nodes, onClear }: FigureFilterProps) {
  const say = useWords(journeyWords.monitor);
  const sayReport = useWords(streamReportWords.report);
  const { startedFrom, startedTo, environment, ending, withoutAgent, passage, passedNode, milestone } = search;
  const range = [startedFrom, startedTo].map((at) => (at === '' ? '' : formatReportDate(at))).join(' – ');
  const node = nodes.find(({ value }) => value === passedNode)?.label ?? passedNode;
  const what = [
    ending === '' ? '' : sayReport(`ending_${ending}`),
    withoutAgent ? sayReport('withoutAgent') : '',
    passage === '' ? '' : `${node}: ${sayReport(`passage_${passage}`)}`,
    milestone === '' ? '' : sayReport('milestones'),
    environment === '' ? '' : sayReport(`environment_${environment}`),
    say('begunWithin', { range, interpolation: { escapeValue: false } }),
  ]
    .filter(Boolean)
    .join(', ');
  const words = { what, interpolation: { escapeValue: false } };
  return (
    <Button variant="light" rightSection={<IconX size={14} aria-hidden />} aria-label={say('anyReport', words)} onClick={onClear}>
      {say('ofReport', words)}
    </Button>
  );
}
