import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp } from '../../../../test/app.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { pngUpload, upload } from '../../../../test/upload.ts';

const app = await startApp({ config: { visitorFramesPerSecond: 5 } });
const { as, stranger, makeEnterprise, makeUser } = app;
const { makeScene, visit } = createScenes(app);
const { widget } = endpoints;

const shop = 'https://shop.example';
const at = (origin: string) => ({ headers: { origin } });
const configOf = (key: string, options = {}) => stranger().get(`${widget.config.path}?key=${key}`, options);

async function send(key: string, visitorToken: string, [body, { headers }]: Awaited<ReturnType<typeof pngUpload>>, origin = app.url) {
  return stranger().post(`${widget.upload.path}?key=${key}`, body, { headers: { ...headers, origin, 'visitor-token': visitorToken } });
}

test('the button asks for its looks from pages of the channel’s domains and of the installation alone', async () => {
  const enterprise = await makeEnterprise();
  const channel = await makeWebChannel(enterprise, {
    allowedDomains: ['shop.example'],
    title: 'Ask us',
    greeting: 'Namaste',
    colour: '#123456',
  });
  const answer = await configOf(channel.widgetKey, at(shop));
  expect(answer.json().data).toMatchObject({
    title: 'Ask us',
    greeting: 'Namaste',
    colour: '#123456',
    isOnline: false,
    hasBot: false,
    ratingEnabled: true,
  });
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': shop, vary: expect.stringContaining('origin') });
  expect((await configOf(channel.widgetKey)).statusCode).toBe(200);
  for (const [options, domain] of [
    [at('https://evil.example'), ', evil.example,'],
    [at('null'), ''],
    [{ headers: { 'sec-fetch-site': 'cross-site' } }, ''],
  ] as const) {
    const refused = await configOf(channel.widgetKey, options);
    expect(refused.json()).toMatchObject({
      code: 'request.origin_refused',
      message: `This page may not show the widget. Add its domain${domain} to the website channel.`,
    });
    // The page's developer may read why.
    expect(refused.headers['access-control-allow-origin']).toBe((options.headers as { origin?: string }).origin);
  }
  expect((await configOf('nonsense', at(shop))).json().code).toBe('channel.not_found');
});

test('a browser is told beforehand what it may send', async () => {
  for (const path of [widget.config.path, widget.upload.path]) {
    const answer = await fetch(`${app.url}${path}`, { method: 'OPTIONS', headers: { origin: shop } });
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-headers')]).toEqual([
      204,
      shop,
      'visitor-token, content-type',
    ]);
  }
});

