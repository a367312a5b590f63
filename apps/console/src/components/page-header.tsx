import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** The heading of a screen: what it is, what for, and what can be done here. */
export function PageHeader({ title, subtitle, actions }: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.header}>
      <div className={classes.headerWords}>
        <Title order={1}>{title}</Title>
        {subtitle ? (
          <Text c="dimmed" size="sm" mt={2}>
            {subtitle}
          </Text>
        ) : null}
      </div>
      {actions ? <div className={classes.headerActions}>{actions}</div> : null}
    </header>
  );
}
