import type { CallInput, endpoints } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type BlacklistSearch, blacklistPage } from './blacklist.search.ts';

const keys = { all: ['blacklist'] } as const;

export const blacklistQuery = ({ tab: _tab, ...query }: BlacklistSearch) =>
  queryOptions({
    queryKey: [...keys.all, 'list', query],
    queryFn: ({ signal }) => api.blacklist.list({ query: { ...query, perPage: blacklistPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One entry as it stands now. */
export const readEntry = async (entryId: string) => (await api.blacklist.get({ params: { entryId } })).blacklist;

function useBlacklistCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: keys.all }) });
}

type Calls = (typeof endpoints)['blacklist'];
export const useAddNumbers = () => useBlacklistCall((body: CallInput<Calls['create']>['body']) => api.blacklist.create({ body }));
export const useImportNumbers = () =>
  useBlacklistCall((body: CallInput<Calls['importNumbers']>['body']) => api.blacklist.importNumbers({ body }));
export const useUpdateEntry = () =>
  useBlacklistCall(({ id, ...body }: { id: string } & CallInput<Calls['update']>['body']) =>
    api.told.blacklist.update({ params: { entryId: id }, body }),
  );
export const useRemoveEntry = () =>
  useBlacklistCall(({ id, reason }: { id: string; reason: string }) =>
    api.told.blacklist.remove({ params: { entryId: id }, query: { reason } }),
  );
