import { type SsoConnection, type SsoSave, userStates } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const connectionsQuery = queryOptions({
  queryKey: ['sso', 'connections'],
  queryFn: async ({ signal }) => (await api.sso.list({}, { signal })).connections,
});

/** Roles that a map can give. */
export const roleOptionsQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => api.roles.configuration({}, { signal }),
});

export const activeUsersQuery = queryOptions({
  queryKey: ['users', 'active'],
  queryFn: async ({ signal }) =>
    (await api.users.listUsers({ query: { from: 0, perPage: -1, state: userStates.active } }, { signal })).users,
});

/** Active administrators, of whom some stay exempt. */
export const administratorsQuery = queryOptions({
  ...activeUsersQuery,
  select: (users) => users.filter(({ roles }) => roles.includes(1)),
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
/** @param typed an address, or the text of the metadata itself */
export const readSamlMetadata = (typed: string) =>
  api.sso.readMetadata({ body: typed.startsWith('<') ? { xml: typed } : { address: typed } });
export const makeScimKey = (connection: SsoConnection, heir: string) =>
  api.sso.makeKey({ params: params(connection), body: { heir, version: connection.version } });
export const removeScimKey = (connection: SsoConnection) => api.sso.removeKey({ params: params(connection) });
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
