import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatAction, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { upload } from '../../../../test/upload.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { as, makeUser } = app;
const { connect } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { chats, integrations } = endpoints;

const state = { asked: 0, answer: (response: ServerResponse) => void response.end('{"text":"Where is my parcel?"}') };
const ears = createServer((request, response) => {
  state.asked += 1;
  request.resume().on('end', () => state.answer(response.setHeader('content-type', 'application/json')));
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => ears.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(ears.address() as AddressInfo).port}`;
});
afterAll(() => ears.close());

test('ADMIN-048 an agent has a recording written down once, and whoever may read the chat reads it', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId } = await makeWhatsApp(admin);
  const socket = await connect(agent);
  await vendors.control.act(channelId, '+919876512345', { kind: 'text', text: 'Hello' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const file = (
    await as(agent).post(endpoints.files.upload.path, ...upload('note.mp3', Buffer.from('49443303000000000000fffb9064', 'hex')))
  ).json().response;
  await socket.ask('agentReply', { chatId, key: 'recording', message: '', attachmentId: file.id });
  const messages = (await as(agent).get(chats.get.path.replace(':chatId', chatId))).json().data.messages as ChatAction[];
  const { number } = messages.find(({ attachment }) => attachment?.type.startsWith('audio/')) as ChatAction;
  const path = chats.transcribe.path.replace(':chatId', chatId);
  const write = async (user = agent, which = number) => (await as(user).post(path, { number: which })).json();
  const read = async (user = agent) => (await as(user).get(path)).json();

  expect((await read()).data).toEqual({ canTranscribe: false, transcripts: [] });
  expect(await write()).toMatchObject({ code: 'transcript.unavailable', message: 'The enterprise has no speech service.' });
  const service = { authType: 6, name: 'Ears', baseUrl, model: 'whisper-1', apikey: 'speech-key-0123456789' };
  await as(admin).post(integrations.create.path, service);
  expect((await read()).data).toEqual({ canTranscribe: true, transcripts: [] });
  expect(await write(agent, 1)).toMatchObject({ code: 'transcript.unavailable', message: 'This message is no recording.' });

  const { answer } = state;
  state.answer = (response) => void response.writeHead(503).end('{}');
  expect(await write()).toMatchObject({ code: 'transcript.failed', data: { reason: 'The service answered 503.' } });
  expect((await as(admin).get(integrations.list.path)).json().response.integrations).toMatchObject([
    { state: 'failing', lastError: 'The service answered 503.' },
  ]);
  // A person who is erased while the service listens is not written down.
  const setAttachment = (value: string | null) =>
    app.contextOf(admin).transaction(async (tx) => {
      const { rows } = await sql<{ attachment: string }>`update chat_actions c set attachment = ${value}::jsonb
        from chat_actions b where b.chat_id = ${chatId} and b.number = ${number} and c.chat_id = b.chat_id and c.number = b.number
        returning b.attachment::text as attachment`.execute(tx);
      return rows[0]?.attachment ?? null;
    });
  let erased: string | null = null;
  state.answer = (response) =>
    void setAttachment(null).then((attachment) => {
      erased = attachment;
      answer(response);
    });
  expect(await write()).toMatchObject({ code: 'transcript.unavailable', message: 'This message is no recording.' });
  await setAttachment(erased);
  expect((await read()).data.transcripts).toEqual([]);
  state.answer = answer;
  const transcript = { number, text: 'Where is my parcel?' };
  state.asked = 0;
  expect((await write()).data).toEqual(transcript);
  expect((await write()).data).toEqual(transcript);
  expect(state.asked).toBe(1);
  expect((await read()).data).toEqual({ canTranscribe: true, transcripts: [transcript] });

  const stranger = await makeUser();
  expect(await read(stranger)).toMatchObject({ code: 'chat.not_found' });
  expect(await write(stranger)).toMatchObject({ code: 'chat.not_found' });
  const viewer = await makeUser({ enterprise: admin, roles: [6] });
  expect(await write(viewer)).toMatchObject({ code: '1403' });
});
