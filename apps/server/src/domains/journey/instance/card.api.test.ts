import { endpoints, type RichCard } from '@parley/contract';
import { copyCard, type Document } from '@parley/journey';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCardScenes, visitCard } from '../../../../test/cards.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes, end, makeStream, say } from '../../../../test/journeys.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, makeEnterprise, contextOf } = app;
const { visit } = createScenes(app);
const { makeScene, publish, phoneOf, becomes, expectWhole } = createStreamScenes(app, vendors);
const { makeCard, makePicture } = createCardScenes(app);
const { richCards: calls, journeys } = endpoints;

/** A stream that sends a card of the library, with a name as its value. */
const sending = (card: RichCard, more: object = {}): Document =>
  makeStream(
    {
      card0001: {
        type: 'message.card',
        config: { ...copyCard(card, { name: '"Asha"' }), ...more },
        to: { accept01: 'say00001', cancel02: 'end00001' },
      },
      say00001: say('See you!', 'end00001'),
      end00001: end('seen'),
    },
    { settings: {} },
  );

const inCalendar = expect.stringMatching(/Into my calendar: http:\S+\/chatbird\/api\/richcard\/event\?event=\S+&signature=\S+/);

test('forms 10 a card of the library arrives whole over RCS, with picture and three of its buttons as buttons of the phone', async () => {
  const made = await makeScene('rcs');
  const picture = await makePicture(made.admin);
  const card = await makeCard(made.admin, { media: { id: picture._id }, height: 'tall', layout: 'horizontal' });
  await publish(made, 'visit', sending(card));
  const asha = phoneOf(made, '+919876500301');
  await asha.say('visit');
  await vi.waitFor(async () => expect(await asha.ours()).toHaveLength(1));
  const [message] = await asha.ours();
  expect(message?.cards).toMatchObject([
    {
      title: 'Your visit, Asha',
      text: 'We see you on Friday.',
      media: { url: expect.stringContaining('/e/enterprise/files/') },
      buttons: [
        { title: 'I come', type: 'reply' },
        { title: 'Cancel', type: 'reply' },
        { title: 'Way', type: 'place', value: 'https://maps.google.com/?q=18.5,73.8' },
        { title: 'Into my calendar', type: 'calendar', value: 'Visit of Asha · 2026-12-04T10:00:00Z · 2026-12-04T11:00:00Z' },
      ],
    },
  ]);
  const button = message?.cards[0]?.buttons[0];
  await vendors.control.act(
    made.channelId,
    asha.number,
    { kind: 'press', messageId: message?.id ?? '', buttonId: button?.id ?? '' },
    'Asha',
  );
  await asha.shownLast('See you!');
  await becomes(made, 'COMPLETED seen');
  await expectWhole(made);
});

test('forms 10 the same card over WhatsApp is its picture with three buttons, the other suggestions lines of its text', async () => {
  const made = await makeScene();
  const picture = await makePicture(made.admin);
  const third = { id: 'later003', title: 'Later', action: { kind: 'reply' } };
  const card = await makeCard(made.admin, {
    media: { id: picture._id },
    suggestions: [...visitCard.suggestions.slice(0, 2), third, ...visitCard.suggestions.slice(3)],
  });
  const document = sending(card);
  document.edges.push({ from: 'card0001', exit: 'later003', to: 'end00001' });
  await publish(made, 'visit', document);
  const asha = phoneOf(made, '+919876500302');
  await asha.say('visit');
  await vi.waitFor(async () => expect(await asha.ours()).toHaveLength(1));
  const [message] = await asha.ours();
  expect(message).toMatchObject({ media: { kind: 'image' }, text: inCalendar });
  expect(message?.text).toContain('*Your visit, Asha*\nWe see you on Friday.');
  expect(message?.buttons.map(({ title }) => title)).toEqual(['I come', 'Cancel', 'Later']);
  await asha.press('I come');
  await asha.shownLast('See you!');
});

test('forms 10 the same card as a short message is its words with links, and a number answers it', async () => {
  const made = await makeScene('sms');
  const picture = await makePicture(made.admin);
  await publish(made, 'visit', sending(await makeCard(made.admin, { media: { id: picture._id } })));
  const asha = phoneOf(made, '+919876500303');
  await asha.say('visit');
  await vi.waitFor(async () => expect(await asha.ours()).toHaveLength(1));
  const [message] = await asha.ours();
  expect(message?.text.split('\n')).toEqual([
    'Your visit is on Friday, Asha.',
    'Way: https://maps.google.com/?q=18.5,73.8',
    inCalendar,
    '1. I come',
    '2. Cancel',
  ]);
  await asha.say('1');
  await asha.shownLast('See you!');
});

