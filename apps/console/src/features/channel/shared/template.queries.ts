import { type ChannelType, endpoints, templatePage, type UploadedFile } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const templateKeys = {
  all: ['templates'] as const,
  list: ['templates', 'list'] as const,
  one: (id: string) => ['templates', 'one', id] as const,
};

/** Ids of the channels of a type with their names; all of them, since an enterprise has few. */
export const channelsOfTypeQuery = (type: ChannelType) =>
  queryOptions({
    queryKey: ['channels', 'ofType', type],
    queryFn: async ({ signal }) => (await api.channels.list({ query: { type, perPage: -1 } }, { signal })).channelConfig,
    staleTime: 30_000,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: templateKeys.one(id),
    queryFn: ({ signal }) => api.templates.get({ query: { templateId: id } }, { signal }),
  });

/** Approved templates that a channel may send, 20 at a time (BCAST-063, BCAST-084). */
export const approvedTemplatesQuery = (channelId: string, name: string) =>
  infiniteQueryOptions({
    queryKey: [...templateKeys.all, 'approved', channelId, name],
    queryFn: ({ pageParam, signal }) =>
      api.templates.list({ query: { from: pageParam, perPage: templatePage, status: 'APPROVED', name, channelId } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * templatePage : undefined),
    placeholderData: keepPreviousData,
    enabled: channelId !== '',
  });

/** Sends a media sample; the server checks what it really is. */
export function uploadMedia(kind: 'IMAGE' | 'VIDEO' | 'DOCUMENT', file: File, onProgress?: (ratio: number) => void): Promise<UploadedFile> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', file, file.name);
  return api.upload(form, onProgress, { path: endpoints.templates.upload.path });
}
