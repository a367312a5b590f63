import { endpoints, type SqlAccessMade } from '@parley/contract';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

/** The server that the tests run on, as another login sees it: by its socket, with a password. */
export function connectionOf(login: string, password: string, database: string): pg.ClientConfig {
  const server = new URL(inject('testServerUrl'));
  const host = server.searchParams.get('host') ?? server.hostname;
  return { host, port: Number(server.port || 5432), user: login, password, database };
}

export async function openSession(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The superuser of the tests' server, on the database of the program. */
export const openSuperuser = (database: string): Promise<pg.Client> => {
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${database}`;
  return openSession({ connectionString: url.href });
};

export const callsOfSql = (app: Pick<TestApp, 'as'>) => ({
  get: async (user: TestUser) => (await app.as(user).get(endpoints.sql.get.path)).json(),
  on: async (user: TestUser) => (await app.as(user).post(endpoints.sql.on.path)).json() as { code: string; data: SqlAccessMade },
  renew: async (user: TestUser) => (await app.as(user).post(endpoints.sql.renew.path)).json() as { code: string; data: SqlAccessMade },
  off: async (user: TestUser) => (await app.as(user).delete(endpoints.sql.off.path)).json(),
  log: async (user: TestUser, query = '') => (await app.as(user).get(`${endpoints.sql.log.path}${query}`)).json(),
});

export const sqlAddress = { host: 'figures.example.com', port: 6432 };
/** The first connection of the login that an answer tells. */
export const inUse = ({ logins: [first], password, database }: SqlAccessMade): pg.ClientConfig =>
  connectionOf(first?.login ?? '', password, database);
