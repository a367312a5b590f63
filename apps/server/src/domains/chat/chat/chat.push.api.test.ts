import { defaultAudioSettings, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { readPush, startPushService } from '../../../../test/push-service.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
const service = await startPushService();
const { makeScene } = createScenes(app);
const { users, notifications, chats } = endpoints;

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
  ben.close();
  await ben.talker.closed;
  const isGone = async () => {
    await app.contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('agentSockets')
        .set({ seenUntil: new Date(0) })
        .where('userId', '=', people.ben.userId)
        .execute(),
    );
    return (await app.as(people.ben).get(chats.agentStatus.path)).json().data.agentStatus;
  };
  await expect.poll(isGone).toBe(0);
  expect((await app.as(people.ben).get(`${chats.waiting.path}?type=transferred`)).json().data).toHaveLength(1);
});
