import { type ActedPerson, type ActJob, endpoints, type JourneyInstance } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, createStreamScenes, end, makeStream, say, texts } from '../../../../test/journeys.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { workOnAct } from './act.work.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeScene, publish, phoneOf, walks, becomes } = createStreamScenes(app, vendors);
const { journeyMonitor, journeys, audit } = endpoints;

const asking = makeStream(
  {
    ask00001: { ...ask('Name?', 'name', { ok: 'say00001' }), name: 'Greeting' },
    say00001: { ...say('Thanks.', 'end00001'), name: 'Thanks' },
    end00001: end('thanked'),
  },
  { variables: texts('name') },
);
type Answer = { done: number; held: number; refused: number; people: ActedPerson[]; job: ActJob | null };
const act = async (user: TestUser, body: object) => (await as(user).post(journeyMonitor.act.path, body)).json();
const acted = async (user: TestUser, body: object) => (await act(user, body)).data as Answer;
const of = (path: string, actId: string) => path.replace(':actId', actId);
const peopleOf = async (user: TestUser, actId: string, query: Record<string, string> = {}) =>
  (await as(user).get(`${of(journeyMonitor.actPeople.path, actId)}?${new URLSearchParams(query)}`)).json();
const listJobs = async (user: TestUser) => (await as(user).get(journeyMonitor.acts.path)).json().data.jobs as ActJob[];
const count = async (user: TestUser, query: Record<string, string>) =>
  (await as(user).get(`${journeyMonitor.count.path}?${new URLSearchParams(query)}`)).json().data;

/** Walks of the same stream that have ended, behind each other in time: what the list and an act find by their filter. */
const addEnded = (admin: TestUser, { id }: Pick<JourneyInstance, 'id'>, many: number) =>
  contextOf(admin).transaction((tx) =>
    sql`
      insert into journey_instances (enterprise_id, instance_id, started_at, journey_id, version, customer_id, channel_id, address, chat_id, environment,
        state, node_no, turn, instance, changed_at, ended_at)
      select enterprise_id, gen_random_uuid(), started_at + place * interval '1 millisecond', journey_id, version, customer_id, channel_id, address, chat_id,
        environment, 'COMPLETED', node_no, 0, '{}', changed_at, changed_at
      from journey_instances, generate_series(1, ${many}::int) place
      where enterprise_id = ${admin.enterpriseId} and instance_id = ${id}`.execute(tx),
  );

test('all that match are found within the act, by the filter alone; the audit trail names the node at which each person stood', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'go', asking);
  const other = await publish(scene, 'leave', asking);
  const phones = ['+919876500071', '+919876500072', '+919876500073'].map((number) => phoneOf(scene, number));
  for (const phone of phones.slice(0, 2)) await phone.say('go');
  await phones[2]?.say('leave');
  for (const phone of phones) await phone.shows('Name?');
  expect(await count(admin, { journeyId, state: 'WAITING' })).toEqual({ count: 2, isCut: false });
  expect((await act(admin, { act: 'stop' })).code).toBe('request.invalid');
  expect((await act(admin, { act: 'stop', instanceIds: [journeyId], filter: { journeyId } })).code).toBe('request.invalid');

  const { people, ...numbers } = await acted(admin, { act: 'stop', filter: { journeyId, state: 'WAITING' } });
  expect(numbers).toEqual({ done: 2, held: 0, refused: 0, job: null });
  expect(people.map(({ address, nodeName, outcome }) => [address, nodeName, outcome]).sort()).toEqual([
    ['+919876500071', 'Greeting', 'done'],
    ['+919876500072', 'Greeting', 'done'],
  ]);
  await vi.waitFor(async () => expect((await walks(admin, { journeyId })).map(({ state }) => state)).toEqual(['STOPPED', 'STOPPED']));
  const [waiting] = await walks(admin, { journeyId: other });
  expect(waiting?.state).toBe('WAITING');

  const { entries } = (await as(admin).get(`${audit.list.path}?kind=journey_walk`)).json().data as {
    entries: { id: string; recordId: string }[];
  };
  expect(entries.map(({ recordId }) => recordId).sort()).toEqual(people.map(({ instanceId }) => instanceId).sort());
  const entry = (await as(admin).get(audit.get.path.replace(':entryId', entries[0]?.id ?? ''))).json().data;
  expect(entry).toMatchObject({ recordName: 'Asha', link: `/journey/monitor/${entries[0]?.recordId}` });
  expect(entry.changes.map(({ field, after }: { field: string; after: unknown }) => [field, after])).toEqual([
    ['stream', 'go'],
    ['streamVersion', 1],
    ['stoodAt', 'Greeting'],
    ['act', 'stop'],
  ]);
  // A role that may not search by a number acts on nobody that it would find by one.
  const { code } = (
    await as(admin).put(endpoints.roles.saveRole.path, { name: 'Watches', permissions: ['JOURNEYS.VIEW_JOURNEYMONITOR'] })
  ).json().data;
  const viewer = await makeUser({ enterprise: admin, roles: [code] });
  expect((await act(viewer, { act: 'stop', filter: { search: '98' } })).code).toBe('filter.invalid');
  expect((await acted(viewer, { act: 'stop', filter: { journeyId } })).people[0]).toMatchObject({
    customerName: '',
    address: expect.stringMatching(/^•+07\d$/),
    outcome: 'refused',
    code: 'ENDED',
    reason: 'It has ended.',
  });
  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  expect(await acted(stranger, { act: 'stop', filter: {} })).toMatchObject({ done: 0, refused: 0, people: [] });
});

