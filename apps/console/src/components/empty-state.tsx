import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** Says what an empty place is for, and offers the one action that fills it. */
export function EmptyState({
  icon: StateIcon,
  title,
  text,
  action,
  order = 3,
}: {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  order?: 2 | 3 | 4;
}) {
  return (
    <Stack align="center" gap={6} className={classes.state}>
      {StateIcon ? (
        <span className={classes.emblem} aria-hidden>
          <StateIcon size={22} stroke={1.6} />
        </span>
      ) : null}
      <Title order={order}>{title}</Title>
      {text ? (
        <Text c="dimmed" size="sm" ta="center" maw={420}>
          {text}
        </Text>
      ) : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </Stack>
  );
}
