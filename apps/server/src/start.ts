import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPaymentSimulator, startSimulator } from '@parley/vendors/simulator';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { collectRecords } from '#platform/audit/record.ts';
import { createAuditKeys } from '#platform/audit/seal.ts';
import { createConfined } from '#platform/confined/confined.ts';
import { advisoryLocks } from '#platform/db/advisory-locks.ts';
import { followDatabaseClock } from '#platform/db/clock.ts';
import { openCopying } from '#platform/db/copy.ts';
import { openDatabase, openPool } from '#platform/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { listenForNotices } from '#platform/db/notices.ts';
import { openReaders } from '#platform/db/reader.ts';
import { startPublisher } from '#platform/events/publisher.ts';
import { createFileStore } from '#platform/files/file-store.ts';
import { resolveTxt } from '#platform/http/resolve-txt.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { createPushKeys } from '#platform/push/vapid.ts';
import { localBus, redisBus } from '#platform/realtime/bus.ts';
import { createHub } from '#platform/realtime/hub.ts';
import { serveSockets } from '#platform/realtime/sockets.ts';
import { createVendorIos } from '#platform/safe-fetch/vendor-io.ts';
import { createSecrets, readSecretsKey, type Secrets } from '#platform/secrets/secrets.ts';
import { createLog } from '#platform/telemetry/log.ts';
import { createMetrics } from '#platform/telemetry/metrics.ts';
import type { Tracing, TracingConfig } from '#platform/telemetry/tracing.ts';
import { seedDemo } from '../seed/demo.ts';
import { startDemoHistory } from '../seed/demo-history.ts';
import { startDemoLife } from '../seed/demo-life.ts';
import { buildApp } from './app.ts';
import { freeBill } from './bill.ts';
import { type Config, roles } from './config.ts';
import { enterpriseContext } from './context-of.ts';
import type { Deps } from './deps.ts';
import {
  createActors,
  createAuthentication,
  createBrowserOwners,
  createKeyActors,
  findLastChange,
  openBin,
  readCurrency,
  readFeatureFlags,
  readTimeZone,
  writeEntries,
} from './domains/account/door.ts';
import { createWalletBill } from './domains/billing/door.ts';
import { sealHookSecrets } from './domains/channel/door.ts';
import { createListeners, publishToWebhooks } from './domains/integration/door.ts';
import { modules } from './domains.ts';
import { collectExtensions } from './extensions.ts';
import { missingSettings } from './missing-settings.ts';
import { tendTables } from './tend.ts';

/** @property leave what comes first when it is to stop: /ready is 503 while everything else goes on, for LEAVE_SECONDS or until it is called again */
export type Running = { deps: Deps; app: FastifyInstance; url: string; leave: () => Promise<void>; stop: () => Promise<void> };

/** The parts that tests replace. */
export type Overrides = Partial<Pick<Deps, 'now' | 'pause' | 'mailer' | 'bill' | 'gateway' | 'watch' | 'resolveTxt'>>;

/** Held as long as the process lives: one process at most works on an embedded database. */

class AlreadyRunning extends Error {}

async function openEmbedded(config: Config): Promise<{ database: EmbeddedDatabase; guard: pg.Client }> {
  const database = await startEmbedded(path.join(config.dataDir, 'postgres'), { shared_buffers: '256MB', max_connections: '100' });
  const guard = new pg.Client({ ...database.connection, application_name: `parley pid ${process.pid}` });
  guard.on('error', () => {});
  await guard.connect();
  // A killed process leaves its connection to the server for a moment; a living one keeps it.
  const wait = Date.now() + 2000;
  for (;;) {
    const { rows } = await guard.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [advisoryLocks.owner]);
    if (rows[0]?.won) return { database, guard };
    if (Date.now() > wait) break;
    await sleep(100);
  }
  const { rows } = await guard.query<{ name: string }>(
    "select a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.objid = $1 and l.granted",
    [advisoryLocks.owner],
  );
  await guard.end();
  throw new AlreadyRunning(
    `Another Parley process (${rows[0]?.name.replace('parley ', '') ?? 'unknown'}) works on ${config.dataDir}. Stop it first, choose another DATA_DIR, or give several processes one DATABASE_URL.`,
  );
}

async function migrateDatabase(connection: pg.ClientConfig, secrets: Secrets): Promise<string[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version");
    if ((rows[0]?.version ?? 0) < 150_000) throw new Error('PostgreSQL 15 or later is needed.');
    const applied = await migrate(client);
    await sealHookSecrets(client, secrets);
    return applied;
  } finally {
    await client.end();
  }
}

