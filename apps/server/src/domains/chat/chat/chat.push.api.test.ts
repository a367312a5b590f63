import { defaultAudioSettings, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { readPush, startPushService } from '../../../../test/push-service.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';

const app = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
const service = await startPushService();
const { makeScene, visit } = createScenes(app);
const { users, notifications, chats, departments, calendars } = endpoints;

/** A chat of Asha's, and a browser of Ben's that takes pushes. */
async function makeOffer(path: string) {
  const scene = await makeScene();
  const { asha, visitor, users: people } = scene;
  const browser = service.subscribe(path);
  await app.as(people.ben).post(users.registerDevice.path, { token: JSON.stringify(browser.subscription) });
  const { chatId } = await visitor.say('My name is Meera');
  await asha.ask('agentPickupChat', { chatId });
  return { ...scene, browser, offer: () => asha.ask('agentTransferChat', { chatId, agentId: people.ben.userId, note: 'About Meera' }) };
}
type Leaving = {
  enterprise: { enterpriseId: string };
  ben: { close: () => void; talker: { closed: Promise<unknown> } };
  userId: string;
  token: string;
};
/** Closes the console of an agent, and does not wait for the grace of a reload. */
async function leave({ enterprise, ben, userId, token }: Leaving): Promise<void> {
  ben.close();
  await ben.talker.closed;
  const isGone = async () => {
    await app.contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('agentSockets')
        .set({ seenUntil: new Date(0) })
        .where('userId', '=', userId)
        .execute(),
    );
    return (await app.as({ token }).get(chats.agentStatus.path)).json().data.agentStatus;
  };
  await expect.poll(isGone).toBe(0);
}
const waiting = ({ enterpriseId }: { enterpriseId: string }) =>
  app.contextOf({ enterpriseId }).read((tx) => tx.selectFrom('pushMessages').select('kind').execute());

test('an agent whose console is closed is told by the browser of a chat on offer, without a name, as long as it is on offer', async () => {
  const { browser, offer } = await makeOffer('/ben');
  await offer();
  const [push] = await vi.waitFor(
    () => {
      expect(service.to('/ben')).toHaveLength(1);
      return service.to('/ben');
    },
    { interval: 20 },
  );
  expect(readPush(push?.body ?? Buffer.of(), browser).toString()).toBe('{"kind":"chat_offered","count":1,"path":"/chat/conversation"}');
  expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(60);
  expect(Number(push?.headers.ttl)).toBeGreaterThan(0);
});

test('NOTIF-037 nor is anybody told who has switched chat notifications off, or browsers for this kind', async () => {
  const quiet = await makeOffer('/quiet');
  await app.as(quiet.users.ben).put(users.saveAudio.path, { enableChatNotification: false, audioSettings: defaultAudioSettings });
  await quiet.offer();
  expect(await waiting(quiet.enterprise)).toEqual([]);
  const choosy = await makeOffer('/choosy');
  const kinds = [{ kind: 'chat_offered', ways: { inApp: true, sound: true, mail: true, push: false } }];
  const saved = await app.as(choosy.users.ben).put(notifications.savePreferences.path, { kinds });
  // The other ways are none of this kind's.
  expect(saved.json().data.kinds.find((row: { kind: string }) => row.kind === 'chat_offered')).toEqual({
    kind: 'chat_offered',
    ways: { inApp: false, sound: false, mail: false, push: false },
    isRequired: false,
    isPushOnly: true,
  });
  await choosy.offer();
  expect(await waiting(choosy.enterprise)).toEqual([]);
  expect([...service.to('/quiet'), ...service.to('/choosy')]).toEqual([]);
});

test('a chat stays on offer to somebody whose console is closed and whose browser has told them of it', async () => {
  const { enterprise, users: people, ben, offer } = await makeOffer('/kept');
  await offer();
  await leave({ enterprise, ben, userId: people.ben.userId, token: people.ben.token });
  expect((await app.as(people.ben).get(`${chats.waiting.path}?type=transferred`)).json().data).toHaveLength(1);
});

