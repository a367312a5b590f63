import { screens } from '@parley/contract';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconKeyboard, IconLanguage, IconLogout, IconMoon, IconPalette, IconSearch, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { i18next, languages } from '../../lib/i18n.ts';
import { useMayOpen, useMe } from '../account/shared/me.ts';
import type { MenuGroup } from './menu-config.ts';
import { chooseLanguage, signOut } from './session-actions.ts';

/** Places and actions by name. Every button of the shell has its entry here. */
export function CommandPalette({ groups, onShowShortcuts }: { groups: MenuGroup[]; onShowShortcuts: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  const canBrand = useMayOpen(screens.branding);
  const { setColorScheme } = useMantineColorScheme();
  const go = (to: string) => () => void navigate({ to });

  const places: SpotlightActionData[] = groups.flatMap((group) =>
    group.entries.map((entry) => ({
      id: entry.path,
      label: t(`menu.${entry.label}`),
      description: entry.label === group.id ? '' : t(`menu.${group.id}`),
      leftSection: <group.icon size={18} stroke={1.6} />,
      onClick: go(entry.path),
    })),
  );
  places.push({
    id: 'profile',
    label: t('profile.title'),
    leftSection: <IconUser size={18} stroke={1.6} />,
    onClick: go(screens.profile.path),
  });
  if (canBrand)
    places.push({
      id: 'branding',
      label: t('menu.branding'),
      leftSection: <IconPalette size={18} stroke={1.6} />,
      onClick: go(screens.branding.path),
    });

  const actions: SpotlightActionData[] = [
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      label: `${t('shell.colourScheme')}: ${t(scheme === 'auto' ? 'shell.system' : `shell.${scheme}`)}`,
      leftSection: <IconMoon size={18} stroke={1.6} />,
      onClick: () => setColorScheme(scheme),
    })),
    ...languages
      .filter(({ code }) => code !== i18next.language)
      .map(({ code, name }) => ({
        id: `language ${code}`,
        label: `${t('shell.language')}: ${name}`,
        leftSection: <IconLanguage size={18} stroke={1.6} />,
        onClick: () => void chooseLanguage(code),
      })),
    { id: 'shortcuts', label: t('shell.shortcuts'), leftSection: <IconKeyboard size={18} stroke={1.6} />, onClick: onShowShortcuts },
  ];
  if (me && me.sessionKind !== 'sso')
    actions.push({
      id: 'sign out',
      label: t('shell.signOut'),
      leftSection: <IconLogout size={18} stroke={1.6} />,
      onClick: () => void signOut(),
    });

  const sections: SpotlightActionGroupData[] = [
    { group: t('shell.places'), actions: places },
    { group: t('shell.actions'), actions },
  ];
  return (
    <Spotlight
      actions={sections}
      shortcut={['mod + K']}
      nothingFound={t('shell.paletteEmpty')}
      highlightQuery
      centered={false}
      yOffset="14dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: t('shell.palette'), 'aria-label': t('shell.palette') }}
    />
  );
}
