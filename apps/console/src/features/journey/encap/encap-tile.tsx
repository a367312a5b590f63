import { Button, Text } from '@mantine/core';
import { type EncapItem, encapEditors } from '@parley/contract';
import { IconPencil, IconWindow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { Tile } from '../../../components/tile.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { encapDesignerLink } from '../shared/designer-link.ts';
import classes from '../shared/stream.module.css';
import { EncapStanding } from './encap-standing.tsx';

/** One encap of the list; its name opens it, what is done with it stands apart. */
export function EncapTile({ encap, actions }: { encap: EncapItem; actions: readonly RowAction[] }) {
  const say = useWords(encapWords.list);
  const canEdit = useCan(encapEditors);
  return (
    <Tile
      icon={IconWindow}
      label={encap.name}
      name={
        <Link to="/encaps/$encapId" params={{ encapId: encap.id }} className={classes.link}>
          {encap.name}
        </Link>
      }
      standing={
        <div className={classes.standing}>
          <EncapStanding {...encap} />
        </div>
      }
      menu={actions.length > 0 ? <RowMenu label={say('actionsOf', { name: encap.name })} actions={actions} /> : null}
    >
      <dl className={classes.figures} data-wide>
        {(['launches', 'opened', 'completed'] as const).map((figure) => (
          <div key={figure}>
            <dt>{say(figure)}</dt>
            <dd>{formatNumber(encap[figure])}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.tileFoot}>
        <Text size="xs" c="dimmed" className={classes.updated}>
          <time dateTime={encap.updatedOn}>{formatReportDate(encap.updatedOn)}</time>
          {encap.updatedBy === '' ? '' : ` · ${encap.updatedBy}`}
        </Text>
        {canEdit ? (
          <Button
            renderRoot={(props) => <Link {...encapDesignerLink(encap.id)} {...props} />}
            size="xs"
            variant="light"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={say('editOf', { name: encap.name })}
          >
            {say('edit')}
          </Button>
        ) : null}
      </div>
    </Tile>
  );
}
