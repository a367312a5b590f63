import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../../bot/shared/bot.queries.ts';

/** Bots whose figures may be shown, for those who may see bots. */
export const botChoicesQuery = queryOptions({
  queryKey: [...botKeys.lists, 'choices'],
  queryFn: async ({ signal }) => (await api.bots.list({ query: { from: 0, perPage: -1 } }, { signal })).agents,
  meta: { isQuiet: true },
});