test('screens 11.5 an owner whose console is closed is told by the browser of a customer who writes, without a word of it; an open console is not', async () => {
  const { enterprise, users: people, ben, visitor } = await makeScene();
  const browser = service.subscribe('/owner');
  const token = JSON.stringify(browser.subscription);
  await app.as(people.ben).post(users.registerDevice.path, { token });
  const { chatId } = await visitor.say('My name is Meera');
  await ben.ask('agentPickupChat', { chatId });
  // Nobody is told of what their open console shows.
  await visitor.say('Are you there?');
  expect(await waiting(enterprise)).toEqual([]);
  await leave({ enterprise, ben, userId: people.ben.userId, token: people.ben.token });
  await visitor.say('A secret of mine');
  const pushes = () => service.to('/owner').map(({ body }) => JSON.parse(readPush(body ?? Buffer.of(), browser).toString()) as object);
  await vi.waitFor(() => expect(pushes()).toEqual([{ kind: 'chat_message', count: 1, path: `/chat/conversation?chatId=${chatId}` }]), {
    interval: 20,
  });
  // A browser that has gone is asked for no more, in this process too.
  await app.as(people.ben).post(notifications.removeDevice.path, { token });
  await visitor.say('Hello?');
  expect(await waiting(enterprise)).toEqual([]);
});

test('agents whose console is closed hear in one notification how many chats wait that they may take; others do not', async () => {
  const { enterprise, users: people, ben, channel } = await makeScene();
  const browser = service.subscribe('/waiting');
  await app.as(people.ben).post(users.registerDevice.path, { token: JSON.stringify(browser.subscription) });
  const pushes = () => service.to('/waiting').map(({ body }) => JSON.parse(readPush(body ?? Buffer.of(), browser).toString()) as object);
  // The console in front tells it by itself.
  await (await visit(channel.widgetKey)).say('One');
  expect(await waiting(enterprise)).toEqual([]);
  await leave({ enterprise, ben, userId: people.ben.userId, token: people.ben.token });
  await (await visit(channel.widgetKey)).say('A secret of mine');
  await vi.waitFor(() => expect(pushes()).toEqual([{ kind: 'chat_waiting', count: 2, path: '/chat/conversation' }]), { interval: 20 });
  expect(Number(service.to('/waiting')[0]?.headers.ttl)).toBeLessThanOrEqual(900);

  // A chat of another department is nobody's of theirs, and neither is one that begins to wait outside the hours.
  const admin = app.as(await app.makeUser({ enterprise, roles: [1] }));
  const deptId = (await admin.post(departments.create.path, { name: 'Sales' })).json().data.id;
  const sales = await makeWebChannel(enterprise);
  await enterprise.ctx.transaction((tx) => tx.updateTable('channels').set({ deptId }).where('channelId', '=', sales.id).execute());
  await (await visit(sales.widgetKey)).say('Three');
  expect(await waiting(enterprise)).toEqual([]);
  const kinds = [{ kind: 'chat_waiting', ways: { inApp: false, sound: false, mail: false, push: false } }];
  await app.as(people.ben).put(notifications.savePreferences.path, { kinds });
  await (await visit(channel.widgetKey)).say('Four');
  expect(await waiting(enterprise)).toEqual([]);
  const wished = [{ kind: 'chat_waiting', ways: { inApp: false, sound: false, mail: false, push: true } }];
  await app.as(people.ben).put(notifications.savePreferences.path, { kinds: wished });
  const closed = { name: 'Never', timeZone: 'Asia/Kolkata', isDefault: true, days: [[], [], [], [], [], [], []], exceptions: [] };
  expect((await admin.post(calendars.create.path, closed)).json()).toMatchObject({ status: true });
  await (await visit(channel.widgetKey)).say('Five');
  expect(await waiting(enterprise)).toEqual([]);
  expect(pushes()).toHaveLength(1);
});