test('forms 10 the same card on a website is a card of the widget', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  const { id: channelId, widgetKey } = await makeWebChannel(enterprise, { entry: 'queue' });
  const picture = await makePicture(admin);
  const card = await makeCard(admin, { media: { id: picture._id } });
  // A website is no sandbox: its streams have passed a rehearsal.
  const scene = { admin, channelId };
  const { id } = (await as(admin).post(journeys.create.path, { name: 'visit', example: '' })).json().data;
  await writeDraft(admin, id, sending(card));
  const rehearsed = { id: 'test0001', name: 'Shown', expect: [{ kind: 'message', after: 0, text: 'Your visit' }] };
  expect(
    (await as(admin).put(journeys.saveTest.path.replace(':journeyId', id).replace(':testId', 'test0001'), { test: rehearsed })).statusCode,
  ).toBe(200);
  await publishDraft(scene.admin, id);
  await as(admin).post(endpoints.publishing.attach.path, { journeyId: id, channelId, kind: 'keyword', word: 'visit' });
  const visitor = await visit(widgetKey);
  await visitor.say('visit');
  const { entry } = await visitor.next('entry', ({ entry: one }) => one.author === 'bot');
  expect(entry.richCards).toMatchObject([
    {
      title: expect.stringContaining('Your visit'),
      text: inCalendar,
      media: { url: expect.stringContaining('x-access-id='), name: 'shoe.png', type: 'image/png' },
      links: [{ title: 'Way', href: 'https://maps.google.com/?q=18.5,73.8' }],
    },
  ]);
  expect(entry.choices?.items.map(({ title }: { title: string }) => title)).toEqual(['I come', 'Cancel']);
});

async function writeDraft(admin: TestUser, id: string, document: Document): Promise<void> {
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify({ ...document, id, name: 'visit' }) })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('journeyId', '=', id)
      .execute(),
  );
}
async function publishDraft(admin: TestUser, id: string): Promise<void> {
  const { revision } = (await as(admin).get(journeys.draft.path.replace(':journeyId', id))).json().data;
  const published = await as(admin).post(journeys.publish.path.replace(':journeyId', id), { revision });
  expect([published.statusCode, published.body]).toEqual([200, expect.any(String)]);
}

test('forms 10 publishing copies a card into the version: an edited one is older there, drafts are updated at once, and it is not deleted', async () => {
  const made = await makeScene('sms');
  const { admin } = made;
  const card = await makeCard(admin);
  const read = async (): Promise<RichCard> => (await as(admin).get(calls.get.path.replace(':cardId', card.id))).json().data;
  const journeyId = await publish(made, 'visit', sending(card));
  const use = { id: journeyId, name: 'visit', kind: 'stream' };
  expect(await read()).toMatchObject({ usedIn: [{ ...use, isOlder: false }], olderIn: 0 });
  expect((await as(admin).delete(calls.remove.path.replace(':cardId', card.id))).json()).toMatchObject({
    code: 'rich_card.in_use',
    data: { uses: ['visit'] },
  });
  const suggestions = [visitCard.suggestions[0], { ...visitCard.suggestions[1], id: 'newone05', title: 'Move it' }];
  const saved = await as(admin).put(calls.update.path.replace(':cardId', card.id), {
    ...visitCard,
    name: 'Visit 2',
    suggestions,
    smsText: 'New words, {{name}}.',
    version: 1,
  });
  expect(saved.json().data).toMatchObject({ usedIn: [{ ...use, isOlder: true }], olderIn: 1 });
  const asha = phoneOf(made, '+919876500304');
  await asha.say('visit');
  await asha.shownLast('Your visit is on Friday, Asha.');

  const updateDrafts = async (user = admin) => (await as(user).post(journeys.updateCards.path.replace(':cardId', card.id), {})).json();
  // Somebody else edits the draft: it is left, and said.
  const other = await makeUser({ enterprise: admin, name: 'Ben' });
  await as(other).post(journeys.lease.path.replace(':journeyId', journeyId), {});
  expect((await updateDrafts()).data).toEqual({ updated: 0, held: ['visit'] });
  await as(other).delete(journeys.release.path.replace(':journeyId', journeyId));
  expect(await updateDrafts()).toMatchObject({ message: 'The drafts are updated.', data: { updated: 1, held: [] } });
  expect((await updateDrafts()).data).toEqual({ updated: 0, held: [] });
  const { document } = (await as(admin).get(journeys.draft.path.replace(':journeyId', journeyId))).json().data as { document: Document };
  expect(document.nodes.find(({ id }) => id === 'card0001')?.config).toMatchObject({
    library: { card: { name: 'Visit 2' }, version: 2, values: { name: '"Asha"' } },
    cards: [{ items: [{ id: 'accept01' }, { id: 'newone05' }] }],
  });
  // The edge of the suggestion that is gone has gone with it; the version that runs is still of the former card.
  expect(document.edges.filter(({ from }) => from === 'card0001').map(({ exit }) => exit)).toEqual(['accept01']);
  expect(await read()).toMatchObject({ olderIn: 1 });
  const foreign = await makeUser();
  expect((await updateDrafts(foreign)).code).toBe('rich_card.not_found');
});
