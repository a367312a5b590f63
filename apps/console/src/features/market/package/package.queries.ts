import { type CallInput, endpoints, type PackageItem, type PackageKind } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { PackageListSearch } from './package.search.ts';

export const packagePage = 24;
const keys = { all: ['packages'], list: ['packages', 'list'] } as const;

export const packageListQuery = (filter: PackageListSearch) =>
  queryOptions({
    queryKey: [...keys.list, filter],
    queryFn: ({ signal }) => api.packages.list({ query: { ...filter, perPage: packagePage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const packageQuery = (packageId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', packageId],
    queryFn: ({ signal }) => api.packages.get({ params: { packageId } }, { signal }),
  });

export type PlanTo = 'install' | 'update' | 'remove';
/** A plan is of this moment: things may have changed since the last one. */
export const planQuery = (packageId: string, to: PlanTo) =>
  queryOptions({
    queryKey: [...keys.all, 'plan', packageId, to],
    queryFn: ({ signal }) => api.packages.plan({ params: { packageId }, body: { to } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const trialQuery = (packageId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'trial', packageId],
    queryFn: ({ signal }) => api.packages.try({ params: { packageId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const publishersQuery = queryOptions({
  queryKey: [...keys.all, 'publishers'],
  queryFn: async ({ signal }) => (await api.packages.publishers({ signal })).publishers,
});

export const ownThingsQuery = (kind: PackageKind, name: string) =>
  queryOptions({
    queryKey: [...keys.all, 'own', kind, name],
    queryFn: async ({ signal }) => (await api.packages.own({ query: { kind, name } }, { signal })).things,
    placeholderData: keepPreviousData,
  });

/**
 * Runs a call that changes packages, or what they bring, then reads everything anew: an install writes to many lists. The plan of the open dialog
 * stays: behind a removal there is none any more.
 */
function usePackageCall<I, O>(call: (input: I) => Promise<O>, isWide = false) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () =>
      client.invalidateQueries({ ...(isWide ? {} : { queryKey: keys.all }), predicate: ({ queryKey }) => queryKey[1] !== 'plan' }),
  });
}

type Uploaded = { file: File; onProgress: (ratio: number) => void };
export const useUploadPackage = () =>
  usePackageCall(({ file, onProgress }: Uploaded) => {
    const form = new FormData();
    form.append('file', file);
    return api.sendForm<PackageItem>(endpoints.packages.upload.path, form, { onProgress });
  });
export const useAcceptPublisher = () => usePackageCall((body: { name: string; publicKey: string }) => api.told.packages.accept({ body }));
export const useWithdrawPublisher = () => usePackageCall((fingerprint: string) => api.told.packages.withdraw({ params: { fingerprint } }));

type Calls = typeof endpoints.packages;
export type InstallBody = CallInput<Calls['install']>['body'];
export type UpdateBody = CallInput<Calls['update']>['body'];
export const useInstallPackage = (packageId: string) =>
  usePackageCall((body: InstallBody) => api.told.packages.install({ params: { packageId }, body }), true);
export const useUpdatePackage = (packageId: string) =>
  usePackageCall((body: UpdateBody) => api.told.packages.update({ params: { packageId }, body }), true);
export const useRemovePackage = (packageId: string) =>
  usePackageCall((_sure: true) => api.told.packages.remove({ params: { packageId }, body: {} }), true);
export type MakeBody = CallInput<Calls['make']>['body'];
export const useMakePackage = () => usePackageCall((body: MakeBody) => api.told.packages.make({ body }));
export const readPackageFile = async (packageId: string): Promise<Blob> => (await api.packages.file({ params: { packageId } })) as Blob;
