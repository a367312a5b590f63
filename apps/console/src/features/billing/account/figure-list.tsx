import type { ReactNode } from 'react';
import classes from './billing.module.css';

export type Figure = { label: string; value: ReactNode; hint?: string };

/** Figures with what they are, as many beside each other as fit. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {hint ? <small>{hint}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
