import { Button, Menu } from '@mantine/core';
import { type FilterScreen, type SavedSearch, type ScreenFilter, screenFilterKeys } from '@parley/contract';
import { IconBookmark, IconBookmarkPlus, IconBookmarks, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { screenFilterWords } from '../../../locales/screen-filter.ts';
import { screenFiltersQuery } from './screen-filters.queries.ts';

const ScreenFiltersDialog = late(() => import('./screen-filters-dialog.tsx').then((module) => module.ScreenFiltersDialog));

type Search = Readonly<Record<string, unknown>>;
type Props = {
  screen: FilterScreen;
  search: Search;
  /** The address without any filter */
  empty: Search;
  onApply: (search: SavedSearch) => void;
};

/** Parameters of a screen's address that a saved filter keeps. */
const keptOf = (screen: FilterScreen, search: Search): SavedSearch =>
  Object.fromEntries(
    screenFilterKeys[screen].flatMap((key) => {
      const value = search[key];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : [];
    }),
  );
const isSame = (one: Search, other: Search): boolean => Object.entries(one).every(([key, value]) => other[key] === value);

/**
 * Filters of a screen under names, to choose, save and share. A screen that opens without any filter opens with the default one.
 */
export function ScreenFilters({ screen, search, empty, onApply }: Props) {
  const say = useWords(screenFilterWords.filters);
  const { data } = useQuery(screenFiltersQuery(screen));
  const [isOpen, setOpen] = useState(false);
  const [bare, current] = [keptOf(screen, empty), keptOf(screen, search)];
  const apply = (filter: ScreenFilter) => onApply({ ...bare, ...keptOf(screen, filter.search) });
  useDefault(data, isSame(search, empty), apply);
  const shared = data?.filter(({ isOwn }) => !isOwn) ?? [];
  const item = (filter: ScreenFilter) => (
    <Menu.Item
      key={filter.id}
      leftSection={filter.isDefault ? <IconStarFilled size={14} aria-label={say('default')} /> : <IconBookmark size={14} aria-hidden />}
      aria-current={isSame({ ...bare, ...keptOf(screen, filter.search) }, current) || undefined}
      onClick={() => apply(filter)}
    >
      {filter.name}
    </Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmarks size={16} aria-hidden />}>
            {say('saved')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data?.filter(({ isOwn }) => isOwn).map(item)}
          {shared.length > 0 ? <Menu.Label>{say('shared')}</Menu.Label> : null}
          {shared.map(item)}
          {data && data.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item leftSection={<IconBookmarkPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
            {say('saveThese')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScreenFiltersDialog screen={screen} search={current} filters={data ?? []} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Applies the default once, when the screen has opened without a filter. */
function useDefault(filters: readonly ScreenFilter[] | undefined, isBare: boolean, apply: (filter: ScreenFilter) => void) {
  const openedBare = useRef(isBare);
  useEffect(() => {
    if (!filters || !openedBare.current) return;
    openedBare.current = false;
    const usual = filters.find(({ isDefault }) => isDefault);
    if (usual && isBare) apply(usual);
  });
}
