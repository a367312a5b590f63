import { Anchor, Text } from '@mantine/core';
import { type FormItem, formEditors } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatLanguage, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useCan } from '../../account/shared/me.ts';
import streamClasses from '../shared/stream.module.css';
import { UsedIn } from '../shared/used-in.tsx';
import classes from './form.module.css';
import { formDesignerPath } from './form-link.ts';
import { FormStanding } from './form-standing.tsx';
import { allActions, type FormActions } from './use-form-menu.ts';

export function useFormColumns(toActions: (form: FormItem) => FormActions): DataColumn<FormItem>[] {
  const say = useWords(formWords.list);
  const canEdit = useCan(formEditors);
  return [
    {
      id: 'name',
      header: say('name'),
      isHideable: false,
      cell: (row) => (
        <div className={streamClasses.nameCell}>
          <Link to="/encaps/forms/$formId" params={{ formId: row.id }} className={streamClasses.link}>
            {row.name}
          </Link>
          {row.pageUrl === '' ? null : (
            <Text size="xs" c="dimmed">
              <Anchor href={row.pageUrl} target="_blank" rel="noreferrer" size="xs" className={classes.nowrap ?? ''}>
                {say('pageIsOpen')}
              </Anchor>
            </Text>
          )}
        </div>
      ),
    },
    { id: 'state', header: say('state'), cell: (row) => <FormStanding {...row} /> },
    {
      id: 'size',
      header: say('size'),
      cell: ({ screens, fields }) => (
        <span className={classes.nowrap}>
          {say('screenCount', { count: screens })}, {say('fieldCount', { count: fields })}
        </span>
      ),
    },
    { id: 'languages', header: say('languages'), cell: ({ languages }) => languages.map((one) => formatLanguage(one)).join(', ') },
    { id: 'opened', header: say('opened'), align: 'end', cell: ({ opened }) => formatNumber(opened) },
    { id: 'answered', header: say('answered'), align: 'end', cell: ({ answered }) => formatNumber(answered) },
    { id: 'usedIn', header: say('usedIn'), cell: (row) => <UsedIn usedIn={row.usedIn} /> },
    {
      id: 'updated',
      header: say('updated'),
      isOneLine: true,
      cell: (row) => (
        <div>
          {formatReportDate(row.updatedOn)}
          {row.updatedBy === '' ? null : (
            <Text size="xs" c="dimmed">
              {row.updatedBy}
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
        const actions = allActions(toActions(row));
        return (
          <div className={streamClasses.rowActions}>
            {canEdit ? (
              <Link to={formDesignerPath(row.id)} className={streamClasses.link} aria-label={say('editOf', { name: row.name })}>
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
