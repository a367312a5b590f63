import { channelTypes, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { ask, createStreamScenes, en, end, item, makeStream, type StreamScene, say, texts } from '../../../../test/journeys.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import type { Visitor } from '../../../../test/sockets.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { createChannel } from '../../channel/door.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, contextOf } = app;
const { visit } = createScenes(app);
const { makeScene, publish, attach, phoneOf, walksOf, becomes, expectWhole } = createStreamScenes(app, vendors);
const { journeys, phoneBook } = endpoints;

const questions = makeStream(
  {
    pick0001: {
      type: 'input.choice',
      config: {
        text: en('Which plan?'),
        options: { kind: 'fixed', items: [item('basic001', 'Basic'), item('gold0001', 'Gold')] },
        asking: { variable: 'plan' },
      },
      to: { ok: 'mile0001' },
    },
    mile0001: { type: 'mark.milestone', config: { milestone: 'chosen01' }, to: { next: 'ask00001' } },
    ask00001: ask('Name?', 'name', { ok: 'say00001' }),
    say00001: say('{{ plan }} for {{ name }}.', 'end00001'),
    end00001: end('sold'),
  },
  { variables: texts('plan', 'name'), milestones: [{ id: 'chosen01', name: 'Chosen' }] },
);
const reaches = (visitor: Visitor, text: string) =>
  visitor.next('entry', ({ entry }) => entry.author === 'bot' && entry.text.includes(text));

/** A stream that begins on a website and on a phone by the same word. */
async function makeBoth(document = questions, opening = 'Which plan?') {
  const scene = await makeScene();
  const { admin } = scene;
  const web = await createChannel(contextOf(admin) as never, {
    name: 'Website',
    type: channelTypes.WEB,
    isActive: true,
    data: webData({ entry: 'queue' }),
  });
  // Both of one environment: what is tried out is no figure of production.
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('channels').set({ environment: 'sandbox' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const journeyId = await publish(scene, 'plans', document);
  await attach({ admin, channelId: web.id }, journeyId, 'keyword', 'plans');
  const phone = phoneOf(scene, '+919876500081');
  const visitor = await visit(web.widgetKey);
  await phone.say('plans');
  await phone.shows(opening);
  await visitor.say('plans');
  const asked = await reaches(visitor, opening);
  return { scene, admin, web, journeyId, phone, visitor, payloadOf: (title: string) => payloadIn(asked, title) };
}
const payloadIn = ({ entry }: Awaited<ReturnType<typeof reaches>>, title: string): string =>
  entry.choices?.items.find((one) => one.title === title)?.id ?? '';

const walkOn = async (scene: StreamScene, channelId: string) => (await walksOf(scene)).find((walk) => walk.channelId === channelId);

/** The visitor's record becomes the phone's customer. */
async function mergeInto({ admin }: StreamScene, keepId: string, mergeId: string): Promise<void> {
  const keep = (await as(admin).get(phoneBook.get.path.replace(':customerId', keepId))).json().data.customer;
  const values = { name: 'Asha', phoneNumber: keep.phoneNumber, emailId: '', groups: [], tags: [], data: [] };
  const merged = await as(admin).post(phoneBook.merge.path, { keepId, mergeId, version: keep.version, values });
  expect([merged.statusCode, merged.json().message]).toEqual([200, 'The two customers are one now.']);
}
const figures = async ({ admin }: StreamScene, journeyId: string) => {
  const { running, started, completed } = (await as(admin).get(journeys.get.path.replace(':journeyId', journeyId))).json().data;
  return { running, started, completed };
};
/** All that is counted of a stream and is not 0. */
const counted = ({ admin }: StreamScene) =>
  contextOf(admin).read(async (tx) => {
    const { rows } = await sql<{ what: string; channelId: string; node: string; exit: string; count: number }>`
      select c.what, c.channel_id, coalesce(n.node_id, '') as node, c.exit, sum(c.count)::int as count from (
        select * from (select journey_id, what, channel_id, node_no, exit, count from journey_counts where enterprise_id = ${admin.enterpriseId}) a
        union all select journey_id, what, channel_id, node_no, exit, count from journey_count_changes where enterprise_id = ${admin.enterpriseId}) c
      left join journey_nodes n on n.enterprise_id = ${admin.enterpriseId} and n.journey_id = c.journey_id and n.node_no = c.node_no
      group by 1, 2, 3, 4 having sum(c.count) <> 0 order by 1, 2, 3, 4`.execute(tx);
    return rows.map(({ what, channelId, node, exit, count }) =>
      [channelId, what, node, exit, count].filter((part) => part !== '').join(' '),
    );
  });

test('two customers who are one count once, and what the visitor answers next is for the walk that goes on, which asks on in the same chat', async () => {
  const { scene, admin, web, journeyId, phone, visitor } = await makeBoth();
  await vi.waitFor(async () => expect(await figures(scene, journeyId)).toEqual({ running: 2, started: 2, completed: 0 }));
  const [mine, theirs] = [await walkOn(scene, scene.channelId), await walkOn(scene, web.id)];
  await mergeInto(scene, mine?.customerId ?? '', theirs?.customerId ?? '');
  expect(await figures(scene, journeyId)).toEqual({ running: 1, started: 1, completed: 0 });
  expect(await counted(scene)).toEqual([`${scene.channelId} entered pick0001 1`, `${scene.channelId} started 1`]);

  // The page has been open all the time.
  const { chatId } = await visitor.say('Gold');
  expect(chatId).toBe(theirs?.chatId);
  await reaches(visitor, 'Name?');
  await visitor.say('Asha');
  await reaches(visitor, 'Gold for Asha.');
  await becomes(scene, 'COMPLETED sold', 'STOPPED MERGED');
  expect((await walksOf(scene)).map(({ instanceId, channelId, mergedInto }) => [instanceId, channelId, mergedInto])).toEqual([
    [mine?.instanceId, web.id, null],
    [theirs?.instanceId, web.id, mine?.instanceId],
  ]);
  expect(await figures(scene, journeyId)).toEqual({ running: 0, started: 1, completed: 1 });
  expect((await counted(scene)).filter((line) => line.startsWith(scene.channelId))).toEqual([]);
  expect(await counted(scene)).toEqual([
    `${web.id} ended COMPLETED 1`,
    ...['ask00001', 'end00001', 'mile0001', 'pick0001', 'say00001'].map((node) => `${web.id} entered ${node} 1`),
    ...['ask00001 ok', 'mile0001 next', 'pick0001 ok', 'say00001 next'].map((exit) => `${web.id} exit ${exit} 1`),
    `${web.id} started 1`,
  ]);
  expect(await phone.texts()).toHaveLength(1);
  const chats = await contextOf(admin).read((tx) =>
    tx.selectFrom('chats').select('customerId').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(chats).toEqual([{ customerId: mine?.customerId }, { customerId: mine?.customerId }]);
  await expectWhole(scene);
});

test('a button of the walk that was let go answers the one that goes on', async () => {
  const { scene, web, visitor, payloadOf } = await makeBoth();
  const [mine, theirs] = [await walkOn(scene, scene.channelId), await walkOn(scene, web.id)];
  await mergeInto(scene, mine?.customerId ?? '', theirs?.customerId ?? '');
  expect(payloadOf('Basic')).toMatch(/^j/);
  visitor.tell('send', { key: 'press', text: 'Basic', payload: payloadOf('Basic') });
  await reaches(visitor, 'Name?');
  await visitor.say('Asha');
  await reaches(visitor, 'Basic for Asha.');
  await becomes(scene, 'COMPLETED sold', 'STOPPED MERGED');
  await expectWhole(scene);
});

test('a sensitive answer to the walk that goes on is masked in the chat where its person gives it', async () => {
  const card = makeStream(
    { ask00001: ask('Card?', 'card', { ok: 'say00001' }), say00001: say('Kept.', 'end00001'), end00001: end('kept') },
    { variables: [{ name: 'card', type: 'Text', isSensitive: true }] },
  );
  const { scene, web, visitor } = await makeBoth(card, 'Card?');
  const [mine, theirs] = [await walkOn(scene, scene.channelId), await walkOn(scene, web.id)];
  await mergeInto(scene, mine?.customerId ?? '', theirs?.customerId ?? '');
  const { entry } = await visitor.say('4000056655665556');
  expect(entry.text).toMatch(/^•+$/);
  await reaches(visitor, 'Kept.');
  await becomes(scene, 'COMPLETED kept', 'STOPPED MERGED');
});

test('two who have both completed a stream in the same days have completed it once, and reached its milestones once', async () => {
  const { scene, admin, web, journeyId, phone, visitor } = await makeBoth();
  const [mine, theirs] = [await walkOn(scene, scene.channelId), await walkOn(scene, web.id)];
  await visitor.say('Gold');
  await reaches(visitor, 'Name?');
  await visitor.say('Asha');
  await reaches(visitor, 'Gold for Asha.');
  await phone.say('Basic');
  await phone.shows('Which plan?', 'Name?');
  await phone.say('Asha');
  await becomes(scene, 'COMPLETED sold', 'COMPLETED sold');
  await vi.waitFor(async () => expect(await figures(scene, journeyId)).toEqual({ running: 0, started: 2, completed: 2 }));
  const milestones = () =>
    contextOf(admin).read((tx) =>
      tx.selectFrom('journeyMilestones').select(['instanceId', 'customerId']).where('enterpriseId', '=', admin.enterpriseId).execute(),
    );
  expect(await milestones()).toHaveLength(2);
  await mergeInto(scene, mine?.customerId ?? '', theirs?.customerId ?? '');
  expect(await figures(scene, journeyId)).toEqual({ running: 0, started: 1, completed: 1 });
  expect((await counted(scene)).filter((line) => line.startsWith(web.id))).toEqual([]);
  expect(await milestones()).toEqual([{ instanceId: mine?.instanceId, customerId: mine?.customerId }]);
  await expectWhole(scene);
});
