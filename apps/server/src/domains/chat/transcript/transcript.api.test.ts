import { createRequire } from 'node:module';
import { endpoints, transcriptPart } from '@parley/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { readGlyphs, shapedGlyphs } from '../../../../test/pdf-glyphs.ts';
import { createScenes } from '../../../../test/scene.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { makeScene } = createScenes(app);
const { chatHistory, chats, roles, audit } = endpoints;
const regular = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');

const at = (path: string, chatId: unknown) => path.replace(':chatId', String(chatId));
const pdfOf = (user: TestUser, chatId: unknown, query = '') => app.as(user).get(`${at(chatHistory.pdf.path, chatId)}${query}`);
const textOf = (user: TestUser, chatId: unknown, query = '') => app.as(user).get(`${at(chatHistory.text.path, chatId)}${query}`);
const readPdf = async (user: TestUser, chatId: unknown, query = '') => {
  const answer = await pdfOf(user, chatId, query);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return (await extractText(new Uint8Array(answer.rawPayload), { mergePages: true })).text.replaceAll(/\s+/g, ' ');
};
type Scene = Awaited<ReturnType<typeof makeScene>>;

async function pickUp({ asha, visitor }: Scene, words = 'Where is my order?') {
  const { chatId } = await visitor.say(words);
  await asha.ask('agentPickupChat', { chatId });
  return String(chatId);
}

async function makeReader({ enterprise }: Scene, permissions: string[], dataScope = 'enterprise', maskedFields: string[] = []) {
  const admin = await app.makeUser({ enterprise });
  const role = { name: `Reader ${newId()}`, description: '', permissions, dataScope, maskedFields };
  const { code } = (await app.as(admin).put(roles.saveRole.path, role)).json().data;
  return app.makeUser({ enterprise, roles: [code] });
}

