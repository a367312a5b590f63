import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { chatKeys } from '../chat.queries.ts';

/** Channels, departments, agents and labels by which figures of chats may be narrowed. */
export const figureChoicesQuery = queryOptions({
  queryKey: [...chatKeys.all, 'analytics', 'choices'],
  queryFn: ({ signal }) => api.chatAnalytics.choices({}, { signal }),
  staleTime: 60_000,
});