test('a visitor’s picture travels with a message to the agent, once and by its owner alone', async () => {
  const { users, asha, visitor, channel } = await makeScene();
  const picture = (await send(channel.widgetKey, visitor.token, await pngUpload('receipt.png'))).json().data;
  expect(picture).toMatchObject({ name: 'receipt.png', type: 'image/png' });
  const other = await visit(channel.widgetKey);
  other.tell('send', { key: 'stolen', text: 'Mine?', attachmentId: picture.id });
  expect(await other.next('refused')).toMatchObject({ key: 'stolen', code: 'file.not_found' });
  visitor.tell('send', { key: 'k', attachmentId: picture.id });
  const { chatId, entry } = await visitor.next('accepted');
  expect(entry).toMatchObject({ text: '', attachment: { id: picture.id, name: 'receipt.png', size: picture.size } });
  await asha.ask('agentPickupChat', { chatId });
  const { messages, lastMessage } = (await as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(lastMessage).toBe('receipt.png');
  const { attachment } = messages.find((action: { key: string }) => action.key === 'k');
  expect((await stranger().get(attachment.url)).headers['content-type']).toBe('image/png');
});

test('the widget tells the size of files that the server takes', async () => {
  const enterprise = await makeEnterprise();
  const channel = await makeWebChannel(enterprise);
  const visitor = await visit(channel.widgetKey);
  const { maxFileBytes } = visitor.welcome.config;
  expect((await configOf(channel.widgetKey)).json().data.maxFileBytes).toBe(maxFileBytes);
  expect((await send(channel.widgetKey, visitor.token, upload('fits.csv', Buffer.alloc(maxFileBytes, 'a')))).statusCode).toBe(200);
  const refused = await send(channel.widgetKey, visitor.token, upload('large.csv', Buffer.alloc(maxFileBytes + 1, 'a')));
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toMatchObject({ code: 'file.too_large', data: { limitBytes: maxFileBytes } });
});

test('a file needs a visitor, an allowed page and a content', async () => {
  const { visitor, channel } = await makeScene();
  const picture = await pngUpload();
  for (const token of ['', 'short', `${visitor.token}x`])
    expect((await send(channel.widgetKey, token, picture)).json()).toMatchObject({
      code: 'chat.visitor_unknown',
      message: 'The chat has not been started yet.',
    });
  expect((await send(channel.widgetKey, visitor.token, picture, 'https://evil.example')).json().code).toBe('request.origin_refused');
  expect((await send('nonsense', visitor.token, picture)).json().code).toBe('channel.not_found');
  expect((await send(channel.widgetKey, visitor.token, upload('empty.txt', ''))).json()).toMatchObject({
    code: 'file.empty',
    message: 'The file is empty.',
  });
});

test('a visitor who has not said hello is refused, and so is an empty message', async () => {
  const { channel, visitor } = await makeScene();
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/widget/socket?key=${channel.widgetKey}`, { headers: { origin: app.url } });
  const answer = new Promise((resolve) => socket.on('message', (data) => resolve(JSON.parse(data.toString()))));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'send', data: { key: 'early', text: 'Hello' } })));
  expect(await answer).toEqual({
    type: 'refused',
    data: { key: 'early', code: 'chat.visitor_unknown', message: 'The chat has not been started yet.' },
  });
  socket.close();
  visitor.tell('send', { key: 'blank', text: ' \n ' });
  expect(await visitor.next('refused')).toEqual({ key: 'blank', code: 'chat.empty_message', message: 'Please write a message.' });
  visitor.tell('ping', {});
  await visitor.next('pong');
});

test('the payload of a press is in the record beside its title', async () => {
  const { users, visitor } = await makeScene();
  visitor.tell('send', { key: 'long', text: 'Yes', payload: 'p'.repeat(201) });
  expect(await visitor.next('refused')).toMatchObject({ code: 'request.invalid' });
  visitor.tell('send', { key: 'press', text: 'Yes', payload: 'jAA.1.n7k2m9qa' });
  const { chatId, entry } = await visitor.next('accepted');
  expect(entry).toMatchObject({ text: 'Yes', author: 'visitor' });
  const { messages } = (await as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(messages.find((action: { key: string }) => action.key === 'press').detail).toEqual({
    inbound: { kind: 'reply', payload: 'jAA.1.n7k2m9qa' },
  });
});

test('a widget that floods is put out, and what was accepted is kept', async () => {
  const { users, asha, visitor } = await makeScene();
  const closed = new Promise((resolve) => visitor.talker.socket.once('close', resolve));
  const { chatId } = await visitor.say('First');
  const acceptedKeys = () => visitor.talker.received.filter(({ type }) => type === 'accepted').map(({ data }) => data.key);
  const slow = ['s0', 's1', 's2', 's3', 's4'];
  for (const key of slow) visitor.tell('send', { key, text: key });
  await expect.poll(acceptedKeys).toEqual(slow);
  for (let count = 0; count < 60; count += 1) visitor.tell('send', { key: `k${count}`, text: `${count}` });
  expect(await closed).toBe(1008);
  await asha.ask('agentPickupChat', { chatId });
  const { messages } = (await as(users.asha).get(`/e/enterprise/chat/${chatId}?perPage=200`)).json().data;
  const kept = messages.map((action: { key: string }) => action.key);
  expect(kept).toEqual(expect.arrayContaining([...slow, ...acceptedKeys()]));
  expect(kept.length).toBeLessThan(40);
});

test('a rating is of an ended chat, from one to five, and the last word counts', async () => {
  const { enterprise, users, asha, visitor, channel } = await makeScene();
  const supervisor = await makeUser({ enterprise });
  const { chatId } = await visitor.say('Hello');
  visitor.tell('rate', { chatId, stars: 5 });
  expect(await visitor.next('refused')).toMatchObject({ code: 'chat.state_invalid' });
  await asha.ask('agentPickupChat', { chatId });
  await as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
  await visitor.next('thread', (thread) => thread.canRate);
  for (const stars of [0, 6, 2.5]) {
    visitor.tell('rate', { chatId, stars });
    expect(await visitor.next('refused')).toMatchObject({ code: 'request.invalid' });
  }
  const other = await visit(channel.widgetKey);
  await other.say('Me too');
  other.tell('rate', { chatId, stars: 1 });
  expect(await other.next('refused')).toMatchObject({ code: 'chat.not_found' });
  for (const stars of [2, 4]) {
    visitor.tell('rate', { chatId, stars });
    expect(await visitor.next('rated')).toEqual({ chatId, stars });
  }
  const { chats } = (await as(supervisor).get('/e/enterprise/chat/history')).json().data;
  expect(chats).toMatchObject([{ chatId, rating: 4 }]);
});

test('a visitor’s message with U+0000 and half a character arrives', async () => {
  const { visitor } = await makeScene();
  visitor.tell('send', { key: 'broken', text: 'a\u0000b \ud800 c' });
  expect(await visitor.next('accepted')).toMatchObject({ key: 'broken', entry: { text: 'a\ufffdb \ufffd c' } });
});
