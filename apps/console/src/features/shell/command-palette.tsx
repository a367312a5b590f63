import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { screens } from '@parley/contract';
import {
  IconFilter,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMoon,
  IconPackage,
  IconPalette,
  IconPlayerTrackNext,
  IconPlugConnected,
  IconSearch,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { i18next } from '../../lib/i18n.ts';
import { languages } from '../../lib/languages.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { useMayOpen, useMe } from '../account/shared/me.ts';
import { runAct } from '../chat/shared/chat-acts-store.ts';
import { usePaletteChats } from '../chat/shared/use-palette-chats.ts';
import { usePaletteMacros } from '../chat/shared/use-palette-macros.ts';
import { usePaletteViews } from '../chat/shared/use-palette-views.ts';
import { useRunnableActs } from '../chat/shared/use-runnable-acts.ts';
import { usePaletteCustomers } from '../customer/shared/use-palette-customers.ts';
import type { MenuGroup } from './menu-config.ts';
import { chooseLanguage, signOut } from './session-actions.ts';

/** The palette gives the focus back as it goes; an act that moves it comes after that. */
const focusBackMs = 50;

/**
 * Places and actions by name, chats by their customer, number or words, and customers. Every button of the shell has its entry here, and so has
 * every act of the conversation that is on the screen.
 */
export function CommandPalette({ groups, onShowShortcuts }: { groups: MenuGroup[]; onShowShortcuts: () => void }) {
  const say = useWords(shellWords.frame);
  const sayMenu = useWords(shellWords.menu);
  const sayScreen = useWords(shellWords.screen);
  const navigate = useNavigate();
  const me = useMe();
  const canBrand = useMayOpen(screens.branding);
  const hasBilling = useMayOpen(screens.billing);
  const hasServices = useMayOpen(screens.services);
  const hasMarketplace = useMayOpen(screens.marketplace);
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const chats = usePaletteChats(query);
  const macros = usePaletteMacros(query);
  const views = usePaletteViews(query);
  const customers = usePaletteCustomers(query);
  const acts = useRunnableActs();
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
  if (hasMarketplace)
    places.push({
      id: 'marketplace',
      label: sayScreen('marketplace'),
      leftSection: <IconPackage size={18} stroke={1.6} />,
      onClick: go(screens.marketplace.path),
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
    {
      group: say('views'),
      actions: views.map(({ id, name, open }) => ({
        id: `view ${id}`,
        label: name,
        leftSection: <IconFilter size={18} stroke={1.6} />,
        onClick: open,
      })),
    },
    {
      group: say('macros'),
      actions: macros.map(({ macro, run }) => ({
        id: `macro ${macro.id}`,
        label: macro.name,
        description: macro.letter === '' ? '' : `M ${macro.letter.toUpperCase()}`,
        leftSection: <IconPlayerTrackNext size={18} stroke={1.6} />,
        onClick: run,
      })),
    },
    {
      group: sayMenu(screens.conversation.menu.label),
      actions: acts.map(({ id, label, keys }) => ({
        id: `act ${id}`,
        label,
        description: keys,
        leftSection: <IconMessage size={18} stroke={1.6} />,
        onClick: () => void setTimeout(() => runAct(id), focusBackMs),
      })),
    },
    {
      group: say('chats'),
      actions: chats.map(({ id, name, text, open }) => ({
        id: `chat ${id}`,
        label: name,
        description: text,
        // The server has found them, by spellings that the palette does not know.
        keywords: query,
        leftSection: <IconMessage size={18} stroke={1.6} />,
        onClick: open,
      })),
    },
    {
      group: sayMenu('customers'),
      actions: customers.map(({ id, name, number }) => ({
        id: `customer ${id}`,
        label: name || number,
        description: name === '' ? '' : number,
        keywords: query,
        leftSection: <IconUser size={18} stroke={1.6} />,
        onClick: go(`${screens.customers.menu.path}/view/${id}`),
      })),
    },
  ].filter((section) => section.actions.length > 0);
  return (
    <Spotlight
      actions={sections}
      query={query}
      onQueryChange={setQuery}
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
