import { Link, useRouterState } from '@tanstack/react-router';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { isCurrentEntry, type MenuGroup } from './menu-config.ts';
import classes from './section-strip.module.css';

/** The pages of the current group, as links above the screen. */
export function SectionStrip({ group }: { group: MenuGroup }) {
  const say = useWords(shellWords.menu);
  const sayFrame = useWords(shellWords.frame);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // A page that is called like its group says the name already.
  const hasGroupName = group.entries.every(({ label }) => label !== group.id);
  return (
    <nav className={classes.strip} aria-label={sayFrame('sectionLinks', { group: say(group.id) })}>
      {hasGroupName ? <span className={classes.group}>{say(group.id)}</span> : null}
      {group.entries.map((entry) => {
        const isHere = isCurrentEntry(entry, pathname);
        return (
          <Link
            key={entry.path}
            to={entry.path}
            className={classes.link}
            data-current={isHere || undefined}
            aria-current={isHere ? 'page' : undefined}
          >
            {say(entry.label)}
          </Link>
        );
      })}
    </nav>
  );
}
