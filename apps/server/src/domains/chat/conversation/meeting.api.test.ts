import { createHmac } from 'node:crypto';
import { type ChatAction, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await startApp();
const { as, makeUser } = app;
const { makeScene } = createScenes(app);
const { chats, integrations } = endpoints;

test('ADMIN-048 CHAT-035 CHAT-049 an agent invites to a room that nobody guesses, signed where the server asks for it', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Can you show me?');
  await asha.ask('agentPickupChat', { chatId });
  const invite = async (user = users.asha) => (await as(user).post(chats.createRoom.path, { chatId })).json();
  const available = async () => (await as(users.asha).get(chats.meetings.path)).json().data;
  expect(await available()).toEqual({ canMeet: false });
  expect(await invite()).toMatchObject({ code: 'meeting.unavailable' });
  const service = { authType: 3, name: 'Meetings', baseUrl: 'https://meet.example.com/calls/' };
  const { _id } = (await as(admin).post(integrations.create.path, service)).json().response;
  expect(await available()).toEqual({ canMeet: true });
  const first = (await invite()).data.url as string;
  const second = (await invite()).data.url as string;
  for (const url of [first, second]) expect(url).toMatch(/^https:\/\/meet\.example\.com\/calls\/[0-9a-f]{32}$/);
  expect(first).not.toBe(second);
  const messages = (await as(users.asha).get(chats.get.path.replace(':chatId', chatId))).json().data.messages as ChatAction[];
  expect(messages.at(-1)).toMatchObject({ message: second, authorKind: 'agent', userName: 'Asha' });

  const signed = { ...service, appId: 'parley', secret: 'Meeting-secret-1' };
  await as(admin).put(integrations.update.path.replace(':integrationId', _id), signed);
  const url = new URL((await invite()).data.url);
  const [header, payload, signature] = (url.searchParams.get('jwt') ?? '').split('.') as [string, string, string];
  expect(createHmac('sha256', 'Meeting-secret-1').update(`${header}.${payload}`).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    aud: 'jitsi',
    iss: 'parley',
    sub: 'meet.example.com',
    room: url.pathname.split('/').at(-1),
  });
  // Only whoever takes part
  expect(await invite(users.ben)).toMatchObject({ code: 'chat.not_found' });
  expect(await invite(await makeUser())).toMatchObject({ code: 'meeting.unavailable' });
});
