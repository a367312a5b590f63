import { Badge, Tooltip } from '@mantine/core';
import { channelTypes, type RichCard } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatRelative, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { channelTypeName } from '../shared/channel-type-name.ts';
import classes from './card.module.css';

/** Types of channels with cards of their own; all others get its words. */
const rowTypes = [channelTypes.RCS, channelTypes.WEB, channelTypes.FACEBOOK_MESSENGER, channelTypes.INSTAGRAM];
const cardTypes = [...rowTypes, channelTypes.WHATSAPP, channelTypes.TELEGRAM];

export function useCardColumns(onRemove: (card: RichCard) => void): DataColumn<RichCard>[] {
  const say = useWords(channelWords.card);
  const mayDelete = useCan(['RICHCARDS.DELETE']);
  return useMemo(
    () => [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (row) => (
          <Link to="/admin/richcard/$cardId" params={{ cardId: row.id }} className={classes.link}>
            {row.name}
          </Link>
        ),
      },
      {
        id: 'kind',
        header: say('kind'),
        cell: (row) => (row.kind === 'card' ? say('card') : say('cardsCount', { count: row.cards.length })),
      },
      {
        id: 'channels',
        header: say('channels'),
        cell: (row) => (row.kind === 'card' ? cardTypes : rowTypes).map(channelTypeName).join(', '),
      },
      {
        id: 'usedIn',
        header: say('usedIn'),
        cell: (row) =>
          row.usedIn.length === 0 ? (
            '–'
          ) : (
            <Tooltip label={row.usedIn.map(({ name }) => name).join(', ')}>
              <span>
                {say('usedCount', { count: row.usedIn.length })}
                {row.olderIn > 0 ? (
                  <Badge ms={6} size="sm" color="yellow" variant="light">
                    {say('olderIn', { count: row.olderIn })}
                  </Badge>
                ) : null}
              </span>
            </Tooltip>
          ),
      },
      {
        id: 'updated',
        header: say('updated'),
        isOneLine: true,
        cell: (row) => (
          <time dateTime={row.updatedAt} title={[formatReportDate(row.updatedAt), row.updatedBy].filter(Boolean).join(' · ')}>
            {formatRelative(row.updatedAt)}
          </time>
        ),
      },
      ...(mayDelete
        ? [
            {
              id: 'actions',
              header: say('actions'),
              isPinned: true,
              isHideable: false,
              width: 60,
              cell: (row: RichCard) => (
                <RowMenu
                  label={say('actionsOf', { name: row.name })}
                  actions={[{ label: say('delete'), isDangerous: true, onClick: () => onRemove(row) }]}
                />
              ),
            },
          ]
        : []),
    ],
    [say, onRemove, mayDelete],
  );
}
