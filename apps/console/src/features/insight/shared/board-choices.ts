import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const boardKeys = { all: ['boards'] } as const;

/** Boards that the reader sees. */
export const boardsQuery = queryOptions({
  queryKey: [...boardKeys.all, 'list'],
  queryFn: ({ signal }) => api.boards.list({}, { signal }),
});
