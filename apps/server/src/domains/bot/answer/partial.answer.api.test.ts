import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type ChatAction, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import { startLlm, startStream } from '../../../../test/llm.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser } = app;
const { makeScene, connect, visit } = createScenes(app);
const { makeBot, train } = createBots(app);
const { bots, integrations, knowledge, tryIt } = endpoints;

const question = 'how long is the warranty of a kettle?';
const extract = 'The warranty of a kettle is two years.';

/** An endpoint whose answer the test writes word by word, once it was asked. */
async function startWriter() {
  const asked = new EventTarget();
  const waiting: ServerResponse[] = [];
  const llm = await startLlm((_request, response) => {
    waiting.push(response);
    asked.dispatchEvent(new Event('asked'));
  });
  const takeAnswer = async () => {
    if (waiting.length === 0) await once(asked, 'asked');
    return startStream(waiting.shift() as ServerResponse);
  };
  return { url: llm.url, takeAnswer };
}

/** A bot that knows of a warranty and lets an endpoint write its answers, on the scene's channel. */
async function makeWritten() {
  const scene = await makeScene('bot');
  const admin = await makeUser({ enterprise: scene.enterprise });
  const writer = await startWriter();
  const made = await as(admin).post(integrations.create.path, {
    name: 'Writer',
    authType: 5,
    llm: 1,
    apikey: 'sk-1234567890',
    baseUrl: writer.url,
  });
  const { id: agentId } = await makeBot(admin, 'Desk');
  await as(admin).post(at(knowledge.addNote.path, { agentId }), { title: 'Warranty', text: extract });
  await as(admin).post(at(knowledge.saveConfig.path, { agentId }), {
    kbFromWebsite: false,
    kbFromDoc: false,
    websitesUrls: [],
    genAiConfigId: made.json().response._id,
  });
  await train(admin, agentId);
  await as(admin).put(at(bots.connect.path, { agentId }), { channelIds: [scene.channel.id] });
  return { ...scene, ...writer, admin, botId: agentId };
}

test('a visitor and a supervisor who looks on read an answer while it is written; who reloads in the middle goes on reading', async () => {
  const { admin, asha, visitor, channel, takeAnswer } = await makeWritten();
  const { chatId, entry } = await visitor.say(question);
  const supervisor = await connect(admin);
  expect(await supervisor.ask('viewing', { chatId })).toMatchObject({ status: true });
  expect(await asha.ask('viewing', { chatId })).toMatchObject({ status: false, code: 'chat.not_found' });
  const answer = await takeAnswer();
  answer.write('It is **two');
  expect(await visitor.next('partial')).toEqual({ chatId, after: entry.number, text: 'It is **two' });
  expect(await supervisor.next('partialAnswer')).toEqual({ chatId, after: entry.number, name: 'Desk', text: 'It is **two' });

  visitor.close();
  const again = await visit(channel.widgetKey, { visitorToken: visitor.token });
  expect(again.welcome.thread.entries.map(({ author }) => author)).toEqual(['visitor']);
  answer.write(' years**.');
  expect(await again.next('partial')).toEqual({ chatId, after: entry.number, text: 'It is *two years*.' });
  answer.finish();
  const said = await again.next('entry');
  expect(said).toMatchObject({ chatId, entry: { author: 'bot', text: 'It is *two years*.\n\nSource: Warranty' } });
  expect((await supervisor.next('watchedEntry')).action).toMatchObject({ number: said.entry.number, message: said.entry.text });
  const { messages } = (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data as { messages: ChatAction[] };
  expect(messages.filter(({ authorKind }) => authorKind === 'bot').map(({ message }) => message)).toEqual([said.entry.text]);
  // Agents without a right to this chat heard nothing of it.
  expect(asha.talker.received.filter(({ type }) => type === 'partialAnswer' || type === 'watchedEntry')).toEqual([]);
});

test('the text of an endpoint that breaks off in the middle is taken back, and the extract answers', async () => {
  const { visitor, takeAnswer } = await makeWritten();
  const { chatId, entry } = await visitor.say(question);
  const answer = await takeAnswer();
  answer.write('It is ten');
  await visitor.next('partial', ({ text }) => text === 'It is ten');
  answer.breakOff();
  expect(await visitor.next('partial')).toEqual({ chatId, after: entry.number, text: '' });
  expect((await visitor.next('entry')).entry).toMatchObject({ author: 'bot', text: `${extract}\n\nSource: Warranty (extract)` });
});

test('an answer that may turn out to be none is not shown: neither the word for it nor data', async () => {
  const { visitor, takeAnswer } = await makeWritten();
  for (const words of [
    ['NO_', 'ANSWER'],
    ['{"answer":', ' "two years"}'],
  ]) {
    await visitor.say(question);
    const answer = await takeAnswer();
    for (const word of words) answer.write(word);
    answer.finish();
    await visitor.next('entry', ({ entry }) => entry.author === 'bot');
  }
  expect(visitor.talker.received.filter(({ type }) => type === 'partial')).toEqual([]);
});

test('an answer that an agent forestalled is taken back', async () => {
  const { admin, visitor, takeAnswer } = await makeWritten();
  const { chatId } = await visitor.say(question);
  const answer = await takeAnswer();
  answer.write('It is');
  await visitor.next('partial');
  await app
    .contextOf(admin)
    .transaction((tx) => tx.updateTable('chats').set({ handledBy: 'queue' }).where('chatId', '=', chatId).execute());
  answer.write(' two years.');
  answer.finish();
  expect(await visitor.next('partial', ({ text }) => text === '')).toMatchObject({ chatId, text: '' });
});

test('Try it reads along by the key of its request, and nobody else does', async () => {
  const { admin, enterprise, botId, takeAnswer } = await makeWritten();
  const builder = await connect(admin);
  const other = await connect(await makeUser({ enterprise }));
  const asked = as(admin).post(tryIt.predict.path, { message: { text: question }, agentId: botId, partialKey: 'one' });
  const answer = await takeAnswer();
  answer.write('It is');
  expect(await builder.next('tryItPartial')).toEqual({ key: 'one', text: 'It is' });
  answer.breakOff();
  expect(await builder.next('tryItPartial')).toEqual({ key: 'one', text: '' });
  expect((await asked).json().data).toMatchObject({ output: { text: [extract] } });
  const silent = as(admin).post(tryIt.predict.path, { message: { text: question }, agentId: botId });
  const unheard = await takeAnswer();
  unheard.write('It is two years.');
  unheard.finish();
  expect((await silent).json().data.output.text).toEqual(['It is two years.']);
  for (const socket of [builder, other]) expect(socket.talker.received.filter(({ type }) => type === 'tryItPartial')).toEqual([]);
});
