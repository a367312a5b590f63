import { busyMovePhases, type CallInput, endpoints, type Move } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { MovingListSearch, MovingSearch } from './moving.search.ts';

export const movingPage = 50;
const pollMs = 1500;
const keys = { all: ['moves'], list: ['moves', 'list'] } as const;

export const movingListQuery = (filter: MovingListSearch) =>
  queryOptions({
    queryKey: [...keys.list, filter],
    queryFn: ({ signal }) => api.moves.list({ query: { ...filter, perPage: movingPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A move; asked for again while a worker is at it. */
export const moveQuery = (moveId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', moveId],
    queryFn: ({ signal }) => api.moves.get({ params: { moveId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && busyMovePhases.includes(state.data.phase) ? pollMs : false),
  });

/** @param version of the move: another plan has other records */
export const moveRecordsQuery = (moveId: string, filter: MovingSearch, version: number) =>
  queryOptions({
    queryKey: [...keys.all, 'records', moveId, filter, version],
    queryFn: ({ signal }) => api.moves.records({ params: { moveId }, query: { ...filter, perPage: movingPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A step of a move. A run and an undo write to many lists, so all of them are read anew. */
function useMoveCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn: call, onSettled: () => client.invalidateQueries() });
}

type Sent = { files: readonly File[]; onProgress: (name: string, ratio: number) => void };
type Start = Omit<NonNullable<CallInput<(typeof endpoints.moves)['start']>['body']>, 'fileIds'> & Sent;

/** Sends the files one after the other, then begins the move. */
export const useStartMove = () =>
  useMoveCall(async ({ files, onProgress, ...body }: Start) => {
    const fileIds: string[] = [];
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      const { answer } = await api.sendForm<{ id: string }>(endpoints.moves.upload.path, form, {
        onProgress: (ratio) => onProgress(file.name, ratio),
      });
      fileIds.push(answer.id);
    }
    return api.told.moves.start({ body: { ...body, fileIds } });
  });

export type MapBody = CallInput<(typeof endpoints.moves)['map']>['body'];
export const useMapMove = ({ id }: Move) => useMoveCall((body: MapBody) => api.told.moves.map({ params: { moveId: id }, body }));
export type MoveStep = 'run' | 'undo' | 'retry' | 'remove';
export const useMoveStep = (moveId: string) => useMoveCall<MoveStep, unknown>((step) => api.told.moves[step]({ params: { moveId } }));
