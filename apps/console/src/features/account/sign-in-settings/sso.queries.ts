import type { SsoConnection, SsoSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const connectionsQuery = queryOptions({
  queryKey: ['sso', 'connections'],
  queryFn: async ({ signal }) => (await api.sso.list({}, { signal })).connections,
});

/** Which roles a map can give. */
export const roleOptionsQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => api.roles.configuration({}, { signal }),
});

/** Active administrators, of whom some stay exempt. */
export const administratorsQuery = queryOptions({
  queryKey: ['users', 'administrators'],
  queryFn: async ({ signal }) =>
    (await api.users.listUsers({ query: { from: 0, perPage: -1, state: 1 } }, { signal })).users.filter(({ roles }) => roles.includes(1)),
});

/** A change of a connection; the list follows. */
export function useSsoChange<V, A>(mutationFn: (variables: V) => Promise<A>, options: { isQuiet?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: options.isQuiet ?? false },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  });
}

const params = ({ id }: Pick<SsoConnection, 'id'>) => ({ connectionId: id });

export const saveSso = (connection: SsoConnection | undefined, body: SsoSave) =>
  connection ? api.sso.save({ params: params(connection), body: { ...body, version: connection.version } }) : api.sso.create({ body });
export const removeSso = (connection: SsoConnection) => api.sso.remove({ params: params(connection) });
export const startSsoTest = (connection: SsoConnection) => api.sso.test({ params: params(connection), body: {} });
export const switchSso = (connection: SsoConnection, isOn: boolean) =>
  api.sso.setState({ params: params(connection), body: { isOn, version: connection.version } });
export const enforceSso = (connection: SsoConnection, isEnforced: boolean, exempt: string[]) =>
  api.sso.enforce({ params: params(connection), body: { isEnforced, exempt, version: connection.version } });
export const addSsoDomain = (connection: SsoConnection, domain: string) =>
  api.sso.addDomain({ params: params(connection), body: { domain } });
export const checkSsoDomain = (connection: SsoConnection, domain: string) =>
  api.sso.checkDomain({ params: params(connection), body: { domain } });
export const removeSsoDomain = (connection: SsoConnection, domain: string) =>
  api.sso.removeDomain({ params: params(connection), query: { domain } });
