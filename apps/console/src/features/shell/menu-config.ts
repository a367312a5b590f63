import { type FeatureFlag, findScreen, type Me, type Permission, type Screen, screens } from '@parley/contract';
import {
  type Icon,
  IconAddressBook,
  IconBuilding,
  IconCards,
  IconLayoutDashboard,
  IconMessages,
  IconPhoto,
  IconPlugConnected,
  IconReportAnalytics,
  IconRobot,
  IconSettings,
  IconSitemap,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react';
import { hasFlag } from '../../lib/app-config.ts';
import type { WordOf } from '../../lib/words.ts';
import type { shellWords } from '../../locales/shell.ts';
import { holdsAny } from '../account/shared/me.ts';

export type MenuKey = WordOf<typeof shellWords.menu>;
export type MenuEntry = {
  path: string;
  label: MenuKey;
  /** One of them is enough; an empty list is open to everybody. */
  permissions: readonly Permission[];
  flag: FeatureFlag | undefined;
  screen: Screen;
};
export type MenuGroup = { id: MenuKey; icon: Icon; entries: readonly MenuEntry[] };

type MenuScreen = Extract<(typeof screens)[keyof typeof screens], { menu: object }>;
const menuScreens = Object.values(screens).filter((screen) => 'menu' in screen);

const icons: Record<MenuScreen['menu']['group'], Icon> = {
  dashboard: IconLayoutDashboard,
  campaign: IconSpeakerphone,
  converse: IconMessages,
  flowBuilder: IconSitemap,
  agenticAi: IconRobot,
  channels: IconPlugConnected,
  creatives: IconPhoto,
  visualSnippet: IconCards,
  phoneBooks: IconAddressBook,
  accountSettings: IconSettings,
  companyInformation: IconBuilding,
  deliveryReport: IconReportAnalytics,
  bin: IconTrash,
};

function toEntry(screen: MenuScreen): MenuEntry {
  const { path, menu, permissions, flag }: Screen = screen;
  return {
    path: menu?.path ?? path,
    label: screen.menu.label,
    permissions: menu?.permissions ?? permissions,
    flag,
    screen,
  };
}

/** The side menu in its order: every entry of the product, its label, and who sees it. */
export const menuGroups: readonly MenuGroup[] = [...new Set(menuScreens.map(({ menu }) => menu.group))].map((id) => ({
  id,
  icon: icons[id],
  entries: menuScreens.filter(({ menu }) => menu.group === id).map(toEntry),
}));

export const layoutPrefixes: readonly string[] = [
  'dashboard',
  'boards',
  'chat',
  'encaps',
  'billing',
  'journey',
  'admin',
  'campaigns',
  'details',
  'marketplace',
  'content-library',
  'publish',
  'conversation',
  'bots',
  'services',
  'customer-master',
  'nlp-report',
  'whatsapp-flow',
  'creatives',
  'branding',
  'notifications',
  'exports',
];

type Holder = Pick<Me, 'permissions'>;

export const isEntryVisible = (me: Holder | undefined, entry: MenuEntry): boolean =>
  holdsAny(me as Me | undefined, entry.permissions) && (entry.flag === undefined || hasFlag(entry.flag));

/** The groups with what the user may open in them; a group without any is left out. */
export function visibleMenu(me: Holder | undefined, groups: readonly MenuGroup[] = menuGroups): MenuGroup[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isEntryVisible(me, entry)) }))
    .filter((group) => group.entries.length > 0);
}

export const findCurrentGroup = (groups: readonly MenuGroup[], pathname: string): MenuGroup | undefined =>
  groups.find((group) => group.entries.some((entry) => isCurrentEntry(entry, pathname)));

/** True for the current entry; for a screen without a place in the menu, that is the entry above it, or the one that the screen names. */
export function isCurrentEntry({ screen }: MenuEntry, pathname: string): boolean {
  const address = findScreen<Screen>(pathname, Object.values(screens))?.within ?? pathname;
  return findScreen<Screen>(address, menuScreens) === screen;
}

/** First screen of an area, such as 'admin', that the user may see; those of a part of it, such as 'admin/chatConfig', come after its own. */
export function firstAllowedPath(me: Holder | undefined, area: string): string | undefined {
  const paths = visibleMenu(me).flatMap(({ entries }) => entries.map(({ path }) => path).filter((path) => path.startsWith(`/${area}/`)));
  return paths.find((path) => path.split('/').length === 3) ?? paths[0];
}
