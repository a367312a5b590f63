import { Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table.tsx';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { designerLink } from '../shared/designer-link.ts';
import { JourneyStanding } from '../shared/journey-state.tsx';
import { useRuleText } from '../shared/rule-text.ts';
import classes from '../shared/stream.module.css';
import { completionOf } from './completion.ts';
import { RunningLink } from './running-link.tsx';

export function useJourneyColumns(toActions: (journey: JourneyItem) => RowAction[]): DataColumn<JourneyItem>[] {
  const say = useWords(journeyWords.list);
  const toRule = useRuleText();
  return [
    {
      id: 'name',
      header: say('name'),
      isHideable: false,
      cell: (row) => (
        <div className={classes.nameCell}>
          <Link to="/journey/workspace/$journeyId" params={{ journeyId: row.id }} className={classes.link}>
            {row.name}
          </Link>
          {row.folder === '' ? null : (
            <Text size="xs" c="dimmed">
              {row.folder}
            </Text>
          )}
        </div>
      ),
    },
    { id: 'version', header: say('version'), align: 'end', cell: (row) => (row.version === 0 ? '–' : row.version) },
    { id: 'state', header: say('state'), cell: (row) => <JourneyStanding {...row} /> },
    {
      id: 'entries',
      header: say('entries'),
      cell: (row) => {
        const [first, ...more] = row.entries.map((rule) => `${toRule(rule)} · ${rule.channelName}`);
        if (first === undefined) return '–';
        return (
          <div className={classes.nameCell} title={[first, ...more].join('\n')}>
            {first}
            {more.length > 0 ? ` ${say('moreEntries', { count: more.length })}` : ''}
          </div>
        );
      },
    },
    { id: 'running', header: say('running'), align: 'end', cell: (row) => <RunningLink journey={row} /> },
    { id: 'completion', header: say('completion'), align: 'end', isOneLine: true, cell: completionOf },
    { id: 'editor', header: say('editor'), cell: (row) => row.updatedBy || '–' },
    { id: 'updated', header: say('updated'), isOneLine: true, cell: (row) => formatReportDate(row.updatedOn) },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => (
        <div className={classes.rowActions}>
          <Link {...designerLink(row.id)} className={classes.link} aria-label={say('openDesignerOf', { name: row.name })}>
            {say('designer')}
          </Link>
          <RowMenu label={say('actionsOf', { name: row.name })} actions={toActions(row)} />
        </div>
      ),
    },
  ];
}
