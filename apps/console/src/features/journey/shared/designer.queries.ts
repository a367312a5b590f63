import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** An access belongs to one opening of the designer: the next one asks for its own. */
export const designerAccessQuery = (journeyId: string) =>
  queryOptions({
    queryKey: ['designer-access', journeyId],
    queryFn: async () => (await api.designer.access({ query: { kind: 'journey', id: journeyId } })).accessId,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
