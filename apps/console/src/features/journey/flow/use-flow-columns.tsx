import { Badge, Text } from '@mantine/core';
import { type FlowItem, formReaders } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table.tsx';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import { useCan } from '../../account/shared/me.ts';
import streamClasses from '../shared/stream.module.css';
import { UsedIn } from '../shared/used-in.tsx';
import classes from './flow.module.css';
import { FlowStanding } from './flow-standing.tsx';

export function useFlowColumns(toActions: (flow: FlowItem) => RowAction[]): DataColumn<FlowItem>[] {
  const say = useWords(flowWords.list);
  const canRead = useCan(formReaders);
  return [
    {
      id: 'name',
      header: say('name'),
      isHideable: false,
      cell: ({ formId, name, number, newest }) => (
        <div className={classes.name}>
          {canRead ? (
            <Link to="/encaps/forms/$formId" params={{ formId }} className={streamClasses.link}>
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
          <Text size="xs" c="dimmed">
            {number === 0 ? say('noVersion') : say('version', { number })}
            {newest > number ? ` · ${say('newer', { number: newest })}` : ''}
          </Text>
        </div>
      ),
    },
    {
      id: 'channel',
      header: say('channel'),
      cell: ({ channelName, environment }) =>
        channelName === '' ? (
          <Text size="sm" c="dimmed">
            {say('onNone')}
          </Text>
        ) : (
          <span>
            {channelName}{' '}
            {environment === 'sandbox' ? (
              <Badge component="span" size="sm" color="gray">
                {say('sandbox')}
              </Badge>
            ) : null}
          </span>
        ),
    },
    { id: 'screens', header: say('screens'), align: 'end', cell: ({ screens }) => formatNumber(screens) },
    { id: 'state', header: say('state'), cell: (row) => <FlowStanding {...row} /> },
    { id: 'mode', header: say('mode'), cell: ({ mode }) => say(`mode_${mode}`) },
    { id: 'usedIn', header: say('usedIn'), cell: (row) => <UsedIn usedIn={row.usedIn} /> },
    { id: 'updated', header: say('updated'), isOneLine: true, cell: ({ updatedOn }) => formatReportDate(updatedOn) },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => <RowMenu label={say('actionsOf', { name: row.name })} actions={toActions(row)} />,
    },
  ];
}
