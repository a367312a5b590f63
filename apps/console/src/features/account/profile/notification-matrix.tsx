import { Switch, Text, VisuallyHidden } from '@mantine/core';
import { type NotificationPreference, type NotificationWay, notificationWays } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { notificationWords } from '../../../locales/notification.ts';
import classes from './notification-matrix.module.css';

type Props = {
  kinds: readonly NotificationPreference[];
  onChange: (kind: NotificationPreference['kind'], way: NotificationWay, isOn: boolean) => void;
};

/** Kinds down, ways across; on a phone each kind is a card with its ways in it. */
export function NotificationMatrix({ kinds, onChange }: Props) {
  const say = useWords(notificationWords.settings);
  const sayWay = useWords(notificationWords.way);
  return (
    <table className={classes.table} aria-label={say('table')}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">
            <VisuallyHidden>{say('table')}</VisuallyHidden>
          </th>
          {notificationWays.map((way) => (
            <th key={way} scope="col" className={classes.way}>
              {sayWay(way)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((row) => (
          <KindRow key={row.kind} row={row} onChange={(way, isOn) => onChange(row.kind, way, isOn)} />
        ))}
      </tbody>
    </table>
  );
}

function KindRow({
  row: { kind, ways, isRequired, isPushOnly },
  onChange,
}: {
  row: NotificationPreference;
  onChange: (way: NotificationWay, isOn: boolean) => void;
}) {
  const say = useWords(notificationWords.settings);
  const sayWay = useWords(notificationWords.way);
  const name = useWords(notificationWords.kind)(kind);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.kind}>
        {name}
        {isRequired || isPushOnly ? (
          <Text size="xs" c="dimmed" fw={400}>
            {say(isRequired ? 'required' : 'pushOnly')}
          </Text>
        ) : null}
      </th>
      {notificationWays.map((way) => (
        <td key={way} className={classes.cell}>
          <span className={classes.label} aria-hidden>
            {sayWay(way)}
          </span>
          <Switch
            size="sm"
            aria-label={say('cell', { kind: name, way: sayWay(way) })}
            // A sound comes with the list, and is none without it.
            disabled={(way === 'sound' && !ways.inApp) || (isPushOnly && way !== 'push')}
            checked={ways[way] && (way !== 'sound' || ways.inApp)}
            onChange={(event) => onChange(way, event.currentTarget.checked)}
          />
        </td>
      ))}
    </tr>
  );
}
