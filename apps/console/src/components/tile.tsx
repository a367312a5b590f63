import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './tile.module.css';

export type TileProps = {
  icon: Icon;
  /** Its name, which leads to it */
  name: ReactNode;
  /** Names the tile for those who do not see it, where it is more than one link. */
  label?: string;
  /** Shown below the name */
  standing?: ReactNode;
  menu?: ReactNode;
  children: ReactNode;
};

/** Class of a list of tiles. */
export const tileList = classes.list;

/** One record of a list as a card: emblem, name and menu at its head, what is to be known of it below. */
export function Tile({ icon: Emblem, name, label, standing, menu, children }: TileProps) {
  return (
    <article className={classes.tile} aria-label={label}>
      <div className={classes.head} data-tall={standing !== undefined || undefined}>
        <span className={classes.emblem} aria-hidden>
          <Emblem size={18} stroke={1.7} />
        </span>
        <div className={classes.title}>
          <h2 className={classes.name}>{name}</h2>
          {standing}
        </div>
        {menu ? <div className={classes.menu}>{menu}</div> : null}
      </div>
      {children}
    </article>
  );
}
