import { userStates } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { searchPageSize } from '../../../lib/search.ts';

/** Active users for a picker, by what is typed. */
export const userPickerQuery = (name: string) =>
  queryOptions({
    queryKey: ['users', 'picker', name],
    queryFn: ({ signal }) =>
      api.users.listUsers({ query: { name, from: 0, perPage: searchPageSize, state: userStates.active } }, { signal }),
  });
