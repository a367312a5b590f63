import { endpoints, type JourneyInstance } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes } from '../../../../test/journeys.ts';
import { writeStream } from '../../../../test/streams.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeScene, publish, phoneOf, walks } = createStreamScenes(app, vendors);
const { journeyMonitor, journeys } = endpoints;

const watched = writeStream('ask00001', {
  variables: [
    { name: 'income', type: 'Number', isSensitive: true },
    { name: 'score', type: 'Number' },
  ],
  nodes: [
    { id: 'ask00001', type: 'input.number', name: 'Income', config: { text: { en: 'Your income?' }, asking: { variable: 'income' } } },
    {
      id: 'set00001',
      type: 'data.set',
      name: 'Score',
      config: { assignments: [{ variable: 'score', value: '10 / (income > 1000 ? 0 : 1)' }] },
    },
    { id: 'say00001', type: 'message.text', name: 'Tell', config: { text: { en: 'Score {{ score ?? "none" }}.' } } },
    { id: 'end00001', type: 'mark.end', name: 'End', config: { outcome: 'scored' } },
  ],
  edges: [
    ['ask00001', 'ok', 'set00001'],
    ['ask00001', 'invalid', 'end00001'],
    ['set00001', 'next', 'say00001'],
    ['say00001', 'next', 'end00001'],
  ],
  settings: { errorText: { en: 'Something went wrong.' } },
});
const at = (id: string) => journeyMonitor.get.path.replace(':instanceId', id);

test('the monitor shows each walk with what was compared, and stops, retries, goes on and hands over, saying why where it does not', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'watch', watched);
  const asha = phoneOf(scene, '+919876500001');
  const act = async (user: TestUser, body: object) => (await as(user).post(journeyMonitor.act.path, body)).json();
  const becomes = async (state: string, id?: string) => {
    let found: Partial<JourneyInstance> = {};
    await vi.waitFor(async () => {
      const all = (await walks(admin)) as JourneyInstance[];
      found = (id === undefined ? all[0] : all.find((one) => one.id === id)) ?? {};
      expect(found.state).toBe(state);
    }, 20_000);
    return found as JourneyInstance;
  };

  await asha.say('watch');
  await asha.shows('Your income?');
  const first = await becomes('WAITING');
  expect(first).toMatchObject({ journeyId, journeyName: 'watch', version: 1, node: 'ask00001', nodeName: 'Income', customerName: 'Asha' });
  const found = async (query: Record<string, string>) => (await walks(admin, query)).length;
  for (const query of [
    { search: '+91 98765' },
    { search: '919876500001' },
    { node: 'ask00001', journeyId, version: '1' },
    { state: 'WAITING' },
  ] as unknown as Record<string, string>[])
    expect([query, await found(query)]).toEqual([query, 1]);
  expect(await found({ state: 'FAILED' })).toBe(0);
  const { code } = (
    await as(admin).put(endpoints.roles.saveRole.path, { name: 'Watches', permissions: ['JOURNEYS.VIEW_JOURNEYMONITOR'] })
  ).json().data;
  const viewer = await makeUser({ enterprise: admin, roles: [code] });
  expect((await walks(viewer))[0]).toMatchObject({ id: first.id, customerName: '', address: expect.stringMatching(/^•+001$/) });
  expect((await as(viewer).get(`${journeyMonitor.list.path}?search=98&from=0&perPage=10`)).json().code).toBe('filter.invalid');

  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  expect((await act(stranger, { act: 'stop', instanceIds: [first.id] })).data).toEqual({
    done: 0,
    refused: [{ instanceId: first.id, reason: 'No such walk.' }],
  });
  expect((await as(stranger).get(at(first.id))).json().code).toBe('journey.instance_not_found');
  expect((await act(admin, { act: 'retry', instanceIds: [first.id] })).data.refused[0].reason).toBe('It has not failed.');
  expect((await act(admin, { act: 'continue', node: 'none0001', instanceIds: [first.id] })).data.refused[0].reason).toContain(
    'no such node',
  );
  expect((await act(admin, { act: 'handOver', departmentId: journeyId, instanceIds: [first.id] })).data.refused[0].reason).toBe(
    'No such department.',
  );
  expect((await act(admin, { act: 'stop', instanceIds: [first.id, journeyId] })).data).toEqual({
    done: 1,
    refused: [{ instanceId: journeyId, reason: 'No such walk.' }],
  });
  expect(await becomes('STOPPED')).toMatchObject({ id: first.id, reason: 'OPERATOR' });
  expect((await act(admin, { act: 'stop', instanceIds: [first.id] })).data.refused[0].reason).toBe('It has ended.');

  // It fails, since it divides by zero; nothing of the income is shown anywhere.
  await asha.say('watch');
  await asha.shows('Your income?', 'Your income?');
  await asha.say('45000');
  const failed = await becomes('FAILED');
  expect(failed).toMatchObject({ node: 'set00001', reason: 'ERROR', lastError: expect.stringMatching(/./) });
  const shown = await as(admin).get(at(failed.id));
  expect(shown.body).not.toContain('45000');
  expect(shown.json().data).toMatchObject({
    turns: [
      {
        turn: 1,
        input: { kind: 'start', text: 'watch' },
        messages: [{ text: 'Your income?', state: expect.stringMatching(/SENT|DELIVERED|READ/) }],
      },
      { turn: 2, input: { kind: 'message', text: '•••' }, visits: [{ nodeName: 'Income', exit: 'ok' }, { nodeType: 'data.set' }] },
    ],
    nodes: watched.nodes.map(({ id, name, type }) => ({ id, name, type })),
    lost: [],
  });

  await asha.say('watch');
  const second = await becomes('WAITING');
  expect((await act(admin, { act: 'retry', instanceIds: [failed.id] })).data.refused[0].reason).toBe(
    'Another stream talks with this customer.',
  );
  await act(admin, { act: 'continue', node: 'say00001', instanceIds: [second.id] });
  expect(await becomes('COMPLETED', second.id)).toMatchObject({ outcome: 'scored' });
  // The income was erased with its end: nothing divides by zero any more.
  expect((await act(admin, { act: 'retry', instanceIds: [failed.id] })).data).toEqual({ done: 1, refused: [] });
  expect(await becomes('COMPLETED', failed.id)).toMatchObject({ outcome: 'scored' });
  await vi.waitFor(async () => expect((await asha.texts()).at(-1)).toBe('Score 10.'), 20_000);

  await asha.say('watch');
  const last = await becomes('WAITING');
  expect((await act(admin, { act: 'handOver', instanceIds: [last.id] })).data.done).toBe(1);
  await becomes('HANDED_OVER', last.id);
  await vi.waitFor(async () => {
    const item = (await as(admin).get(journeys.get.path.replace(':journeyId', journeyId))).json().data;
    expect(item).toMatchObject({ running: 0, started: 4, completed: 2 });
  }, 10_000);
  const trail = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select(['kind', 'action', 'recordId'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('kind', '=', 'journey')
      .where('action', '=', 'edit')
      .where('recordId', '=', journeyId)
      .execute(),
  );
  expect(trail.length).toBe(4);
});

