import { createHash, createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type CallRecording, type CallRoom, type ChatAction, endpoints, type RtcSignal } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { openMeet } from '../../../../test/sockets.ts';
import { upload } from '../../../../test/upload.ts';
import { removeDoomed } from '../../file/door.ts';
import { withDuration } from './recording.webm.ts';
import { removeRecordings } from './video.held.repository.ts';

// Bytes may be removed as soon as nobody has them.
const app = await startApp({ config: { youngFileMs: 0 } });
const { as, makeUser } = app;
const { makeScene } = createScenes(app);
const { chats, integrations, video } = endpoints;

test('ADMIN-048 CHAT-035 CHAT-049 an agent invites to a room that nobody guesses, signed where the server asks for it', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Can you show me?');
  await asha.ask('agentPickupChat', { chatId });
  const invite = async (user = users.asha) => (await as(user).post(video.createRoom.path, { chatId })).json();
  const available = async () => (await as(users.asha).get(video.meetings.path)).json().data;
  expect(await available()).toEqual({ canMeet: false, kind: 'outside', canRecord: false });
  expect(await invite()).toMatchObject({ code: 'meeting.unavailable' });
  const service = { authType: 3, name: 'Meetings', baseUrl: 'https://meet.example.com/calls/' };
  const { _id } = (await as(admin).post(integrations.create.path, service)).json().response;
  expect(await available()).toEqual({ canMeet: true, kind: 'outside', canRecord: false });
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

const turnSecret = 'north-relay-secret';

/** An agent and a visitor in a chat, whose enterprise holds its calls here, with one relay. */
async function makeCallScene() {
  const scene = await makeScene();
  const { enterprise, users, asha, visitor } = scene;
  const admin = await makeUser({ enterprise });
  const relays = 'stun:relay.example.com, turn:relay.example.com:3478?transport=udp';
  const service = { authType: 3, name: 'Calls', kind: 'own', relays, secret: turnSecret };
  const { _id } = (await as(admin).post(integrations.create.path, service)).json().response;
  const { chatId } = await visitor.say('Can you show me?');
  await asha.ask('agentPickupChat', { chatId });
  const agent = as(users.asha);
  return {
    ...scene,
    admin,
    serviceId: _id as string,
    chatId,
    agent,
    create: async (user = users.asha) => (await as(user).post(video.createRoom.path, { chatId, uId: user.userId })).json(),
    take: async () => (await agent.post(video.createUser.path, { chatId, uId: users.asha.userId })).json().data,
    history: async () => (await agent.get(video.history.path.replace(':chatId', chatId))).json().data,
    load: async () => (await agent.get(chats.agentStatus.path)).json().data.load as number,
  };
}

const codeOf = (url: string) => url.split('/').at(-1) ?? '';
const at = (path: string, id: string) => path.replace(/:(roomId|recordingId)/, id);
const offer: RtcSignal = { epoch: 'a', to: '', description: { type: 'offer', sdp: 'v=0\r\n' } };

test('CHAT-034 CHAT-035 CHAT-037 CHAT-038 CHAT-039 CHAT-049 ADMIN-047 a call is held here: one a chat, by a link that nobody guesses, with relays for an hour', async () => {
  const { users, agent, chatId, create, take, history, load, admin, serviceId } = await makeCallScene();
  expect((await as(admin).get(integrations.get.path.replace(':integrationId', serviceId))).json().response).toMatchObject({
    authType: 3,
    kind: 'own',
    baseUrl: '',
    relays: 'stun:relay.example.com\nturn:relay.example.com:3478?transport=udp',
    canRecord: true,
  });
  expect((await agent.get(video.meetings.path)).json().data).toEqual({ canMeet: true, kind: 'own', canRecord: true });
  expect((await agent.post(video.createUser.path, { chatId })).json().code).toBe('call.not_found');
  const before = await load();
  const { id, url } = (await create()).data;
  expect(url).toBe(`${app.deps.publicUrl()}/meet/${codeOf(url)}`);
  expect(codeOf(url)).toMatch(/^[a-z0-9]{19}$/);
  expect((await create()).data).toEqual({ id, url });
  expect(await load()).toBe(before + 100);
  const messages = (await agent.get(chats.get.path.replace(':chatId', chatId))).json().data.messages as ChatAction[];
  expect(messages.filter(({ message }) => message === url)).toHaveLength(2);

  const seat = await take();
  expect(seat).toMatchObject({ id: users.asha.userId, roomId: id });
  const [stun, turn] = seat.iceServers;
  expect(stun).toEqual({ urls: ['stun:relay.example.com'] });
  expect(turn.urls).toEqual(['turn:relay.example.com:3478?transport=udp']);
  const [expiry, ...names] = turn.username.split(':');
  expect(names).toEqual([id, users.asha.userId]);
  expect(Number(expiry) - Date.now() / 1000).toBeGreaterThan(3500);
  expect(turn.credential).toBe(createHmac('sha1', turnSecret).update(turn.username).digest('base64'));

  const room = { id, chatId, state: 'OPEN', consent: 'none', by: 'Asha', endedAt: null, recordings: [] };
  expect((await agent.get(video.current.path)).json().data).toMatchObject([room]);
  expect((await agent.get(at(video.resource.path, id))).json().data).toMatchObject({ ...room, iceServers: [stun, { urls: turn.urls }] });
  expect((await history())[0].people).toMatchObject([{ id: users.asha.userId, kind: 'agent', name: 'Asha', leftAt: null, ending: '' }]);
  // Ben takes no part, and users of another enterprise find nothing
  expect(await create(users.ben)).toMatchObject({ code: 'chat.not_found' });
  for (const other of [users.ben, await makeUser()]) {
    expect((await as(other).get(at(video.resource.path, id))).json().code).toMatch(/^(chat|call)\.not_found$/);
    expect((await as(other).post(at(video.end.path, id))).json().code).toBe('call.not_found');
    expect((await as(other).get(video.current.path)).json().data).toEqual([]);
  }
  expect((await agent.post(at(video.end.path, id))).json().status).toBe(true);
  expect((await agent.post(at(video.end.path, id))).json().code).toBe('call.ended');
  expect(await load()).toBe(before);
  expect((await history())[0]).toMatchObject({ state: 'ENDED', people: [{ ending: 'ended' }] });
  // Its chat ends another one: nobody in it is left behind, and the desk is free
  const next = (await create()).data;
  const meet = await openMeet(app.url, codeOf(next.url));
  await meet.join();
  await agent.post(`${chats.close.path.replace(':chatId', chatId)}?feedback=`);
  expect(await meet.next('callChanged', ({ state }) => state === 'ENDED')).toMatchObject({ roomId: next.id });
  expect(await load()).toBe(0);
  meet.close();
});

test('words of both browsers reach each other; a code, a page or a token that is not of the call opens nothing', async () => {
  const { asha, create, take, agent, history } = await makeCallScene();
  const { id, url } = (await create()).data;
  const code = codeOf(url);
  await expect(openMeet(app.url, code, 'https://elsewhere.example')).rejects.toThrow('403');
  await expect(openMeet(app.url, 'a'.repeat(19))).rejects.toThrow('404');
  await expect(openMeet(app.url, '../../etc/passwd')).rejects.toThrow('404');
  const first = await take();
  const meet = await openMeet(app.url, code);
  const joined = await meet.join();
  expect(joined).toMatchObject({ roomId: id, agentName: 'Asha', title: 'Chat', colour: '#1f6f78', consent: 'none', isRecording: false });
  expect(joined.iceServers[1]?.username).toContain(`:${id}:`);
  expect(await asha.next('callChanged', ({ isCustomerHere }) => isCustomerHere)).toMatchObject({ roomId: id, state: 'LIVE' });
  meet.tell('rtc', { signal: offer });
  expect(await asha.next('rtc')).toEqual({ roomId: id, signal: offer });
  const answer = { epoch: 'b', to: 'a', candidate: { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' } };
  expect((await asha.ask('rtc', { roomId: id, token: first.token, signal: answer })).status).toBe(true);
  expect(await meet.next('rtc')).toEqual({ roomId: id, signal: answer });
  // A second browser with the link has no place while the first is there; the first comes back by its token
  const second = await openMeet(app.url, code);
  expect(await second.refusal()).toMatchObject({ code: 'call.taken' });
  await asha.ask('rtc', { roomId: id, token: first.token, signal: offer });
  expect(await meet.next('rtc')).toEqual({ roomId: id, signal: offer });
  second.tell('ping', {});
  await second.next('pong');
  expect(second.received).toEqual([]);
  // The network changes: the connection before ends behind the new one, and takes nobody's place
  const moved = await openMeet(app.url, code);
  await moved.join(joined.token);
  meet.tell('leave', {});
  meet.tell('ping', {});
  await meet.next('pong');
  expect((await history())[0].people).toMatchObject([{ kind: 'agent' }, { kind: 'customer', leftAt: null }]);
  await asha.ask('rtc', { roomId: id, token: first.token, signal: offer });
  expect(await moved.next('rtc')).toEqual({ roomId: id, signal: offer });
  meet.tell('ping', {});
  await meet.next('pong');
  expect(meet.received.filter(({ type }) => type === 'rtc')).toEqual([]);
  meet.close();
  moved.close();
  expect(await asha.next('callChanged', ({ isCustomerHere, state }) => !isCustomerHere && state === 'LIVE')).toMatchObject({ roomId: id });
  const again = await openMeet(app.url, code);
  expect((await again.join(joined.token)).token).toBe(joined.token);
  // A second window of the agent takes the place of the first
  const { token } = await take();
  expect((await asha.ask('rtc', { roomId: id, token: first.token, signal: answer })).code).toBe('call.ended');
  expect((await asha.ask('rtc', { roomId: id, token, signal: answer })).status).toBe(true);
  await agent.post(at(video.end.path, id));
  expect(await again.next('callChanged', ({ state }) => state === 'ENDED')).toMatchObject({ roomId: id, isCustomerHere: false });
  expect((await asha.next('callChanged', ({ state }) => state === 'ENDED')).roomId).toBe(id);
  await expect(openMeet(app.url, code)).rejects.toThrow('404');
  for (const one of [second, again]) one.close();
});

/** The head of a WebM recording as browsers write it: a segment of unknown size, and an information without a duration. */
const head = Buffer.from(
  [
    '1a45dfa3',
    '84',
    '42868101',
    '18538067',
    '01ffffffffffffff',
    '1549a966',
    '87',
    '2ad7b1',
    '83',
    '0f4240',
    '1f43b675',
    'ff',
    'e78100',
  ].join(''),
  'hex',
);

test('CHAT-036 a recording begins with the consent, comes in parts, and is played by those who may see the history', async () => {
  const { enterprise, users, asha, agent, chatId, create, take, history, visitor } = await makeCallScene();
  const { id, url } = (await create()).data;
  await take();
  const meet = await openMeet(app.url, codeOf(url));
  await meet.join();
  const start = async () => (await agent.post(at(video.startRecording.path, id))).json();
  const put = async (recordingId: string, part: number, bytes: Buffer, ms = 5000) => {
    const [body, { headers }] = upload('part.webm', bytes);
    return (await agent.put(`${at(video.addPart.path, recordingId).replace(':part', String(part))}?ms=${ms}`, body, { headers })).json();
  };
  expect((await start()).code).toBe('call.no_consent');
  // An answer that nobody has asked for is none
  meet.tell('consent', { isGiven: true });
  meet.tell('ping', {});
  await meet.next('pong');
  await agent.post(at(video.askConsent.path, id));
  expect(await meet.next('callChanged', ({ consent }) => consent === 'asked')).toMatchObject({ isRecording: false });
  expect((await start()).code).toBe('call.no_consent');
  meet.tell('consent', { isGiven: true });
  await asha.next('callChanged', ({ consent }) => consent === 'given');
  const entry = (await agent.get(chats.get.path.replace(':chatId', chatId))).json().data.messages.at(-1) as ChatAction;
  expect(entry).toMatchObject({ authorKind: 'customer', detail: { call: 'consentGiven' } });
  const before = (await start()).data;
  expect(before).toMatchObject({ roomId: id, state: 'RECORDING', parts: 0, isReady: false });
  expect(await take()).toMatchObject({ consent: 'given', isRecording: true });
  // A page that is loaded anew begins another one
  const recording = (await start()).data;
  expect(recording.id).not.toBe(before.id);
  expect((await put(before.id, 0, head)).code).toBe('call.no_recording');
  await meet.next('callChanged', ({ isRecording }) => isRecording);

  expect((await put(recording.id, 0, Buffer.from('no recording'))).code).toBe('file.type_not_allowed');
  expect((await put(recording.id, 0, head, 4000)).data).toEqual({ parts: 1 });
  expect(await put(recording.id, 2, Buffer.from('third'))).toMatchObject({ code: 'call.part_missing', data: { expected: 1 } });
  expect((await put(recording.id, 1, Buffer.from('second'), 9000)).data).toEqual({ parts: 2 });
  expect((await put(recording.id, 1, Buffer.from('second'), 9000)).data).toEqual({ parts: 2 });
  meet.tell('consent', { isGiven: false });
  expect(await meet.next('callChanged', ({ consent }) => consent === 'withdrawn')).toMatchObject({ isRecording: false });
  expect((await put(recording.id, 2, Buffer.from('third'))).code).toBe('call.no_recording');
  expect((await start()).code).toBe('call.no_consent');
  const ready = async () => (await history())[0].recordings.find(({ id: known }: CallRecording) => known === recording.id);
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ state: 'COMPLETE', parts: 2, ms: 9000, isReady: true }), {
    interval: 50,
  });
  // Bytes of refused parts are nowhere
  const stored = await readdir(path.join(app.deps.config.dataDir, 'files'), { recursive: true });
  expect(stored.filter((name) => name.endsWith(createHash('sha256').update('third').digest('hex')))).toEqual([]);
  expect(stored.filter((name) => name.startsWith(`incoming${path.sep}`))).toEqual([]);

  const player = users.asha;
  const other = await makeUser({ enterprise, roles: [2] });
  const address = `${at(video.recording.path, recording.id)}?chatId=${chatId}`;
  const played = (await as(player).get(address)).json().data;
  const bytes = (await app.stranger().get(played.url)).rawPayload;
  expect(bytes).toEqual(Buffer.concat([withDuration(head, 9000), Buffer.from('second')]));
  expect(bytes.readDoubleBE(bytes.indexOf(Buffer.from('448988', 'hex')) + 3)).toBe(9000);
  expect((await as(other).get(address)).json().code).toBe('1403');
  expect((await as(await makeUser()).get(address)).json().code).toBe('chat.not_found');
  const trail = await enterprise.ctx.read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select(['action', 'actorId', 'recordId'])
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('kind', '=', 'recording')
      .execute(),
  );
  expect(trail).toEqual([{ action: 'play', actorId: player.userId, recordId: recording.id }]);
  // The customer's thread holds the address, and nothing of the answer
  expect(JSON.stringify(visitor.talker.received)).toContain(url);
  expect(JSON.stringify(visitor.talker.received)).not.toContain('agreed to the recording');
  // Past its time nothing of it is left, bytes included
  await enterprise.ctx.transaction((tx) => removeRecordings(tx, enterprise.enterpriseId, [chatId]));
  expect(await removeDoomed(enterprise.ctx)).toBe(false);
  expect((await app.stranger().get(played.url)).statusCode).toBe(404);
  meet.close();
});

