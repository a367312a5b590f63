import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { createFormScenes, writeForm } from './forms.ts';
import { createPackageScenes, packageAt } from './packages.ts';
import { type ServerProcess, startProcess } from './processes.ts';

/** `CRASH_FILLINGS=200` for longer. */
const fillings = Number(process.env.CRASH_FILLINGS ?? 24);
const kills = Number(process.env.CRASH_KILLS ?? 2);
const atOnce = 8;

/** A database with a process in front that can be killed, beside one that looks at what is there. */
async function killable() {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'], requestsPerMinute: 1_000_000 } });
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: app.deps.config.dataDir,
    SECRETS_KEY: app.deps.config.secretsKey ?? '',
    PUBLIC_URL: app.url,
    REQUESTS_PER_MINUTE: '1000000',
  };
  const start = () => startProcess(environment, ['--roles=http']);
  return { app, start };
}

test('forms 19 kill -9 while people send forms: what was acknowledged is there once, and what was not is there once after it is sent again', async () => {
  const { app, start } = await killable();
  const { makePublished, openFormPage } = createFormScenes(app);
  const admin = await app.makeUser();
  const document = writeForm([
    { id: 'screen01', fields: [{ id: 'field001', name: 'who', kind: 'text', required: 'true' }] },
    { id: 'screen02', fields: [{ id: 'field002', name: 'wish', kind: 'text', required: 'true' }] },
  ]);
  const form = await openFormPage(admin, await makePublished(admin, 'Wishes', document));
  let server: ServerProcess = await start();
  onTestFinished(() => server.kill('SIGKILL'));

  /** Posts until it is answered, as a browser whose person presses the button again. */
  const post = async (path: string, values: Record<string, string>): Promise<Response> => {
    for (;;) {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(values),
        redirect: 'manual',
      }).catch(() => undefined);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  let acknowledged = 0;
  const sent = new Set<string>();
  const fill = async (place: number): Promise<void> => {
    const begun = await post(new URL(form.pageUrl).pathname, { screen: 'screen01', 'f.field001': `Person ${place}` });
    expect(begun.status).toBe(303);
    const own = begun.headers.get('location') ?? '';
    const end = await post(own, { screen: 'screen02', 'f.field002': `Wish ${place}` });
    // Sent again after it was stored and not answered: the page says that it is there.
    expect([200, 303]).toContain(end.status);
    sent.add(`Wish ${place}`);
    acknowledged += 1;
  };
  const waiting = Array.from({ length: fillings }, (_, place) => place);
  const people = Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) await fill(place);
    }),
  );
  for (let killed = 0; killed < kills; killed += 1) {
    const before = acknowledged;
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(Math.min(before + fillings / (kills + 2), fillings - 1)), { interval: 2 });
    await server.kill('SIGKILL');
    server = await start();
  }
  await people;
  const [answers, states] = await app
    .contextOf(admin)
    .read((tx) =>
      Promise.all([
        tx.selectFrom('formAnswers').select(['fillingId', 'answers']).where('enterpriseId', '=', admin.enterpriseId).execute(),
        tx.selectFrom('formFillings').select(['fillingId', 'state']).where('enterpriseId', '=', admin.enterpriseId).execute(),
      ]),
    );
  expect(answers.map(({ answers: said }) => said.field002).sort()).toEqual([...sent].sort());
  expect(new Set(answers.map(({ fillingId }) => fillingId)).size).toBe(fillings);
  // A first screen whose answer was lost may leave a filling that nobody goes on with, and never an answer.
  const submitted = states.filter(({ state }) => state === 'SUBMITTED').map(({ fillingId }) => fillingId);
  expect(submitted.sort()).toEqual(answers.map(({ fillingId }) => fillingId).sort());
});

test('forms 13 kill -9 in the middle of an install leaves nothing of the package, and the same call afterwards installs all of it once', async () => {
  const { app, start } = await killable();
  const scenes = createPackageScenes(app);
  const [maker, taker] = [await app.makeUser(), await app.makeUser()];
  const made = await scenes.make(maker, scenes.namesOf(await scenes.makeThings(maker)));
  const taken = await scenes.take(taker, await scenes.readFile(maker, made.id));
  const channelId = await scenes.makeSendingChannel(taker);
  const tables = ['forms', 'journeys', 'richCards', 'templates', 'packageInstalls', 'packageItems'] as const;
  const counts = () =>
    app
      .contextOf(taker)
      .read((tx) =>
        Promise.all(
          tables.map(
            async (table) =>
              (await tx.selectFrom(table).select('enterpriseId').where('enterpriseId', '=', taker.enterpriseId).execute()).length,
          ),
        ),
      );
  const server = await start();
  onTestFinished(() => server.kill('SIGKILL'));
  // Somebody holds the table that an install writes last: it stands with all of its things written and nothing committed.
  let free = () => {};
  const held = app.contextOf(taker).transaction(async (tx) => {
    await sql`lock table package_items in exclusive mode`.execute(tx);
    await new Promise<void>((resolve) => {
      free = resolve;
    });
  });
  const body = { channelIds: [channelId], requestKey: newId() };
  const asked = fetch(`${server.url}${packageAt(endpoints.packages.install.path, taken.id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authentication-token': taker.token },
    body: JSON.stringify(body),
  }).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    () => undefined,
  );
  let early: string | undefined;
  const told = asked.then((answer) => {
    early = answer;
  });
  const waiting = () =>
    app.contextOf(taker).read(async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where relation = 'package_items'::regclass and not granted`.execute(tx);
      return rows[0]?.count;
    });
  await vi.waitFor(async () => expect([early, await waiting()]).toEqual([undefined, 1]), { interval: 20 });
  await server.kill('SIGKILL');
  expect(await asked).toBeUndefined();
  await told;
  free();
  await held;
  expect(await counts()).toEqual(tables.map(() => 0));
  const installed = await scenes.install(taker, taken.id, body);
  expect(installed.install?.parts.length).toBe(6);
  const whole = await counts();
  await scenes.install(taker, taken.id, body);
  expect(await counts()).toEqual(whole);
});
