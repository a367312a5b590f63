import { endpoints, type JourneyReplay } from '@parley/contract';
import { type Document, fingerprintOf } from '@parley/journey';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes, type StreamScene } from '../../../../test/journeys.ts';
import { writeStream } from '../../../../test/streams.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { keepPast } from '../inbox/instance.past.ts';
import { type ReplayLimits, runReplay } from './replay.run.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeScene, publish, phoneOf, walks } = createStreamScenes(app, vendors);
const { journeyReplays: calls, journeyMonitor } = endpoints;

/** A stream that offers a loan to people who earn enough. */
const loan = (least: number): Document =>
  writeStream('ask00001', {
    variables: [{ name: 'income', type: 'Number', isSensitive: true }],
    nodes: [
      { id: 'ask00001', type: 'input.number', name: 'Income', config: { text: { en: 'Your income?' }, asking: { variable: 'income' } } },
      { id: 'if000001', type: 'logic.condition', name: 'Enough', config: { test: { source: `income >= ${least}` } } },
      {
        id: 'menu0001',
        type: 'message.buttons',
        name: 'Offer',
        config: { text: { en: 'A loan?' }, items: [{ id: 'yes00001', title: { en: 'Yes, please' } }] },
      },
      { id: 'no000001', type: 'mark.end', name: 'Refused', config: { outcome: 'refused' } },
      { id: 'end00001', type: 'mark.end', name: 'Lent', config: { outcome: 'lent' } },
    ],
    edges: [
      ['ask00001', 'ok', 'if000001'],
      ['if000001', 'yes', 'menu0001'],
      ['if000001', 'no', 'no000001'],
      ['menu0001', 'yes00001', 'end00001'],
    ],
  });

const draft = ({ admin }: StreamScene, id: string, written: Document) =>
  contextOf(admin).transaction((tx) => {
    const document = { ...written, id, name: 'loan' };
    return tx
      .updateTable('journeys')
      .set({ document: JSON.stringify(document), fingerprint: fingerprintOf(document), revision: 2 })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('journeyId', '=', id)
      .execute();
  });
const at = (journeyId: string) => calls.start.path.replace(':journeyId', journeyId);

async function replayed(user: TestUser, journeyId: string): Promise<JourneyReplay> {
  const started = await as(user).post(at(journeyId), { version: '1', days: '7' });
  expect([started.statusCode, started.json().data.state]).toEqual([200, 'running']);
  let replay = started.json().data as JourneyReplay;
  await vi.waitFor(async () => {
    replay = (await as(user).get(at(journeyId))).json().data;
    expect(replay.state).not.toBe('running');
  });
  return replay;
}

