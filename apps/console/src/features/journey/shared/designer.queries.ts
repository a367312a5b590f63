import type { DesignerKind } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** An access belongs to one opening of the designer: the next one asks for its own. */
export const designerAccessQuery = (id: string, kind: DesignerKind = 'journey', screenId?: string) =>
  queryOptions({
    queryKey: ['designer-access', kind, id, screenId ?? ''],
    queryFn: async () => (await api.designer.access({ query: { kind, id, ...(screenId === undefined ? {} : { screenId }) } })).accessId,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
