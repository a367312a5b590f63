import type { FilterScreen } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const screenFiltersKey = ['screen-filters'] as const;

/** Filters of a screen under names: own ones, and those of own departments. */
export const screenFiltersQuery = (screen: FilterScreen) =>
  queryOptions({
    queryKey: [...screenFiltersKey, screen],
    queryFn: ({ signal }) => api.screenFilters.list({ query: { screen } }, { signal }),
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