test('the people of the last days are played through the draft: who would go elsewhere, and where they part; nothing is sent or changed', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'loan', loan(1000));
  expect((await as(admin).get(at(journeyId))).json().data).toBeNull();
  const people = [['+919876500011', '45000', 'Yes, please'], ['+919876500012', '500'], ['+919876500013', '700'], ['+919876500014']].map(
    ([number = '', ...says]) => ({ phone: phoneOf(scene, number), says }),
  );
  for (const { phone, says } of people) {
    await phone.say('loan');
    await phone.shows('Your income?');
    if (says[0]) await phone.say(says[0]);
    if (says[1]) {
      await phone.shows('Your income?', 'A loan?');
      await phone.say(says[1]);
    }
  }
  const ids = await vi.waitFor(async () => {
    const all = await walks(admin);
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(['', 'lent', 'refused', 'refused']);
    return all.map(({ id }) => id);
  });

  // The draft as it was published changes nothing for anybody.
  expect(await replayed(admin, journeyId)).toMatchObject({ state: 'done', walks: 4, looked: 4, same: 4, elsewhere: 0, cut: '' });

  const traces = () =>
    contextOf(admin).read(async (tx) => ({
      turns: (await sql`select instance_id, turn from journey_turns where enterprise_id = ${admin.enterpriseId}`.execute(tx)).rows.length,
      messages: (await sql`select message_id from messages where enterprise_id = ${admin.enterpriseId}`.execute(tx)).rows.length,
      past: (
        await sql<{ input: string }>`select input from journey_past_inputs where enterprise_id = ${admin.enterpriseId}`.execute(tx)
      ).rows.map(({ input }) => input),
    }));
  const before = await traces();
  await draft(scene, journeyId, loan(600));
  const replay = await replayed(admin, journeyId);
  const node = (id: string, name: string, type: string) => ({ stream: journeyId, id, name, type });
  const parting = {
    node: node('if000001', 'Enough', 'logic.condition'),
    was: { exit: 'no', exitTitle: '', to: node('no000001', 'Refused', 'mark.end'), state: '' },
    would: { exit: 'yes', exitTitle: '', to: node('menu0001', 'Offer', 'message.buttons'), state: '' },
  };
  const lent = ids[1];
  expect(replay).toEqual({
    ...replay,
    state: 'done',
    version: 1,
    days: 7,
    revision: 2,
    walks: 4,
    looked: 4,
    same: 3,
    elsewhere: 1,
    uncompared: [],
    cut: '',
    partings: [{ ...parting, walks: 1 }],
    gone: [{ ...parting, instanceId: lent, startedOn: expect.any(String) }],
  });
  expect((await as(admin).get(journeyMonitor.get.path.replace(':instanceId', String(lent)))).json().data.outcome).toBe('refused');
  // Receipts still come in, and change nothing.
  expect(await traces()).toMatchObject({ turns: before.turns, messages: before.messages });
  // Past inputs are kept for replays alone, and can be read nowhere.
  expect(before.past.length).toBeGreaterThanOrEqual(8);
  for (const kept of [...before.past, JSON.stringify(replay)]) expect(kept).not.toMatch(/\b(?:45000|500|700)\b|loan"/);

  await draft(scene, journeyId, {
    ...loan(1000),
    edges: loan(1000).edges.map((edge) => (edge.exit === 'yes00001' ? { ...edge, to: 'no000001' } : edge)),
  });
  expect((await replayed(admin, journeyId)).partings).toEqual([
    {
      node: node('menu0001', 'Offer', 'message.buttons'),
      was: { exit: 'yes00001', exitTitle: 'Yes, please', to: node('end00001', 'Lent', 'mark.end'), state: '' },
      would: { exit: 'yes00001', exitTitle: 'Yes, please', to: node('no000001', 'Refused', 'mark.end'), state: '' },
      walks: 1,
    },
  ]);

  // Walks that cannot be compared are counted by reason, and a replay beyond its limits is cut off with a reason.
  await as(admin).post(journeyMonitor.act.path, { act: 'continue', node: 'end00001', instanceIds: [ids[0]] });
  await vi.waitFor(async () => expect((await walks(admin))[0]?.outcome).toBe('lent'));
  expect(await replayed(admin, journeyId)).toMatchObject({ same: 2, elsewhere: 1, uncompared: [{ why: 'ACTED', walks: 1 }] });
  await contextOf(admin).transaction((tx) =>
    sql`delete from journey_past_inputs where enterprise_id = ${admin.enterpriseId} and instance_id = ${ids[1]}`.execute(tx),
  );
  const again = { ...(await replayed(admin, journeyId)), id: journeyId, state: 'running' as const };
  expect(again.uncompared).toEqual([
    { why: 'NOT_KEPT', walks: 1 },
    { why: 'ACTED', walks: 1 },
  ]);
  const runAgain = async (limits: ReplayLimits): Promise<JourneyReplay> => {
    await contextOf(admin).transaction((tx) =>
      tx
        .updateTable('journeyReplays')
        .set({ replayId: again.id, replay: JSON.stringify(again) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .execute(),
    );
    await runReplay(contextOf(admin), app.deps, journeyId, limits);
    return (await as(admin).get(at(journeyId))).json().data;
  };
  // One after the other they come to the same, even after a killed worker had counted some.
  const { same, elsewhere, uncompared, gone } = again;
  expect(await runAgain({ walks: 9, seconds: 60, atOnce: 1 })).toMatchObject({
    state: 'done',
    looked: 4,
    same,
    elsewhere,
    uncompared,
    gone,
    cut: '',
  });
  expect(await runAgain({ walks: 3, seconds: 60, atOnce: 2 })).toMatchObject({ state: 'done', walks: 4, looked: 3, cut: 'walks' });
  expect(await runAgain({ walks: 9, seconds: 0, atOnce: 2 })).toMatchObject({ state: 'done', walks: 4, looked: 2, cut: 'time' });

  // None of the inputs is kept after a week.
  const { past } = await traces();
  const old = { inputId: 1, instanceId: String(ids[1]), input: { kind: 'timer' as const }, isKept: false, at: new Date() };
  const weekAgo = new Date(Date.now() - 8 * 86_400_000);
  await contextOf(admin).transaction((tx) => keepPast(tx, app.deps.secrets, admin.enterpriseId, [old], weekAgo));
  expect((await traces()).past.length).toBe(past.length + 1);
  await sql`select forget_journey_inputs()`.execute(app.deps.db);
  expect((await traces()).past.length).toBe(past.length);

  expect((await as(admin).post(at(journeyId), { version: 1, days: 8 })).statusCode).toBe(400);
  expect((await as(admin).post(at(journeyId), { version: 2 })).json().code).toBe('journey.version_not_found');
  const stranger = await makeUser();
  for (const answer of [await as(stranger).post(at(journeyId), { version: 1 }), await as(stranger).get(at(journeyId))])
    expect(answer.json().code).toBe('journey.not_found');
});
