import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { channelTypes } from '@parley/contract';
import type pg from 'pg';
import { readConfig } from '../apps/server/src/config.ts';
import type { EnterpriseContext } from '../apps/server/src/context.ts';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { addUser, createEnterprise } from '../apps/server/src/domains/account/door.ts';
import { createChannel } from '../apps/server/src/domains/channel/door.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { makeToken } from '../apps/server/src/platform/secrets/secrets.ts';
import { start } from '../apps/server/src/start.ts';

/** The program on an embedded database with its real durability, and what a reference needs beside it. */
export async function startWorld({
  roles = 'http,realtime,worker',
  environment = {} as Record<string, string>,
  settings = {} as Record<string, string>,
} = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  chmodSync(folder, 0o755);
  const database = await startEmbedded(path.join(folder, 'postgres'), { shared_buffers: '256MB', ...settings });
  const { host, port, user, password } = database.connection;
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
  const running = await start(
    readConfig(
      {
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        CAPTCHA: 'off',
        LOG_LEVEL: 'error',
        DEMO: 'false',
        NODE_ENV: 'test',
        REQUESTS_PER_MINUTE: '10000000',
        VISITOR_FRAMES_PER_SECOND: '100000',
        ...environment,
      },
      [`--roles=${roles}`],
    ),
  );
  const enterpriseId = randomUUIDv7();
  const ctx = enterpriseContext(running.deps, enterpriseId);
  await ctx.transaction((tx) => createEnterprise(tx, enterpriseId, { name: 'Bench' }));
  const channel = await createChannel(ctx, {
    name: 'Website',
    type: channelTypes.WEB,
    isActive: true,
    data: { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue', botId: '' },
  });
  const makeAgent = (roles: number[]) => makeAgentOf(ctx, roles);
  async function makeAgentOf(of: EnterpriseContext, roles: number[]): Promise<{ userId: string; token: string }> {
    const { token, hash } = makeToken();
    const unique = randomBytes(4).toString('hex');
    const userId = await of.transaction((tx) =>
      addUser(tx, of.enterpriseId, {
        name: `Agent ${unique}`,
        email: `${unique}@bench.example`,
        roles,
        passwordHash: '-',
        activatedAt: new Date(),
      }),
    );
    await of.transaction((tx) =>
      tx
        .insertInto('sessions')
        .values({
          enterpriseId: of.enterpriseId,
          sessionId: randomUUIDv7(),
          userId,
          tokenHash: hash,
          expiresAt: new Date(Date.now() + 3_600_000),
        })
        .execute(),
    );
    return { userId, token };
  }
  return {
    running,
    folder,
    databaseUrl,
    ctx,
    enterpriseId,
    channel,
    makeAgent,
    makeAgentOf,
    connection: database.connection satisfies pg.ClientConfig,
    async stop() {
      await running.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