/** Refuses to serve with a role that row-level security would not bind. */
async function assertBound(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  if (rows[0]?.free !== false)
    throw new Error('The database role could bypass row-level security. Is parley_app granted to the login of DATABASE_URL?');
}

/** The library takes its time to load: only where somebody collects. */
async function loadTracing(config: TracingConfig, onError: (error: unknown) => void): Promise<Tracing> {
  const { startTracing } = await import('#platform/telemetry/start-tracing.ts');
  return startTracing(config, onError);
}

/** Starts the asked roles; `stop` drains them in the order that loses nothing. */
export async function start(config: Config, overrides: Overrides = {}): Promise<Running> {
  const tracing =
    config.tracing && (await loadTracing(config.tracing, (error) => log.warn({ err: error }, 'the collector took no traces')));
  const log = createLog(config.logLevel, !config.isProduction && process.stdout.isTTY === true, tracing?.ids);
  for (const missing of missingSettings(config)) log.warn({}, missing);
  mkdirSync(config.dataDir, { recursive: true });
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config);
  const connection: pg.ClientConfig = embedded ? embedded.database.connection : { connectionString: config.databaseUrl as string };
  const stopDatabase = async (withinMs?: number) => {
    await Promise.race([embedded?.guard.end().catch(() => {}), sleep(500)]);
    await embedded?.database.stop(withinMs);
  };
  try {
    const dataFolders = [config.dataDir, ...(embedded ? [embedded.database.folder] : [])];
    return await startOn(config, connection, { log, tracing }, dataFolders, stopDatabase, overrides);
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}