describe('the PDF of a chat', () => {
  test('reads back with Devanagari, emoji and the whole course of the chat; glyphs are as the font shapes them', async () => {
    const scene = await makeScene();
    const chatId = await pickUp(scene, 'क्षत्रिय');
    await scene.asha.ask('agentReply', { chatId, key: 'k', message: 'धन्यवाद 😀' });
    await scene.visitor.say('ठीक है 你');
    await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/close`);
    const read = await readPdf(scene.users.asha, chatId);
    for (const part of [
      'Chat #',
      'The chat began.',
      'Asha joined the conversation.',
      'धन्यवाद',
      '😀',
      '[U+4F60]',
      '1 character has no glyph',
    ])
      expect(read).toContain(part);
    const drawn = readGlyphs((await pdfOf(scene.users.asha, chatId)).rawPayload, 'NotoSans-Regular');
    const shaped = shapedGlyphs(regular, 'क्षत्रिय');
    const found = drawn.findIndex((_glyph, place) => shaped.every((glyph, index) => drawn[place + index] === glyph));
    expect([shaped.length > 2, found >= 0]).toEqual([true, true]);
  });

  test('pictures are shown at 1,600 pixels and no more; a file stands by its name', async () => {
    const scene = await makeScene();
    const chatId = await pickUp(scene);
    const wide = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#1f6f78' } })
      .png()
      .toBuffer();
    const send = async (name: string, content: Buffer | string, key: string) => {
      const { id } = (await app.as(scene.users.asha).post(endpoints.files.upload.path, ...upload(name, content))).json().response;
      await scene.asha.ask('agentReply', { chatId, key, message: '', attachmentId: id });
    };
    await send('wide.png', wide, 'a');
    await send('list.csv', 'One, two', 'b');
    const answer = await pdfOf(scene.users.asha, chatId);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const source = answer.rawPayload.toString('latin1');
    expect(
      [...source.matchAll(/\/Subtype \/Image[\s\S]{0,200}?\/Width (\d+)[\s\S]{0,40}?\/Height (\d+)/g)].map(([, w, h]) => [w, h]),
    ).toEqual([['1600', '800']]);
    expect(await readPdf(scene.users.asha, chatId)).toMatch(/wide\.png \(.*File: list\.csv \(/);
  });

  test('a long chat has parts of 1,000 entries, and none behind the last', async () => {
    const scene = await makeScene();
    const chatId = await pickUp(scene);
    await scene.enterprise.ctx.transaction(async (tx) => {
      const { lastNumber } = await tx.selectFrom('chats').select('lastNumber').where('chatId', '=', chatId).executeTakeFirstOrThrow();
      await sql`insert into chat_actions (enterprise_id, chat_id, number, acted_on, action_id, action_type, author_kind, author_name, message)
        select ${scene.enterprise.enterpriseId}, ${chatId}, i, date_trunc('milliseconds', now()), gen_random_uuid(), 1, 'customer', 'V', 'Line ' || i
        from generate_series(${lastNumber}::integer + 1, ${transcriptPart}::integer + 1) i`.execute(tx);
      await tx
        .updateTable('chats')
        .set({ lastNumber: transcriptPart + 1 })
        .where('chatId', '=', chatId)
        .execute();
    });
    const first = await textOf(scene.users.asha, chatId);
    const second = await textOf(scene.users.asha, chatId, '?part=2');
    expect([first.body.includes('Part: 1 of 2'), first.body.includes(`Line ${transcriptPart}\r\n`)]).toEqual([true, true]);
    expect([second.body.includes(`Line ${transcriptPart}\r\n`), second.body.includes(`Line ${transcriptPart + 1}\r\n`)]).toEqual([
      false,
      true,
    ]);
    const none = await pdfOf(scene.users.asha, chatId, '?part=3');
    expect([none.statusCode, none.json()]).toEqual([404, expect.objectContaining({ code: 'chat.no_such_part', data: { parts: 2 } })]);
  });
});

describe('words that customers never see', () => {
  const canary = 'qanarixfile';

  test('notes, whispers, drafts and remarks are in no transcript for customers; notes are in the internal one of those who may read them', async () => {
    const scene = await makeScene();
    const { users, enterprise } = scene;
    const chatId = await pickUp(scene);
    const admin = await app.makeUser({ enterprise });
    const as = app.as(users.asha);
    expect(await scene.asha.ask('chatNote', { chatId, key: newId(), text: `${canary} note` })).toMatchObject({ status: true });
    expect(await scene.asha.ask('saveDraft', { chatId, text: `${canary} draft`, seen: null, revision: 0 })).toMatchObject({ status: true });
    const whisper = { chatId, key: newId(), text: `${canary} whisper` };
    expect((await app.as(admin).post(endpoints.chatMonitor.whisper.path, whisper)).json()).toMatchObject({ status: true });
    await as.post(`/e/enterprise/chat/${chatId}/close?feedback=${canary}%20remark`);
    for (const user of [users.asha, admin]) {
      expect([await readPdf(user, chatId), (await textOf(user, chatId)).body].join(' ')).not.toContain(canary);
      const inner = `${await readPdf(user, chatId, '?internal=true')} ${(await textOf(user, chatId, '?internal=true')).body}`;
      for (const [word, times] of [
        ['note', 2],
        ['remark', 2],
        ['draft', 0],
        ['whisper', 0],
      ] as const)
        expect([word, inner.split(`${canary} ${word}`).length - 1]).toEqual([word, times]);
      // Mailed by the console, it is for customers too.
      await app.as(user).post(chats.sendTranscript.path, { chatId, emailId: 'meera@customer.example' });
    }
    const mails = await app.waitForMails('meera@customer.example', 2);
    expect([mails.length, JSON.stringify(mails).includes(canary)]).toEqual([2, false]);
    const reader = await makeReader(scene, ['CHAT.VIEW_CHATHISTORY']);
    const seen = await readPdf(reader, chatId, '?internal=true');
    expect([seen.includes(`${canary} note`), seen.includes('For: internal use')]).toEqual([false, true]);
    expect((await app.as(reader).get(at(chats.get.path, chatId))).json().data.sides).toEqual([]);
    expect((await app.as(admin).get(at(chats.get.path, chatId))).json().data.sides.length).toBeGreaterThan(0);
  });

  test('a hidden number stays hidden, and a forgotten person is not named', async () => {
    const scene = await makeScene();
    const chatId = await pickUp(scene);
    await scene.enterprise.ctx.transaction((tx) =>
      tx.updateTable('customers').set({ number: '+919876512345', name: 'Meera Nair' }).execute(),
    );
    const blind = await makeReader(scene, ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY'], 'enterprise', ['phone']);
    const admin = await app.makeUser({ enterprise: scene.enterprise });
    expect(await readPdf(admin, chatId, '?internal=true')).toContain('+919876512345');
    expect(await readPdf(blind, chatId, '?internal=true')).not.toContain('9876512345');
    expect(await readPdf(admin, chatId)).not.toContain('9876512345');
  });
});

test('a download is audited; another enterprise and a user out of scope find nothing; a link works once', async () => {
  const scene = await makeScene();
  const chatId = await pickUp(scene);
  const admin = await app.makeUser({ enterprise: scene.enterprise });
  const stranger = await app.makeUser();
  for (const user of [scene.users.ben, stranger])
    expect((await pdfOf(user, chatId)).json()).toMatchObject({ status: false, code: 'chat.not_found' });
  expect((await app.stranger().get(at(chatHistory.pdf.path, chatId))).statusCode).toBe(404);
  await pdfOf(scene.users.asha, chatId, '?internal=true');
  await textOf(scene.users.asha, chatId);
  const { entries } = (await app.as(admin).get(`${audit.list.path}?kind=chat_transcript`)).json().data;
  expect(entries.map(({ kind, action }: { kind: string; action: string }) => [kind, action])).toEqual([
    ['chat_transcript', 'export'],
    ['chat_transcript', 'export'],
  ]);
  const { id } = (await app.as(scene.users.asha).get(endpoints.files.downloadToken.path)).json().data;
  const link = `${at(chatHistory.text.path, chatId)}?x-access-id=${encodeURIComponent(id)}`;
  expect((await app.stranger().get(link)).statusCode).toBe(200);
  expect((await app.stranger().get(link)).json()).toMatchObject({ code: 'file.link_used' });
});
