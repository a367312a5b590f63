import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { screens } from '@parley/contract';
import {
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPalette,
  IconPlugConnected,
  IconSearch,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { i18next } from '../../lib/i18n.ts';
import { languages } from '../../lib/languages.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { useMayOpen, useMe } from '../account/shared/me.ts';
import type { MenuGroup } from './menu-config.ts';
import { chooseLanguage, signOut } from './session-actions.ts';

/** Places and actions by name. Every button of the shell has its entry here. */
export function CommandPalette({ groups, onShowShortcuts }: { groups: MenuGroup[]; onShowShortcuts: () => void }) {
  const say = useWords(shellWords.frame);
  const sayMenu = useWords(shellWords.menu);
  const sayScreen = useWords(shellWords.screen);
  const navigate = useNavigate();
  const me = useMe();
  const canBrand = useMayOpen(screens.branding);
  const hasBilling = useMayOpen(screens.billing);
  const hasServices = useMayOpen(screens.services);
  const { setColorScheme } = useMantineColorScheme();
  const go = (to: string) => () => void navigate({ to });

  const places: SpotlightActionData[] = groups.flatMap((group) =>
    group.entries.map((entry) => ({
      id: entry.path,
      label: sayMenu(entry.label),
      description: entry.label === group.id ? '' : sayMenu(group.id),
      leftSection: <group.icon size={18} stroke={1.6} />,
      onClick: go(entry.path),
    })),
  );
  places.push({
    id: 'profile',
    label: sayScreen('profile'),
    leftSection: <IconUser size={18} stroke={1.6} />,
    onClick: go(screens.profile.path),
  });
  if (hasBilling)
    places.push({
      id: 'billing',
      label: sayScreen('billing'),
      leftSection: <IconWallet size={18} stroke={1.6} />,
      onClick: go(screens.billing.path),
    });
  if (hasServices)
    places.push({
      id: 'services',
      label: sayMenu('services'),
      leftSection: <IconPlugConnected size={18} stroke={1.6} />,
      onClick: go(screens.services.path),
    });
  if (canBrand)
    places.push({
      id: 'branding',
      label: sayMenu('branding'),
      leftSection: <IconPalette size={18} stroke={1.6} />,
      onClick: go(screens.branding.path),
    });

  const actions: SpotlightActionData[] = [
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      label: `${say('colourScheme')}: ${say(scheme === 'auto' ? 'system' : scheme)}`,
      leftSection: <IconMoon size={18} stroke={1.6} />,
      onClick: () => setColorScheme(scheme),
    })),
    ...languages
      .filter(({ code }) => code !== i18next.language)
      .map(({ code, name }) => ({
        id: `language ${code}`,
        label: `${say('language')}: ${name}`,
        leftSection: <IconLanguage size={18} stroke={1.6} />,
        onClick: () => void chooseLanguage(code),
      })),
    { id: 'shortcuts', label: say('shortcuts'), leftSection: <IconKeyboard size={18} stroke={1.6} />, onClick: onShowShortcuts },
  ];
  if (me && me.sessionKind !== 'sso')
    actions.push({
      id: 'sign out',
      label: say('signOut'),
      leftSection: <IconLogout size={18} stroke={1.6} />,
      onClick: () => void signOut(),
    });

  const sections: SpotlightActionGroupData[] = [
    { group: say('places'), actions: places },
    { group: say('actions'), actions },
  ];
  return (
    <Spotlight
      actions={sections}
      shortcut={['mod + K']}
      nothingFound={say('paletteEmpty')}
      highlightQuery
      centered={false}
      yOffset="14dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: say('palette'), 'aria-label': say('palette') }}
    />
  );
}
