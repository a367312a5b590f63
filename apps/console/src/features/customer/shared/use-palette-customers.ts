import { useDebouncedValue } from '@mantine/hooks';
import { screens } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { searchDelayMs } from '../../../lib/search.ts';
import { useMayOpen } from '../../account/shared/me.ts';

const fewestSigns = 2;
const mostShown = 5;

export type PaletteCustomer = { id: string; name: string; number: string };

const paletteCustomersQuery = (search: string) =>
  queryOptions({
    queryKey: ['customers', 'palette', search],
    queryFn: async ({ signal }) =>
      (await api.phoneBook.list({ query: { search, from: 0, perPage: mostShown } }, { signal })).customers.customers,
    staleTime: 10_000,
    meta: { isQuiet: true },
  });

/** Customers for the palette, by name, number or e-mail address. None for users who may not open the phone book. */
export function usePaletteCustomers(typed: string): PaletteCustomer[] {
  const mayOpen = useMayOpen(screens.customers);
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs);
  const isAsked = mayOpen && settled.length >= fewestSigns;
  const { data } = useQuery({ ...paletteCustomersQuery(settled), enabled: isAsked });
  if (!isAsked) return [];
  return (data ?? []).map(({ id, name, phoneNumber }) => ({ id, name, number: phoneNumber }));
}
