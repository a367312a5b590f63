import { Badge, Text } from '@mantine/core';
import type { JourneyRule } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table.tsx';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { usePausedReason } from './paused-by.tsx';
import { useRuleText } from './rule-text.ts';
import classes from './rules.module.css';
import { ScheduleRuns } from './schedule-runs.tsx';

/** @param isOfOne for the rules of one stream, whose name stands above already */
export function useRuleColumns(isOfOne: boolean, toActions: (rule: JourneyRule) => RowAction[]): DataColumn<JourneyRule>[] {
  const say = useWords(journeyWords.entry);
  const sayCommon = useWords(journeyWords.common);
  const toRule = useRuleText();
  const toReason = usePausedReason();
  return [
    ...(isOfOne
      ? []
      : [
          {
            id: 'item',
            header: say('item'),
            isHideable: false,
            cell: (row: JourneyRule) => (
              <Link
                to="/journey/workspace/$journeyId"
                params={{ journeyId: row.journeyId }}
                search={{ tab: 'rules' }}
                className={classes.link}
              >
                {row.journeyName}
              </Link>
            ),
          },
        ]),
    {
      id: 'version',
      header: say('version'),
      isOneLine: true,
      cell: (row) => (
        <>
          {row.version}
          {row.version < row.newestVersion ? (
            <Text size="xs" c="dimmed">
              {say('newer', { version: row.newestVersion })}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      id: 'channel',
      header: say('channel'),
      cell: (row) => (
        <>
          {row.channelName}
          <Text size="xs" c="dimmed">
            {channelTypeName(row.channelType)}
          </Text>
        </>
      ),
    },
    {
      id: 'rule',
      header: say('rule'),
      cell: (row) => (
        <>
          {toRule(row)}
          {row.kind === 'schedule' ? <ScheduleRuns {...row} /> : null}
        </>
      ),
    },
    {
      id: 'environment',
      header: say('environment'),
      cell: (row) => (
        <Badge color={row.environment === 'production' ? 'blue' : 'grape'} variant="outline" miw="max-content">
          {say(row.environment)}
        </Badge>
      ),
    },
    {
      id: 'active',
      header: say('active'),
      cell: (row) => (
        <>
          <Badge color={row.isActive ? (row.isPaused ? 'yellow' : 'green') : 'gray'} miw="max-content">
            {row.isActive && row.isPaused ? sayCommon('state_PAUSED') : say(row.isActive ? 'on' : 'off')}
          </Badge>
          {row.isActive && row.pausedBy ? (
            <Text size="xs" c="dimmed">
              {toReason(row.pausedBy)}
            </Text>
          ) : null}
        </>
      ),
    },
    { id: 'since', header: say('since'), isOneLine: true, cell: (row) => formatReportDate(row.since) },
    { id: 'by', header: say('by'), cell: (row) => row.by || '–' },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => {
        const actions = toActions(row);
        return actions.length === 0 ? null : (
          <RowMenu label={say('actionsOf', { rule: toRule(row), channel: row.channelName })} actions={actions} />
        );
      },
    },
  ];
}