test('a walk whose stream is paused, or with whom people talk, holds an act and says why, and does it afterwards', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'go', asking);
  const phone = phoneOf(scene, '+919876500074');
  await phone.say('go');
  await phone.shows('Name?');
  const [walk] = await walks(admin);
  const at = (path: string) => path.replace(':journeyId', journeyId);
  expect((await as(admin).post(at(journeys.pause.path), {})).statusCode).toBe(200);
  const onward = { act: 'continue', node: 'say00001', instanceIds: [walk?.id] };
  expect(await acted(admin, onward)).toMatchObject({
    done: 0,
    held: 1,
    refused: 0,
    people: [{ outcome: 'held', code: 'STREAM_PAUSED', reason: expect.stringContaining('paused'), nodeName: 'Greeting' }],
  });
  await as(admin).post(at(journeys.resume.path), {});
  await becomes(scene, 'COMPLETED thanked');

  await phone.say('go');
  await becomes(scene, 'COMPLETED thanked', 'WAITING');
  const [second] = await walks(admin);
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ handledBy: 'queue' })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('state', 'not in', [3, 4])
      .execute(),
  );
  expect(await acted(admin, { ...onward, instanceIds: [second?.id] })).toMatchObject({
    held: 1,
    people: [{ outcome: 'held', code: 'WITH_PEOPLE' }],
  });
  // A stop is not held while people talk.
  expect(await acted(admin, { act: 'stop', instanceIds: [second?.id] })).toMatchObject({ done: 1, held: 0 });
});

test('more than 1,000 walks are a job: it tells how far it is, keeps what came of each, and is there after a reload', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'go', asking);
  const phone = phoneOf(scene, '+919876500075');
  await phone.say('go');
  await phone.shows('Name?');
  const [walk] = (await walks(admin)) as [JourneyInstance];
  await addEnded(admin, walk, 1050);
  const order = { act: 'stop', filter: { journeyId }, key: 'once' };
  const first = await act(admin, order);
  const { job, people } = first.data as Answer;
  expect([job?.act, job?.total, people]).toEqual(['stop', 1051, []]);
  const actId = job?.id ?? '';
  expect((await acted(admin, order)).job?.id).toBe(actId);
  // Two workers at one act take each person once.
  await Promise.all([0, 1].map(() => workOnAct(enterpriseContext(app.deps, admin.enterpriseId), actId)));
  await vi.waitFor(async () => expect((await listJobs(admin))[0]?.state).toBe('completed'));
  expect(await listJobs(admin)).toEqual([
    {
      ...job,
      state: 'completed',
      done: 1,
      held: 0,
      refused: 1050,
      createdBy: expect.stringMatching(/./),
      finishedAt: expect.stringMatching(/Z$/),
    },
  ]);
  await becomes({ ...scene, admin }, ...['STOPPED OPERATOR'], ...Array.from({ length: 1050 }, () => 'COMPLETED'));
  const done = (await peopleOf(admin, actId, { outcome: 'done' })).data;
  expect(done).toEqual({
    people: [
      {
        instanceId: walk.id,
        customerName: 'Asha',
        address: '+919876500075',
        node: 'ask00001',
        nodeName: 'Greeting',
        nodeType: 'input.text',
        outcome: 'done',
        code: '',
        reason: '',
      },
    ],
    more: false,
  });
  const page = (await peopleOf(admin, actId, { outcome: 'refused', from: '1000', perPage: '40' })).data;
  expect([page.people.length, page.more, page.people[0]]).toMatchObject([40, true, { code: 'ENDED', reason: 'It has ended.' }]);
  const trail = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select(['kind', 'actorName'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('kind', '=', 'journey_walk')
      .execute(),
  );
  expect(trail).toEqual([{ kind: 'journey_walk', actorName: job?.createdBy }]);

  // More than one job takes: it is told, and nothing begins.
  await addEnded(admin, walk, 100_000);
  expect(await count(admin, { journeyId })).toEqual({ count: 100_000, isCut: true });
  expect(await act(admin, { ...order, key: 'more' })).toMatchObject({ code: 'journey.walks_too_many', data: { most: 100_000 } });
  expect(await listJobs(admin)).toHaveLength(1);

  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  expect([(await peopleOf(stranger, actId)).code, await listJobs(stranger)]).toEqual(['journey.act_not_found', []]);
  const cancel = async (user: TestUser, id: string) => (await as(user).post(of(journeyMonitor.cancelAct.path, id), {})).json();
  expect([(await cancel(stranger, actId)).code, (await cancel(admin, actId)).code]).toEqual(['journey.act_not_found', 'journey.act_over']);
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  for (const path of [journeyMonitor.acts.path, journeyMonitor.count.path, of(journeyMonitor.actPeople.path, actId)])
    expect((await as(agent).get(path)).statusCode).toBe(403);
});

