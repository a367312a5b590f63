import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

export type PanelProps = { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A framed part of a screen, named by its heading. */
export function Panel({ title, text, actions, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title}>{title}</h2>
          {text ? (
            <Text component="div" size="xs" c="dimmed" mt={2}>
              {text}
            </Text>
          ) : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
