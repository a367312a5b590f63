import { Text } from '@mantine/core';
import { type EncapItem, encapEditors } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table.tsx';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { encapDesignerLink } from '../shared/designer-link.ts';
import streamClasses from '../shared/stream.module.css';
import { EncapStanding } from './encap-standing.tsx';

export function useEncapColumns(toActions: (encap: EncapItem) => RowAction[]): DataColumn<EncapItem>[] {
  const say = useWords(encapWords.list);
  const canEdit = useCan(encapEditors);
  return [
    {
      id: 'name',
      header: say('name'),
      isHideable: false,
      cell: ({ id, name }) => (
        <div className={streamClasses.nameCell}>
          <Link to="/encaps/$encapId" params={{ encapId: id }} className={streamClasses.link}>
            {name}
          </Link>
        </div>
      ),
    },
    { id: 'state', header: say('state'), cell: (row) => <EncapStanding {...row} /> },
    { id: 'launches', header: say('launches'), align: 'end', cell: ({ launches }) => formatNumber(launches) },
    { id: 'opened', header: say('opened'), align: 'end', cell: ({ opened }) => formatNumber(opened) },
    { id: 'completed', header: say('completed'), align: 'end', cell: ({ completed }) => formatNumber(completed) },
    {
      id: 'updated',
      header: say('updated'),
      isOneLine: true,
      cell: ({ updatedOn, updatedBy }) => (
        <div>
          {formatReportDate(updatedOn)}
          {updatedBy === '' ? null : (
            <Text size="xs" c="dimmed">
              {updatedBy}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => {
        const actions = toActions(row);
        return (
          <div className={streamClasses.rowActions}>
            {canEdit ? (
              <Link {...encapDesignerLink(row.id)} className={streamClasses.link} aria-label={say('editOf', { name: row.name })}>
                {say('edit')}
              </Link>
            ) : null}
            {actions.length === 0 ? null : <RowMenu label={say('actionsOf', { name: row.name })} actions={actions} />}
          </div>
        );
      },
    },
  ];
}
