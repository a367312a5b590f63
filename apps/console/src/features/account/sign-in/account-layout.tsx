import { ActionIcon, Anchor, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { i18next, setLanguage } from '../../../lib/i18n.ts';
import { languages } from '../../../lib/languages.ts';
import { useWords } from '../../../lib/words.ts';
import { shellWords } from '../../../locales/shell.ts';
import { useBrand } from '../shared/brand.ts';
import { BrandMark } from '../shared/brand-mark.tsx';
import classes from './account.module.css';
import { PromoBanner } from './promo-banner.tsx';

/** The card beside the banner: sign in, sign up, and the password screens. */
export function AccountLayout() {
  const say = useWords(shellWords.frame);
  const brand = useBrand();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <div className={classes.page}>
      <PromoBanner slides={brand.banner} brand={brand.info.title} />
      <div className={classes.side}>
        <header className={classes.top}>
          <BrandMark />
          <div className={classes.tools}>
            {languages.map(({ code, name }) => (
              <button
                key={code}
                type="button"
                lang={code}
                className={classes.language}
                aria-pressed={i18next.language === code}
                onClick={() => void setLanguage(code)}
              >
                {name}
              </button>
            ))}
            <ActionIcon aria-label={say(isDark ? 'light' : 'dark')} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
              {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
            </ActionIcon>
          </div>
        </header>
        <main className={classes.main} tabIndex={-1}>
          <div className={classes.card}>
            <Outlet />
          </div>
        </main>
        <footer className={classes.foot}>
          {brand.info.supportContact.includes('@') ? (
            <Anchor href={`mailto:${brand.info.supportContact}`}>{brand.info.supportContact}</Anchor>
          ) : (
            brand.info.supportContact
          )}
        </footer>
      </div>
    </div>
  );
}