// The last one here: it lets go of the months that the others write to.
test('turns go after 90 days and walks after 400, by their months; a month in which a walk lives stays, and so do the counts', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'watch', watched);
  const phone = phoneOf(scene, '+919876500009');
  await phone.say('watch');
  await phone.shows('Your income?');
  const forgetIn = (days: number) =>
    contextOf(admin).transaction((tx) => sql`select forget_journeys(${new Date(Date.now() + days * 86_400_000)})`.execute(tx));
  const kept = () =>
    contextOf(admin).read(async (tx) => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::integer from journey_turns where enterprise_id = ${admin.enterpriseId}) as turns,
        (select count(*)::integer from journey_instances where enterprise_id = ${admin.enterpriseId}) as walks,
        (select count(*)::integer from journey_sends where enterprise_id = ${admin.enterpriseId}) as sends,
        (select count(*)::integer from (select from journey_counts where enterprise_id = ${admin.enterpriseId}
          union all select from journey_count_changes where enterprise_id = ${admin.enterpriseId}) c) > 0 as counts`.execute(tx);
      return rows[0];
    });
  await forgetIn(50);
  expect(await kept()).toEqual({ turns: 1, walks: 1, sends: 1, counts: true });
  await forgetIn(500);
  expect(await kept()).toEqual({ turns: 0, walks: 1, sends: 1, counts: true });
  const [walk] = await walks(admin);
  expect((await as(admin).get(at(walk?.id ?? ''))).json().data).toMatchObject({ journeyId, state: 'WAITING', turns: [] });
  // Whoever waits for more than a year is not forgotten, and goes on.
  await phone.say('500');
  await phone.shows('Your income?', 'Score 10.');
  await vi.waitFor(async () => expect((await walks(admin))[0]?.state).toBe('COMPLETED'), 20_000);
  // As if the walks of the other tests had ended too.
  const owner = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await owner.connect();
  await owner.query('delete from journey_live');
  await owner.end();
  await forgetIn(500);
  expect(await kept()).toEqual({ turns: 0, walks: 0, sends: 0, counts: true });
});
