import { ActionIcon, Badge, Menu, Text, Tooltip } from '@mantine/core';
import { formatOf, type Template } from '@parley/contract';
import { IconCopy, IconDots, IconEdit, IconEye, IconFlag, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatRelative, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './template.module.css';
import { statusColors } from './template-status.ts';

export type TemplateAction = 'copy' | 'status' | 'delete';

const builder = '/admin/messageTemplate/whatsapp/$templateId' as const;

export function useTemplateColumns(onAction: (template: Template, action: TemplateAction) => void): DataColumn<Template>[] {
  const say = useWords(channelWords.template);
  const canCreate = useCan(['MSG_TEMPLATES.CREATE']);
  const canEdit = useCan(['MSG_TEMPLATES.EDIT']);
  const canDelete = useCan(['MSG_TEMPLATES.DELETE']);
  return useMemo(
    () => [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (row) => (
          <div className={classes.name}>
            <Link to={builder} params={{ templateId: row.id }} className={classes.link}>
              {row.name}
            </Link>
            <Text size="xs" c="dimmed">
              {row.channelName}
              {row.replacesId === '' ? '' : ` · ${say('newVersion')}`}
            </Text>
          </div>
        ),
      },
      { id: 'language', header: say('language'), cell: (row) => row.language },
      { id: 'category', header: say('category'), cell: (row) => row.category },
      { id: 'format', header: say('format'), cell: (row) => say(formatOf(row.components)) },
      {
        id: 'status',
        header: say('status'),
        cell: (row) => (
          <Tooltip label={row.statusReason} disabled={row.statusReason === ''}>
            <Badge color={statusColors[row.status]}>{say(row.status)}</Badge>
          </Tooltip>
        ),
      },
      { id: 'quality', header: say('quality'), cell: (row) => row.quality || '–' },
      {
        id: 'usedIn',
        header: say('usedIn'),
        cell: (row) =>
          row.usedIn.length === 0 ? (
            '–'
          ) : (
            <Tooltip label={row.usedIn.join(', ')}>
              <span>{say('usedCount', { count: row.usedIn.length })}</span>
            </Tooltip>
          ),
      },
      {
        id: 'lastSent',
        header: say('lastSent'),
        isOneLine: true,
        cell: (row) => (row.lastSentAt ? formatReportDate(row.lastSentAt) : '–'),
      },
      {
        id: 'updated',
        header: say('updated'),
        isOneLine: true,
        cell: (row) => (
          <time dateTime={row.updatedAt} title={formatReportDate(row.updatedAt)}>
            {formatRelative(row.updatedAt)}
          </time>
        ),
      },
      {
        id: 'actions',
        header: say('actions'),
        isPinned: true,
        isHideable: false,
        width: 60,
        cell: (row) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={say('actionsOf', { name: row.name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component={Link}
                to={builder}
                params={{ templateId: row.id } as never}
                leftSection={canEdit ? <IconEdit size={14} /> : <IconEye size={14} />}
              >
                {say(canEdit ? 'edit' : 'view')}
              </Menu.Item>
              {canCreate ? (
                <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => onAction(row, 'copy')}>
                  {say('copy')} · {say('addLanguage')}
                </Menu.Item>
              ) : null}
              {canEdit && row.isManual ? (
                <Menu.Item leftSection={<IconFlag size={14} />} onClick={() => onAction(row, 'status')}>
                  {say('setStatus')}
                </Menu.Item>
              ) : null}
              {canDelete ? (
                <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => onAction(row, 'delete')}>
                  {say('delete')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ),
      },
    ],
    [say, onAction, canCreate, canEdit, canDelete],
  );
}
