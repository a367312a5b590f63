import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isCurrentEntry, type MenuGroup } from './menu-config.ts';
import classes from './section-strip.module.css';

/** The pages of the current group, as links above the screen. */
export function SectionStrip({ group }: { group: MenuGroup }) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={classes.strip} aria-label={t('shell.sectionLinks', { group: t(`menu.${group.id}`) })}>
      <span className={classes.group}>{t(`menu.${group.id}`)}</span>
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
            {t(`menu.${entry.label}`)}
          </Link>
        );
      })}
    </nav>
  );
}
