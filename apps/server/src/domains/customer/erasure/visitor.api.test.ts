import { type Erasure, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { filesWith, tablesWith } from '../../../../test/person.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import type { Visitor } from '../../../../test/sockets.ts';
import { upload } from '../../../../test/upload.ts';

const app = await startApp({ config: { youngFileMs: 100 } });
const { as, makeUser, stranger } = app;
const { visit } = createScenes(app);
const { makeTrained } = createBots(app);
const { privacy, phoneBook, training, widget, notifications } = endpoints;
const of = (path: string, id: string) => path.replace(/:\w+/, id);
const shared = Buffer.from('%PDF-1.4\n% The same leaflet qanarixleaflet\n%%EOF\n');

async function attach(key: string, visitor: Visitor, text: string): Promise<string> {
  const [body, { headers }] = upload('leaflet.pdf', shared);
  const sent = await stranger().post(`${widget.upload.path}?key=${key}`, body, {
    headers: { ...headers, origin: app.url, 'visitor-token': visitor.token },
  });
  const key2 = crypto.randomUUID();
  visitor.tell('send', { key: key2, text, attachmentId: sent.json().data.id });
  return (await visitor.next('accepted', (data) => data.key === key2)).chatId;
}

async function erase(admin: TestUser, { id, name }: { id: string; name: string }): Promise<Erasure> {
  const body = { name, reason: 'Asked', keepOptOut: true };
  const answer = (await as(admin).post(of(privacy.erase.path, id), body)).json();
  expect(answer).toMatchObject({ status: true });
  return vi.waitFor(
    async () => {
      const { erasures } = (await as(admin).get(privacy.erasures.path)).json().data as { erasures: Erasure[] };
      const done = erasures.find((erasure) => erasure.id === answer.data.erasure.id && erasure.state === 'done');
      if (!done) throw new Error('The erasure is not done yet.');
      return done;
    },
    { interval: 100 },
  );
}

test('a visitor who talked to the bot, was missed and sent a file is forgotten; a file that another has too stays until they are', async () => {
  const enterprise = await app.makeEnterprise();
  const admin = await makeUser({ enterprise });
  const { botId } = await makeTrained(admin, shopIntents, 'Shop');
  const channel = await makeWebChannel(enterprise, { entry: 'bot', botId });
  const visitor = await visit(channel.widgetKey);
  const other = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('When are you open, asks qanarixvisitor?');
  await visitor.say('Zzyzx qanarixpuzzle blorp');
  await attach(channel.widgetKey, visitor, 'Here is qanarixsent');
  const otherChatId = await attach(channel.widgetKey, other, 'Here is mine');
  const turns = () =>
    enterprise.ctx.read((tx) =>
      tx.selectFrom('botTurns').select(['text', 'intentName']).where('sessionId', '=', chatId).orderBy('turnId').execute(),
    );
  await vi.waitFor(async () => expect((await turns()).length).toBeGreaterThan(1));
  // Nobody of the queue is there: the administrators hear of it by the visitor's name.
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ handledBy: 'queue', state: 0, queuedAt: new Date(), deadlineAt: new Date(Date.now() - 1) })
      .where('chatId', '=', chatId)
      .execute(),
  );
  const missed = async () =>
    ((await as(admin).get(notifications.list.path)).json().data.notifications as { code: string }[]).filter(
      ({ code }) => code === 'chat.missed',
    );
  await vi.waitFor(async () => expect(await missed()).toHaveLength(1));
  const people = (await as(admin).get(phoneBook.list.path)).json().data.customers.customers as { id: string; name: string }[];
  const customerOf = async (id: string) =>
    enterprise.ctx.read((tx) => tx.selectFrom('chats').select('customerId').where('chatId', '=', id).executeTakeFirstOrThrow());
  const personOf = async (id: string) => {
    const { customerId } = await customerOf(id);
    return people.find((person) => person.id === customerId) as { id: string; name: string };
  };
  const person = await personOf(chatId);
  const before = await turns();

  const done = await erase(admin, person);
  expect(Object.fromEntries(done.counts.map(({ kind, count }) => [kind, count]))).toMatchObject({
    ...{ profile: 1, addresses: 1, chats: 1, botTurns: before.length, notifications: 1 },
  });
  await expect.poll(() => tablesWith(app, ['qanarix', person.name])).toEqual([]);
  expect(await turns()).toEqual(before.map(({ intentName }) => ({ text: '', intentName })));
  expect(await missed()).toEqual([]);
  const unanswered = (await as(admin).get(`${of(training.unanswered.path, botId)}?days=7`)).json().data.groups as { texts: string[] }[];
  expect(unanswered.map(({ texts }) => texts)).toEqual([['Here is mine']]);
  expect(filesWith(app, ['qanarixleaflet'])).toHaveLength(1);
  await erase(admin, await personOf(otherChatId));
  expect(filesWith(app, ['qanarixleaflet'])).toEqual([]);

  // The same browser is somebody new.
  await visitor.talker.closed;
  const returned = await visit(channel.widgetKey, { visitorToken: visitor.token });
  expect(returned.welcome.thread).toMatchObject({ chatId: null, entries: [] });
  await returned.say('Me again');
  const again = (await as(admin).get(phoneBook.list.path)).json().data.customers.customers as { id: string }[];
  expect(again).toHaveLength(1);
  expect(again[0]?.id).not.toBe(person.id);
});
