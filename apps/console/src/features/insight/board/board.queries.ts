import type { BoardSave } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { boardKeys } from '../shared/board-choices.ts';
import type { BoardSearch } from './board.search.ts';

/** Figures that somebody looks at are read again after it; on a wall much sooner. Those of a hidden tab are not. */
const refreshMs = { screen: 60_000, wall: 15_000 } as const;

export const boardQuery = (boardId: string) =>
  queryOptions({
    queryKey: [...boardKeys.all, 'one', boardId],
    queryFn: ({ signal }) => api.boards.get({ params: { boardId } }, { signal }),
  });

/** All tiles come by one call. */
export const boardFiguresQuery = (boardId: string, isWall: boolean) =>
  queryOptions({
    queryKey: [...boardKeys.all, 'figures', boardId],
    queryFn: ({ signal }) => api.boards.figures({ params: { boardId } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isWall ? refreshMs.wall : refreshMs.screen,
    meta: { isQuiet: true },
  });

/** The chats that a figure of a tile counts. */
export const boardRowsQuery = (boardId: string, { tile, part, former }: BoardSearch) =>
  infiniteQueryOptions({
    queryKey: [...boardKeys.all, 'rows', boardId, tile, part, former],
    queryFn: ({ pageParam: after, signal }) => api.boards.rows({ params: { boardId }, query: { tile, part, former, after } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: tile !== '',
  });

function useBoardMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: boardKeys.all }) });
}

/** A new board has no id and no version yet. */
export const useSaveBoard = () =>
  useBoardMutation(({ id, version = 0, ...body }: BoardSave & { id?: string; version?: number }) =>
    id === undefined ? api.boards.create({ body }) : api.boards.update({ params: { boardId: id }, body: { ...body, version } }),
  );
export const useRemoveBoard = () => useBoardMutation((boardId: string) => api.told.boards.remove({ params: { boardId } }));