test('an act that is cancelled does nothing more, and one that fails for one person goes on with the others', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  await publish(scene, 'go', asking);
  const phone = phoneOf(scene, '+919876500076');
  await phone.say('go');
  await phone.shows('Name?');
  const [walk] = (await walks(admin)) as [JourneyInstance];
  const actId = crypto.randomUUID();
  const { enterpriseId } = admin;
  const missing = crypto.randomUUID();
  // Prepares two refusals of a later worker: one person is gone, and the version of another cannot be read.
  await addEnded(admin, walk, 1);
  await contextOf(admin).transaction(async (tx) => {
    await sql`update journey_instances set version = 99 where enterprise_id = ${enterpriseId} and instance_id <> ${walk.id}`.execute(tx);
    await tx
      .insertInto('journeyActs')
      .values({ enterpriseId, actId, act: 'stop', total: 3, createdBy: admin.userId, createdAt: new Date() })
      .execute();
    await sql`insert into journey_act_people (enterprise_id, act_id, place, instance_id)
      select enterprise_id, ${actId}::uuid, row_number() over (order by started_at desc), instance_id from journey_instances where enterprise_id = ${enterpriseId}
      union all select ${enterpriseId}::uuid, ${actId}::uuid, 3, ${missing}::uuid`.execute(tx);
  });
  const ctx = enterpriseContext(app.deps, enterpriseId);
  await workOnAct(ctx, actId);
  await becomes(scene, 'STOPPED OPERATOR', 'COMPLETED');
  const { people } = (await peopleOf(admin, actId)).data as Answer;
  expect(people.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['refused', 'FAULT'],
    ['done', ''],
    ['refused', 'NOT_THERE'],
  ]);
  expect((await listJobs(admin))[0]).toMatchObject({ state: 'completed', done: 1, refused: 2, held: 0 });

  await phone.say('go');
  await becomes(scene, 'STOPPED OPERATOR', 'COMPLETED', 'WAITING');
  const [going] = (await walks(admin)) as [JourneyInstance];
  const second = crypto.randomUUID();
  await contextOf(admin).transaction(async (tx) => {
    const asked = { enterpriseId, actId: second };
    await tx
      .insertInto('journeyActs')
      .values({ ...asked, act: 'stop', total: 1, createdBy: admin.userId, createdAt: new Date() })
      .execute();
    await tx
      .insertInto('journeyActPeople')
      .values({ ...asked, place: 1, instanceId: going.id })
      .execute();
  });
  const cancelled = (await as(admin).post(of(journeyMonitor.cancelAct.path, second), {})).json();
  expect(cancelled.data).toMatchObject({ state: 'cancelled', total: 1, done: 0 });
  await workOnAct(ctx, second);
  expect([(await walks(admin))[0]?.state, (await peopleOf(admin, second)).data.people]).toEqual(['WAITING', []]);
});
