import type { Permission } from '@parley/contract';
import type { ReactNode } from 'react';
import classes from './may.module.css';
import { useCan } from './me.ts';

export type MayProps = { any: readonly Permission[]; children: ReactNode };

/** Shows its children only to holders of one of the permissions, such as a button whose call the server would refuse to others. */
export function May({ any, children }: MayProps) {
  return useCan(any) ? children : null;
}

/** Fields that everybody reads, and holders of one of the permissions change. */
export function MayChange({ any, children }: MayProps) {
  return (
    <fieldset className={classes.fields} disabled={!useCan(any)}>
      {children}
    </fieldset>
  );
}