test('a recording whose browser falls silent is broken after a minute, and keeps what has arrived', async () => {
  const { agent, create, take, history, enterprise, asha } = await makeCallScene();
  const { id, url } = (await create()).data;
  await take();
  const meet = await openMeet(app.url, codeOf(url));
  await meet.join();
  await agent.post(at(video.askConsent.path, id));
  await meet.next('callChanged', ({ consent }) => consent === 'asked');
  meet.tell('consent', { isGiven: true });
  await asha.next('callChanged', ({ consent }) => consent === 'given');
  const recording = (await agent.post(at(video.startRecording.path, id))).json().data;
  const [body, { headers }] = upload('part.webm', head);
  await agent.put(`${at(video.addPart.path, recording.id).replace(':part', '0')}?ms=5000`, body, { headers });
  const silent = new Date(Date.now() - 61_000);
  await enterprise.ctx.transaction((tx) => tx.updateTable('videoRecordings').set({ seenAt: silent }).execute());
  await meet.next('callChanged', ({ isRecording }) => isRecording);
  await meet.next('callChanged', ({ isRecording }) => !isRecording);
  await vi.waitFor(async () => expect((await history())[0].recordings).toMatchObject([{ state: 'BROKEN', parts: 1, isReady: true }]), {
    interval: 50,
  });
  // A consent is of the browser that gave it: the recording ends with the next one that joins
  await agent.post(at(video.startRecording.path, id));
  meet.close();
  await asha.next('callChanged', ({ isCustomerHere, isRecording }) => !isCustomerHere && isRecording);
  const other = await openMeet(app.url, codeOf(url));
  expect(await other.join()).toMatchObject({ consent: 'none', isRecording: false });
  expect((await history())[0].recordings).toMatchObject([{ state: 'BROKEN' }, { state: 'COMPLETE' }]);
  expect((await agent.post(at(video.startRecording.path, id))).json().code).toBe('call.no_consent');
  other.close();
});

