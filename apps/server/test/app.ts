import { randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { endpoints } from '@parley/contract';
import type { InjectOptions, Response } from 'light-my-request';
import { afterAll, inject, onTestFinished, TestRunner, vi } from 'vitest';
import type { KeptMail } from '#platform/mail/mailer.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { type Overrides, start } from '../src/start.ts';
import { watchTrail } from './audit-watch.ts';
import { cloneDatabase } from './database.ts';
import { createFactories, type Factories, type TestUser } from './factories.ts';
import { makeFolder } from './folders.ts';
import { watchLockOrder } from './lock-order.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Options = Partial<InjectOptions>;
type Call = (url: string, body?: unknown, options?: Options) => Promise<Response>;
/** Calls of one caller: a user, or a stranger. */
export type Client = { get: (url: string, options?: Options) => Promise<Response>; post: Call; put: Call; delete: Call };

export type TestApp = Factories & {
  deps: Deps;
  /** The address of the program, for sockets; HTTP needs no network. */
  url: string;
  as: (user: Pick<TestUser, 'token'>) => Client;
  /** Somebody who is not signed in, from an address of their own. */
  stranger: () => Client;
  signIn: (email: string, password: string, more?: Record<string, unknown>, client?: Client) => Promise<Response>;
  /** The mails to an address, the newest first, as soon as there are so many. */
  waitForMails: (email: string, count?: number) => Promise<KeptMail[]>;
  stop: () => Promise<void>;
};

export type TestOptions = Overrides & {
  isCaptchaOn?: boolean;
  config?: Partial<Config>;
  /** False where one transaction writes what many would: the demo's days, of an enterprise that nobody uses yet. */
  hasLockOrder?: boolean;
};

/** Limits are kept by address, so each caller of a test has its own. */
const makeAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** The program that the files of this worker share, with the rows that were locked in another order since the last file. */
let shared: Promise<{ app: TestApp; disorder: string[] }> | undefined;

/**
 * The whole program as `startApp` starts it, once for all files of a worker that ask for it: what a file proves is about enterprises of its own,
 * and a start with an empty database costs as much as ten tests. A file that counts rows or times of the whole database starts its own.
 * It ends with the worker; its database and its folder go with the run.
 */
export async function sharedApp(): Promise<TestApp> {
  shared ??= runApp({});
  const { app, disorder } = await shared;
  afterAll(() => expectOrder(disorder.splice(0)));
  return app;
}

/** The whole program, jobs and sockets included, on a database of its own unless the test names one: once at the top of a file, or by a test for itself. */
export async function startApp(options: TestOptions = {}): Promise<TestApp> {
  const { app, disorder } = await runApp(options);
  const stop = async () => {
    await app.stop();
    expectOrder(disorder);
  };
  // A program that a test starts for itself ends with the test, one of the whole file with the file.
  if (TestRunner.getCurrentTest()) onTestFinished(stop);
  else afterAll(stop);
  return { ...app, stop };
}

function expectOrder(disorder: string[]): void {
  if (disorder.length > 0) throw new Error(`Rows were locked in an order that is not that of the others:\n${disorder.join('\n')}`);
}

async function runApp({
  isCaptchaOn = false,
  config: changes = {},
  hasLockOrder = true,
  ...overrides
}: TestOptions): Promise<{ app: TestApp; disorder: string[] }> {
  const database = changes.databaseUrl ? undefined : await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const dataDir = makeFolder('app');
  const config: Config = {
    ...readConfig(
      {
        NODE_ENV: 'test',
        PORT: '0',
        LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
        DATA_DIR: dataDir,
        DATABASE_URL: changes.databaseUrl ?? database?.url,
        DATABASE_POOL: '8',
        CAPTCHA: isCaptchaOn ? 'on' : 'off',
        // The folders of the machine's programs.
        PATH: process.env.PATH,
        SECRETS_KEY: randomBytes(32).toString('hex'),
      },
      [],
    ),
    hasDemo: false,
    hasDemoHistory: false,
    hasDemoLife: false,
    ...changes,
  };
  const remove = async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // Answers that are held back from guessers are not held back here: a test that asks about it gives a pause of its own.
  const running = await start(config, { pause: () => Promise.resolve(), watch: watchTrail, ...overrides }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });

  const disorder = hasLockOrder ? watchLockOrder(running.deps.pool) : [];
  const client = (headers: Record<string, string>): Client => {
    const address = makeAddress();
    const call =
      (method: Method): Call =>
      (url, body, options = {}) =>
        running.app.inject({
          method,
          url,
          remoteAddress: address,
          ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] }),
          ...options,
          headers: { ...headers, ...options.headers },
        } as InjectOptions);
    return {
      get: (url, options) => call('GET')(url, undefined, options),
      post: call('POST'),
      put: call('PUT'),
      delete: call('DELETE'),
    };
  };
  const stop = async () => {
    await running.stop();
    await remove();
  };
  const app: TestApp = {
    ...createFactories(running.deps),
    deps: running.deps,
    url: running.url,
    as: (user) => client({ 'authentication-token': user.token }),
    stranger: () => client({}),
    signIn: (email, password, more = {}, caller = client({})) => caller.post(endpoints.account.login.path, { email, password, ...more }),
    waitForMails: (email, count = 1) =>
      vi.waitFor(
        async () => {
          const mails = (await running.deps.mailer.listKept()).filter((mail) => mail.to === email);
          if (mails.length < count) throw new Error(`${mails.length} mails to ${email}, ${count} expected`);
          return mails;
        },
        { interval: 25 },
      ),
    stop,
  };
  return { app, disorder };
}
