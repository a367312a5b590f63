import type { FormItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { designerLink } from './designer-link.ts';
import classes from './stream.module.css';

const mostShown = 3;

/** The first streams that ask with a form, as links to their drawings; the number of the others. */
export function UsedIn({ usedIn }: Pick<FormItem, 'usedIn'>) {
  if (usedIn.length === 0) return '–';
  const more = usedIn.length - mostShown;
  return (
    <div className={classes.uses} title={usedIn.map(({ name }) => name).join('\n')}>
      {usedIn.slice(0, mostShown).map(({ id, name }) => (
        <Link key={id} {...designerLink(id)} className={classes.link}>
          {name}
        </Link>
      ))}
      {more > 0 ? <span>+{more}</span> : null}
    </div>
  );
}
