import { type ChatAction, chatStates, endpoints, takenBackPreview } from '@parley/contract';
import { mask } from '@parley/journey';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createMessageActs } from '../../../../test/message-acts.ts';
import { createScenes } from '../../../../test/scene.ts';
import { retainedMedia } from '../chat/chat.retention.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const { makeScene, visit } = createScenes(app);
const { chats } = endpoints;

const { react, edit, takeBack, drop, chatOf, entryOf, refusals } = createMessageActs(app);

async function chatting() {
  const scene = await makeScene();
  const { chatId, entry } = await scene.visitor.say('Where is my parcel?');
  await scene.asha.ask('agentPickupChat', { chatId });
  const reply = async (message: string) => {
    const { data } = await scene.asha.ask('agentReply', { chatId, key: newId(), message });
    return (data.action as ChatAction).number;
  };
  return { ...scene, agent: scene.users.asha, chatId, theirs: entry.number, reply };
}

test('an agent reacts, edits and takes back on the website; the visitor sees it at once, after a cut and after a reload', async () => {
  const { agent, asha, ben, users, chatId, theirs, reply, visitor, channel } = await chatting();
  expect((await chatOf(agent, chatId)).acts).toEqual({ reactions: 'any', editSeconds: 172_800, revokeSeconds: 172_800 });
  const first = await reply('It arives tomorow');
  const second = await reply('The secret-code is 4711');
  await visitor.next('entry', ({ entry }) => entry.number === second);
  expect((await react(agent, chatId, theirs, '👍')).data.detail).toMatchObject({ ourReaction: { emoji: '👍', by: 'Asha' } });
  expect(await visitor.next('entryChanged')).toMatchObject({ chatId, entry: { number: theirs, reaction: '👍', author: 'visitor' } });
  const changed = await edit(agent, chatId, first, ' It arrives tomorrow ', 'It arives tomorow');
  expect(changed.data).toMatchObject({ message: 'It arrives tomorrow', detail: { edited: { was: 'It arives tomorow', by: 'Asha' } } });
  expect((await visitor.next('entryChanged')).entry).toMatchObject({ number: first, text: 'It arrives tomorrow', isEdited: true });
  expect(await asha.next('entryChanged', ({ action }) => action.number === first)).toMatchObject({
    chatId,
    action: { message: 'It arrives tomorrow' },
  });
  expect((await takeBack(agent, chatId, second)).data).toMatchObject({
    message: 'The secret-code is 4711',
    detail: { revoked: { by: 'Asha' } },
  });
  const gone = await visitor.next('entryChanged');
  expect(gone.entry).toMatchObject({ number: second, text: '', isTakenBack: true });
  expect(JSON.stringify(gone)).not.toContain('4711');
  // The words before the first change and those between stay known, and the ledger counts what it counted.
  await edit(agent, chatId, first, 'It arrives on Monday', 'It arrives tomorrow');
  expect((await entryOf(agent, chatId, first)).marks.edited).toMatchObject({
    was: 'It arives tomorow',
    former: [{ text: 'It arrives tomorrow', by: 'Asha' }],
  });
  await react(agent, chatId, theirs, '');
  const expected = [
    ['Where is my parcel?', undefined, undefined],
    ['It arrives on Monday', true, undefined],
    ['', undefined, true],
  ];
  const seenBy = (thread: { entries: { author: string; text: string; isEdited?: boolean; isTakenBack?: boolean }[] }) =>
    thread.entries.filter(({ author }) => author !== 'system').map(({ text, isEdited, isTakenBack }) => [text, isEdited, isTakenBack]);
  const reloaded = await visit(channel.widgetKey, { visitorToken: visitor.token });
  expect(seenBy(reloaded.welcome.thread)).toEqual(expected);
  expect(JSON.stringify(reloaded.welcome)).not.toContain('4711');
  // A widget that had no line holds the entries: it gets those that were changed meanwhile.
  const held = await visit(channel.widgetKey, { visitorToken: visitor.token, chatId, after: second });
  expect(seenBy(held.welcome.thread)).toEqual(expected);
  // A colleague reads the chat with the words that were taken back.
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId, note: '' });
  await ben.ask('acceptInvite', { chatId });
  expect((await entryOf(users.ben, chatId, second)).message).toBe('The secret-code is 4711');
  const emailId = `${newId()}@customer.example`;
  await as(agent).post(chats.sendTranscript.path, { chatId, emailId });
  const [mail] = await app.waitForMails(emailId);
  expect(JSON.stringify(mail)).toContain('It arrives on Monday');
  expect(JSON.stringify(mail)).not.toContain('4711');
});

