import type { SandboxAct, SandboxBehaviour, SandboxFlowChange, SandboxQuality, SandboxTemplateChange, z } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The simulator sends no live events; a page that nobody looks at asks nothing. */
const paceMs = 1000;
const live = { refetchInterval: paceMs, meta: { isQuiet: true } };

const keys = { all: (channelId: string) => ['sandbox', channelId] as const };

export const sandboxChannelQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'channel'],
    queryFn: ({ signal }) => api.channels.get({ params: { channelId } }, { signal }),
  });

export const phonesQuery = (channelId: string, search: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'phones', search],
    queryFn: async ({ signal }) => (await api.sandbox.phones({ params: { channelId }, query: { search } }, { signal })).phones,
    placeholderData: keepPreviousData,
    ...live,
  });

export const phoneQuery = (channelId: string, address: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'phone', address],
    queryFn: ({ signal }) => api.sandbox.phone({ params: { channelId, address } }, { signal }),
    ...live,
  });

export const behaviourQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'behaviour'],
    queryFn: ({ signal }) => api.sandbox.behaviour({ params: { channelId } }, { signal }),
    ...live,
  });

export const sandboxTemplatesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'templates'],
    queryFn: async ({ signal }) => (await api.sandbox.templates({ params: { channelId } }, { signal })).templates,
    meta: { isQuiet: true },
  });

export const sandboxFlowsQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'flows'],
    queryFn: async ({ signal }) => (await api.sandbox.flows({ params: { channelId } }, { signal })).flows,
    meta: { isQuiet: true },
  });

export const loadQuery = (channelId: string, isGrowing: boolean) =>
  queryOptions({
    queryKey: [...keys.all(channelId), 'load'],
    queryFn: ({ signal }) => api.sandbox.load({ params: { channelId } }, { signal }),
    refetchInterval: isGrowing ? paceMs : false,
    meta: { isQuiet: true },
  });

function useRefresh(channelId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all(channelId) });
}

export function useAct(channelId: string, address: string) {
  return useMutation({
    mutationFn: ({ act, name = '' }: { act: z.input<typeof SandboxAct>; name?: string }) =>
      api.sandbox.act({ params: { channelId, address }, body: { name, act } }),
    onSuccess: useRefresh(channelId),
  });
}

export function useBehave(channelId: string) {
  return useMutation({
    mutationFn: (body: SandboxBehaviour) => api.sandbox.behave({ params: { channelId }, body }),
    onSuccess: useRefresh(channelId),
  });
}

export function useChangeTemplate(channelId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof SandboxTemplateChange>) => api.sandbox.changeTemplate({ params: { channelId }, body }),
    onSuccess: useRefresh(channelId),
  });
}

export function useChangeFlow(channelId: string) {
  return useMutation({
    mutationFn: (body: SandboxFlowChange) => api.sandbox.changeFlow({ params: { channelId }, body }),
    onSuccess: useRefresh(channelId),
  });
}

export function useChangeQuality(channelId: string) {
  return useMutation({ mutationFn: (body: SandboxQuality) => api.sandbox.changeQuality({ params: { channelId }, body }) });
}

export function useMakeLoad(channelId: string) {
  return useMutation({
    mutationFn: (count: number) => api.sandbox.makeLoad({ params: { channelId }, body: { count } }),
    onSuccess: useRefresh(channelId),
  });
}