test('a call ends when its agent leaves the chat, and the owner may end the call of another; a recording begins only where calls are recorded', async () => {
  const { users, asha, ben, chatId, create, agent, history, admin, serviceId } = await makeCallScene();
  const joinBen = async () => {
    await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
    await ben.ask('acceptInvite', {});
    return (await create(users.ben)).data.id as string;
  };
  const first = await joinBen();
  expect((await as(users.ben).get(video.current.path)).json().data).toMatchObject([{ id: first }]);
  await ben.ask('agentLeaveChat', { chatId });
  expect(await ben.next('callChanged', ({ roomId, state }) => roomId === first && state === 'ENDED')).toMatchObject({ chatId });
  expect((await as(users.ben).get(video.current.path)).json()).toMatchObject({ status: true, data: [] });
  const second = await joinBen();
  expect((await agent.post(at(video.askConsent.path, second))).json().code).toBe('call.not_found');
  expect((await as(admin).post(at(video.end.path, second))).json().code).toBe('call.not_found');
  expect((await agent.post(at(video.end.path, second))).json().status).toBe(true);
  expect((await history()).map(({ state }: CallRoom) => state)).toEqual(['ENDED', 'ENDED']);
  // A recording asks whether calls are recorded when it begins, and not only when the customer is asked
  const { id, url } = (await create()).data;
  const meet = await openMeet(app.url, codeOf(url));
  await meet.join();
  await agent.post(at(video.askConsent.path, id));
  await meet.next('callChanged', ({ consent }) => consent === 'asked');
  meet.tell('consent', { isGiven: true });
  await asha.next('callChanged', ({ consent }) => consent === 'given');
  const service = { authType: 3, name: 'Calls', kind: 'own', relays: '', secret: '', canRecord: false };
  await as(admin).put(integrations.update.path.replace(':integrationId', serviceId), service);
  expect((await agent.post(at(video.startRecording.path, id))).json().code).toBe('meeting.unavailable');
  meet.close();
});

test('the head of a recording that is read otherwise than expected is left as it is', () => {
  expect(withDuration(Buffer.from('no recording'), 5000).toString()).toBe('no recording');
  expect(withDuration(head.subarray(0, 9), 5000)).toEqual(head.subarray(0, 9));
  const once = withDuration(head, 5000);
  expect(once).toHaveLength(head.length + 18);
  expect(withDuration(once, 5000)).toEqual(once);
  expect(withDuration(once, 7000)).not.toEqual(once);
});