test('every act is refused where it may not be, and by those who take no part', async () => {
  const { agent, asha, ben, users, chatId, theirs, reply, visitor } = await chatting();
  const ours = await reply('Hello');
  const everyAct = (by: TestUser) => [
    react(by, chatId, theirs, '👍'),
    edit(by, chatId, ours, 'x', 'Hello'),
    takeBack(by, chatId, ours),
    drop(by, chatId, ours),
  ];
  for (const other of [users.ben, await makeUser({ enterprise: agent, roles: [3] }), await makeUser()])
    expect(await refusals(...everyAct(other))).toEqual(Array(4).fill('chat.not_found'));
  expect(await refusals(react(agent, chatId, 99, '👍'), edit(agent, chatId, 99, 'x', ''), takeBack(agent, chatId, 99))).toEqual(
    Array(3).fill('message.not_found'),
  );
  expect(await refusals(react(agent, chatId, ours, '👍'), edit(agent, chatId, theirs, 'x', ''), takeBack(agent, chatId, theirs))).toEqual(
    Array(3).fill('entry'),
  );
  expect(await refusals(react(agent, chatId, theirs, 'ok'), react(agent, chatId, theirs, '👍👍'))).toEqual(['emoji', 'emoji']);
  expect(await refusals(edit(agent, chatId, ours, 'x', 'Hullo'), edit(agent, chatId, ours, ' ', 'Hello'))).toEqual([
    'message.changed',
    'request.invalid',
  ]);
  // A place has no words to change.
  const card = { kind: 'location', latitude: 12.97, longitude: 77.59, name: 'Shop', address: '' } as const;
  const placed = ((await asha.ask('agentReply', { chatId, key: newId(), message: '', card })).data.action as ChatAction).number;
  expect(await refusals(edit(agent, chatId, placed, 'x', 'Shop'))).toEqual(['entry']);
  // A guest changes own words alone; the owner takes back what any agent has written.
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId, note: '' });
  await ben.ask('acceptInvite', { chatId });
  const { data } = await ben.ask('agentReply', { chatId, key: newId(), message: 'I am Ben' });
  const ofBen = (data.action as ChatAction).number;
  expect(await refusals(edit(agent, chatId, ofBen, 'x', 'I am Ben'), takeBack(users.ben, chatId, ours))).toEqual(['others', 'others']);
  expect(await refusals(takeBack(agent, chatId, ofBen))).toEqual(['100']);
  expect(await refusals(takeBack(agent, chatId, ofBen), edit(users.ben, chatId, ofBen, 'x', 'I am Ben'))).toEqual([
    'taken_back',
    'taken_back',
  ]);
  const set = (number: number, change: { message?: string; detail?: object; actedOn?: Date; attachment?: string }) =>
    contextOf(agent).transaction((tx) =>
      tx
        .updateTable('chatActions')
        .set({ ...change, ...(change.detail ? { detail: JSON.stringify(change.detail) } : {}) } as never)
        .where('chatId', '=', chatId)
        .where('number', '=', number)
        .execute(),
    );
  const both = () => refusals(edit(agent, chatId, ours, 'x', 'Hello'), takeBack(agent, chatId, ours));
  await set(ours, { detail: { template: { header: '', mediaName: '', footer: '', buttons: [] } } });
  expect(await both()).toEqual(['template', 'template']);
  await set(ours, { detail: { failure: { code: '1', text: '' } } });
  expect(await both()).toEqual(['unsent', 'unsent']);
  await set(ours, { detail: { unknown: { at: new Date().toISOString() } } });
  expect(await both()).toEqual(['unsent', 'unsent']);
  await set(ours, { detail: { isFileGone: true } });
  expect(await refusals(edit(agent, chatId, ours, 'x', 'Hello'))).toEqual(['entry']);
  // An act that came to nothing is dropped by those who may do it.
  const over = { state: 'failed', value: 'x', at: new Date().toISOString(), by: 'Asha' };
  for (const kind of ['edit', 'revoke']) {
    await set(ours, { detail: { act: { ...over, kind } } });
    expect(await refusals(drop(users.ben, chatId, ours))).toEqual(['others']);
    expect((await drop(agent, chatId, ours)).data.detail).not.toHaveProperty('act');
  }
  await set(theirs, { detail: { act: { ...over, kind: 'reaction' } } });
  expect((await drop(users.ben, chatId, theirs)).data.detail).not.toHaveProperty('act');
  await set(ours, { detail: {}, message: mask });
  expect(await refusals(edit(agent, chatId, ours, 'x', mask))).toEqual(['hidden']);
  await set(ours, { message: '' });
  expect(await refusals(edit(agent, chatId, ours, 'x', ''), takeBack(agent, chatId, ours))).toEqual(['entry', 'entry']);
  await set(ours, { message: 'Hello', actedOn: new Date(Date.now() - 172_801_000) });
  expect(await both()).toEqual(['late', 'late']);
  await as(agent).post(chats.close.path.replace(':chatId', chatId), {});
  expect((await chatOf(agent, chatId)).state).toBe(chatStates.closed);
  expect(await refusals(...everyAct(agent))).toEqual(Array(4).fill('chat.state_invalid'));
  await visitor.next('thread', ({ isOpen }) => !isOpen);
  // Words whose file has gone say so, in case the chat is taken up again.
  const file = { id: newId(), name: 'bill.pdf', type: 'application/pdf', size: 1 };
  await set(ours, { attachment: JSON.stringify(file) });
  const ctx = contextOf(agent);
  await ctx.transaction((tx) => retainedMedia.erase(ctx as never, tx, new Date(Date.now() + 60_000), undefined as never));
  expect(await entryOf(agent, chatId, ours)).toMatchObject({ message: 'Hello', attachment: null, detail: { isFileGone: true } });
});

test('the search finds new words at once and former ones no more, and the list shows the new ones', async () => {
  const { agent, chatId, reply } = await chatting();
  const ours = await reply('zebra');
  await edit(agent, chatId, ours, 'giraffe', 'zebra');
  expect((await chatOf(agent, chatId)).lastMessage).toBe('giraffe');
  const hits = async (words: string) =>
    (await as(agent).get(`${endpoints.inbox.search.path}?q=${words}`)).json().data.hits.map(({ text }: { text: string }) => text);
  expect([await hits('giraffe'), await hits('zebra')]).toEqual([['giraffe'], []]);
  // The list says of the last message alone that it was taken back, even where an earlier one has its words.
  const last = await reply('giraffe');
  await takeBack(agent, chatId, ours);
  expect((await chatOf(agent, chatId)).lastMessage).toBe('giraffe');
  await takeBack(agent, chatId, last);
  expect((await chatOf(agent, chatId)).lastMessage).toBe(takenBackPreview);
});