async function startOn(
  config: Config,
  connection: pg.ClientConfig,
  { log, tracing }: Pick<Deps, 'log' | 'tracing'>,
  dataFolders: readonly string[],
  stopDatabase: (withinMs?: number) => Promise<void>,
  overrides: Overrides,
): Promise<Running> {
  const installationKey = readSecretsKey(config.secretsKey, config.dataDir);
  const secrets = createSecrets(installationKey);
  const auditKeys = createAuditKeys(installationKey);
  const applied = await migrateDatabase(connection, secrets);
  if (applied.length > 0) log.info({ applied: applied.length }, 'migrated the database');
  const pool = openPool({
    connection,
    size: config.databasePoolSize,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  tracing?.ofQueries(pool);
  const notices = listenForNotices(pool, 'actors_changed');
  await assertBound(pool);
  const db = openDatabase(pool);
  const warn = (error: unknown) => log.warn({ err: error }, 'background work failed');
  const bus = config.redisUrl ? await redisBus(config.redisUrl, config.processId, warn) : localBus();
  const hub = createHub(
    bus,
    modules.flatMap((module) => module.events ?? []),
  );
  const publisher = startPublisher(db, bus, warn);
  publisher.onEvents((events) => hub.deliver(events));
  const jobs = await startJobs(connection, warn, tracing);

  let url = config.publicUrl ?? `http://${config.host}:${config.port}`;
  let localUrl = url;
  const flags = readFeatureFlags(config.features);
  // One process that does everything is a small installation: it brings its own simulator for sandbox channels.
  const ownsSimulator = !config.simulator && config.roles.includes('http') && config.roles.includes('worker');
  const simulator = ownsSimulator ? await startSimulator() : undefined;
  const payments =
    ownsSimulator && flags.billing && !config.gateway && !config.isProduction
      ? await startPaymentSimulator({ webhookUrl: () => `${localUrl}/hooks/payments` })
      : undefined;
  const clock = await followDatabaseClock({
    pool,
    onSkew: (skewMs) => log.warn({ skewMs }, 'the clock of this machine is not that of the database, which is followed'),
    onError: (error) => log.warn({ err: error }, 'the clock of the database was not read'),
  });
  const now = overrides.now ?? clock.now;
  const listeners = createListeners(listenForNotices(pool, 'webhooks_changed'));
  const browserOwners = createBrowserOwners(listenForNotices(pool, 'devices_changed'));
  const actors = createActors({ db, pool }, flags, notices);
  let leaving: Promise<void> | undefined;
  const hurry = new AbortController();
  const deps: Deps = {
    config,
    flags,
    log,
    metrics: createMetrics(),
    tracing,
    pool,
    db,
    readerOf: openReaders(pool),
    openCopying: (enterpriseId) => openCopying(connection, enterpriseId),
    jobs,
    extensions: collectExtensions(modules),
    bus,
    publisher,
    hub,
    secrets,
    auditKeys,
    pushKeys: createPushKeys(installationKey),
    browserOwners,
    publishToWebhooks: (tx, enterpriseId, events) => publishToWebhooks({ listeners, now }, tx, enterpriseId, events),
    writeEntries: (tx) => writeEntries(tx, auditKeys),
    lastChange: findLastChange,
    readTimeZone,
    binOf: openBin,
    records: collectRecords(modules),
    files: createFileStore(config),
    isLeaving: () => leaving !== undefined,
    dataFolders,
    confined: createConfined(log),
    mailer: createMailer(config.smtpUrl, config.mailFrom, config.dataDir),
    authenticate: createAuthentication({ actors, now }),
    keyActors: createKeyActors(db, flags, notices),
    actorOfSession: (enterpriseId, sessionId) => actors.ofSession(enterpriseId, sessionId, now()),
    vendorIos: createVendorIos({ now }),
    bill: flags.billing
      ? createWalletBill((enterpriseId) => enterpriseContext(deps, enterpriseId))
      : { ...freeBill, currencyOf: readCurrency },
    gateway: () => config.gateway ?? (payments ? { ...payments.gateway, isTrusted: true } : undefined),
    resolveTxt,
    now,
    pause: (ms) => sleep(ms),
    publicUrl: () => url,
    localUrl: () => (ownsSimulator ? localUrl : url),
    simulator: () => config.simulator ?? simulator,
    ...overrides,
  };
  await jobs.declare(modules.flatMap((module) => module.jobs ?? []));
  if (config.hasDemo) await seedDemo(deps);
  const app = await buildApp(deps);
  const stopTasks: (() => void | Promise<void>)[] = [];
  if (config.roles.includes('worker')) {
    for (const module of modules) {
      const stopWork = await module.work?.(deps);
      if (stopWork) stopTasks.push(stopWork);
    }
    stopTasks.push(tendTables(deps, modules));
  }
  const sockets = config.roles.includes('realtime') ? serveSockets(app.server, deps, modules) : undefined;
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  if (address && typeof address === 'object') localUrl = `http://127.0.0.1:${address.port}`;
  if (!config.publicUrl && address && typeof address === 'object')
    url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${address.port}`;

  if (config.hasDemoHistory && config.roles.includes('worker')) stopTasks.push(startDemoHistory(deps));
  // One process alone is both asked who looks and able to answer.
  const stopLife = config.roles.length === roles.length ? startDemoLife(deps) : undefined;
  if (stopLife) stopTasks.unshift(stopLife);
  let stopping: Promise<void> | undefined;
  return {
    deps,
    app,
    url,
    leave() {
      if (leaving) hurry.abort();
      leaving ??= sleep(config.leaveMs, undefined, { signal: hurry.signal }).catch(() => {});
      return leaving;
    },
    stop: () => {
      stopping ??= (async () => {
        const steps = [
          () => sockets?.close(),
          ...stopTasks,
          () => app.close(),
          () => deps.vendorIos.close(),
          () => deps.confined.close(),
          () => jobs.stop(),
          () => publisher.close(),
          () => clock.stop(),
          () => bus.close(),
          () => simulator?.stop(),
          () => payments?.stop(),
          () => pool.end(),
          () => tracing && Promise.race([tracing.stop(), sleep(flushMs, undefined, { ref: false })]),
        ];
        const until = Date.now() + stopMs;
        await drain(steps, config.databaseUrl ? stopMs : stopMs / 2, (error) =>
          log.error({ err: error }, 'a part was not stopped in order'),
        );
        await stopDatabase(until - Date.now());
      })();
      return stopping;
    },
  };
}

const flushMs = 1_000; // a collector that does not answer holds nobody back
const stopMs = 8_000; // part of the ten seconds that supervisors give; an embedded database has what the rest leaves, half at the least

/** Does one step after the other. One that fails or hangs, as with a full disk, must not keep the database from being stopped. */
async function drain(steps: readonly (() => unknown)[], withinMs: number, onError: (error: unknown) => void): Promise<void> {
  const isLate = Symbol('late');
  const stopWaiting = new AbortController();
  const deadline = sleep(withinMs, isLate, stopWaiting);
  deadline.catch(() => {});
  for (const step of steps) {
    try {
      const work = Promise.resolve(step());
      if ((await Promise.race([work, deadline])) === isLate) onError(new Error(`The process was not drained within ${withinMs} ms.`));
    } catch (error) {
      onError(error);
    }
  }
  stopWaiting.abort();
}
