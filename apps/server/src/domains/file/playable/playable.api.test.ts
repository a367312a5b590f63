import { Readable } from 'node:stream';
import { type Attachment, type ChatAction, endpoints, playableUrl, uploadLimitBytes } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { findProgram } from '#platform/programs/find-program.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { lacking } from '../../../../test/lacking.ts';
import { makeMedia, silentAmr } from '../../../../test/media.ts';
import { createScenes } from '../../../../test/scene.ts';
import { upload } from '../../../../test/upload.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { storeCustomerFile } from '../file/customer.file.ts';
import { removeDoomed } from '../file/file.personal.ts';
import { removeFiles } from '../file/file.repository.ts';
import { makeWaiting } from './playable.service.ts';

const { widget, files, chats } = endpoints;
const ffmpeg = findProgram('ffmpeg', process.env.PATH);
// Bytes may be removed as soon as nobody has them.
const app = await startApp({ config: { youngFileMs: 0 } });
const without = await startApp({ config: { ffmpeg: findProgram('/nowhere/ffmpeg') } });
const scenes = createScenes(app);
const patience = { interval: 50 };

const stateOf = async (user: TestUser, { id, url }: Pick<Attachment, 'id' | 'url'>, served = app) => {
  const accessId = new URL(url, app.url).searchParams.get('x-access-id') ?? '';
  const path = files.playable.path.replace(':fileId', id);
  return (await served.as(user).get(`${path}?x-access-id=${encodeURIComponent(accessId)}`)).json();
};

/** A visitor sends a file; an agent has the chat. */
async function sendFile(name: string, content: Buffer, served = { app, scenes }) {
  const { enterprise, users, asha, visitor, channel } = await served.scenes.makeScene();
  const [body, { headers }] = upload(name, content);
  const own = { ...headers, origin: served.app.url, 'visitor-token': visitor.token };
  const kept = (await served.app.stranger().post(`${widget.upload.path}?key=${channel.widgetKey}`, body, { headers: own })).json();
  visitor.tell('send', { key: 'file', attachmentId: kept.data.id });
  const { chatId } = await visitor.next('accepted');
  await asha.ask('agentPickupChat', { chatId });
  const { messages } = (await served.app.as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data as { messages: ChatAction[] };
  const attachment = messages.find(({ key }) => key === 'file')?.attachment as Attachment;
  return { enterprise, users, kept: kept.data as Attachment, attachment };
}

test.skipIf(!ffmpeg)(
  'a voice note that browsers do not play is prepared, then plays for whoever may read it; the original stays',
  lacking.ffmpeg,
  async () => {
    const note = silentAmr(2);
    const { users, kept, attachment } = await sendFile('voice.amr', note);
    expect(attachment).toMatchObject({ name: 'voice.amr', type: 'audio/amr', size: note.length, hasPlayable: true });
    expect(kept).toMatchObject({ id: attachment.id, hasPlayable: true });
    await vi.waitFor(
      async () => expect((await stateOf(users.asha, attachment)).data).toEqual({ state: 'ready', type: 'audio/mp4' }),
      patience,
    );
    const played = await app.stranger().get(playableUrl(attachment.url), { headers: { range: 'bytes=4-7' } });
    expect([played.statusCode, played.headers['content-type'], played.body]).toEqual([206, 'audio/mp4', 'ftyp']);
    expect(played.headers['content-disposition']).toMatch(/^inline; filename="voice\.amr\.m4a"/);
    const original = await app.stranger().get(attachment.url);
    expect([original.headers['content-type'], original.rawPayload.equals(note)]).toEqual(['audio/amr', true]);

    // Neither the id nor a session of others opens the copy, and a link opens it for one file alone.
    const bare = `${files.download.path.replace(':fileId', attachment.id)}?playable=true`;
    const foreigner = await app.makeUser();
    expect((await app.stranger().get(bare)).json().code).toBe('file.not_found');
    expect((await app.as(foreigner).get(bare)).json().code).toBe('file.not_found');
    for (const user of [foreigner, users.ben]) expect((await stateOf(user, { id: attachment.id, url: '/' })).code).toBe('file.not_found');
    expect((await stateOf(foreigner, attachment)).data).toEqual({ state: 'none' });
    expect((await app.stranger().get(files.playable.path.replace(':fileId', attachment.id))).json().code).toBe('login_required');
  },
);

test.skipIf(!ffmpeg)('a video is looked at: one that plays is left alone, one that does not gets a copy', lacking.ffmpeg, async () => {
  const inputs = ['testsrc2=s=64x64:d=0.3', 'sine=d=0.3'];
  const plays = await sendFile('clip.mp4', makeMedia('mp4', inputs, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']));
  await vi.waitFor(async () => expect((await stateOf(plays.users.asha, plays.attachment)).data).toEqual({ state: 'none' }), patience);
  expect((await app.stranger().get(playableUrl(plays.attachment.url))).json().code).toBe('file.not_found');
  // Named as something else: the content decides.
  const old = await sendFile('clip.pdf', makeMedia('avi', inputs, ['-c:v', 'mpeg4', '-c:a', 'mp3']));
  expect(old.attachment).toMatchObject({ name: 'clip.pdf.avi', type: 'video/x-msvideo', hasPlayable: true });
  expect(old.attachment.isUnusual).toBeUndefined();
  const ready = { state: 'ready', type: 'video/mp4' };
  await vi.waitFor(async () => expect((await stateOf(old.users.asha, old.attachment)).data).toEqual(ready), patience);
});

test('a file that cannot be read as what it says it is stays a download, with the reason', async () => {
  const { users, attachment } = await sendFile('broken.flv', Buffer.concat([Buffer.from('FLV\u0001'), Buffer.alloc(200, 7)]));
  expect(attachment).toMatchObject({ type: 'video/x-flv', hasPlayable: true });
  const reason = ffmpeg ? 'unreadable' : 'no_program';
  await vi.waitFor(async () => expect((await stateOf(users.asha, attachment)).data).toEqual({ state: 'failed', reason }), patience);
});

test('a file is a download without ffmpeg, and the reason is that no program is there', async () => {
  const { users, attachment } = await sendFile('voice.amr', silentAmr(1), { app: without, scenes: createScenes(without) });
  const failed = { state: 'failed', reason: 'no_program' };
  await vi.waitFor(async () => expect((await stateOf(users.asha, attachment, without)).data).toEqual(failed), patience);
  expect((await without.stranger().get(attachment.url)).headers['content-disposition']).toContain('voice.amr');
});

test('fifty files of one enterprise wait at the most; the next one is a download at once', async () => {
  const { ctx } = await without.makeEnterprise();
  const waiting = { sha256: 'a'.repeat(64), name: 'a.amr', type: 'audio/amr', kind: 'audio', sizeBytes: 1, createdBy: null } as const;
  await ctx.transaction(async (tx) => {
    const rows = Array.from({ length: 50 }, () => ({ ...waiting, enterpriseId: ctx.enterpriseId, fileId: crypto.randomUUID() }));
    await tx
      .insertInto('files')
      .values(rows.map((row) => ({ ...row, visitorAddress: null, playableState: 'waiting' as const })))
      .execute();
  });
  const { id } = await storeCustomerFile(ctx, { file: Readable.from([silentAmr(1)]), filename: 'late.amr' });
  const rows = await ctx.read((tx) =>
    tx
      .selectFrom('files')
      .select(['playableState', 'playableReason'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('fileId', '=', id)
      .execute(),
  );
  expect(rows).toEqual([{ playableState: 'failed', playableReason: 'too_many' }]);
});

test.skipIf(!ffmpeg)('a copy that is made twice, or after a kill, is there once, and goes with its file', lacking.ffmpeg, async () => {
  const { enterpriseId } = (await app.makeEnterprise()).ctx;
  const ctx = enterpriseContext(app.deps, enterpriseId);
  const doomed = () =>
    ctx.read(async (tx) => {
      const rows = await tx.selectFrom('doomedContents').select('sha256').where('enterpriseId', '=', enterpriseId).execute();
      return rows.map(({ sha256 }) => sha256).toSorted();
    });
  const row = (fileId: string) =>
    ctx.read((tx) =>
      tx
        .selectFrom('files')
        .select(['sha256', 'playableState', 'playableSha256', 'playableType'])
        .where('enterpriseId', '=', enterpriseId)
        .where('fileId', '=', fileId)
        .executeTakeFirstOrThrow(),
    );
  // A row as a process leaves it that is killed after it wrote where the bytes of its copy will be.
  const { id } = await storeCustomerFile(ctx, { file: Readable.from([silentAmr(1)]), filename: 'note.amr' });
  await vi.waitFor(async () => expect((await row(id)).playableState).toBe('ready'), patience);
  const { sha256, playableSha256: first } = await row(id);
  const left = 'b'.repeat(64);
  await ctx.transaction((tx) =>
    tx
      .updateTable('files')
      .set({ playableState: 'waiting', playableSha256: left })
      .where('enterpriseId', '=', enterpriseId)
      .where('fileId', '=', id)
      .execute(),
  );
  expect(await doomed()).toEqual([first]);
  const { signal } = new AbortController();
  await Promise.all([makeWaiting(ctx, app.deps, id, signal), makeWaiting(ctx, app.deps, id, signal)]);
  const after = await row(id);
  expect(after).toMatchObject({ playableState: 'ready', playableType: 'audio/mp4' });
  const copy = after.playableSha256 as string;
  expect(await doomed()).toContain(left);
  expect(await removeDoomed(ctx)).toBe(false);
  // Bytes that are used again are not removed.
  for await (const chunk of await app.deps.files.open(copy)) expect(chunk.length).toBeGreaterThan(0);
  expect(await doomed()).toEqual([]);

  expect(await ctx.transaction((tx) => removeFiles(tx, enterpriseId, [id]))).toBe(1);
  expect(await doomed()).toEqual([sha256, copy].toSorted());
  expect(await removeDoomed(ctx)).toBe(false);
  for (const gone of [sha256, copy]) await expect(app.deps.files.open(gone)).rejects.toThrow('ENOENT');
  await makeWaiting(ctx, app.deps, id, signal);
  expect(await doomed()).toEqual([]);
});

test('a file of a visitor is kept as over any other channel; an unusual one is marked, and a refusal says by which rule', async () => {
  const { users, visitor, channel, asha } = await scenes.makeScene();
  const send = async (name: string, content: Buffer) => {
    const [body, { headers }] = upload(name, content);
    const own = { ...headers, origin: app.url, 'visitor-token': visitor.token };
    return (await app.stranger().post(`${widget.upload.path}?key=${channel.widgetKey}`, body, { headers: own })).json();
  };
  const wav = Buffer.from(
    'RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0\u0040\u001f\0\0\u0040\u001f\0\0\u0001\0\b\0data\0\0\0\0',
    'latin1',
  );
  const zip = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
  const sent = [];
  for (const [name, content] of Object.entries({
    'note.txt': Buffer.from('hello'),
    'all.zip': zip,
    'voice.wav': wav,
    'page.html': Buffer.from('<script>'),
  })) {
    const { data } = await send(name, content);
    visitor.tell('send', { key: name, attachmentId: data.id });
    sent.push((await visitor.next('accepted', ({ key }) => key === name)).chatId);
  }
  const chatId = sent[0] as string;
  await asha.ask('agentPickupChat', { chatId });
  const { messages } = (await app.as(users.asha).get(chats.get.path.replace(':chatId', chatId))).json().data as { messages: ChatAction[] };
  const shown = messages.flatMap(({ attachment }) =>
    attachment ? [[attachment.name, attachment.type, attachment.isUnusual ?? false]] : [],
  );
  expect(shown).toEqual([
    ['note.txt', 'text/plain', false],
    ['all.zip', 'application/octet-stream', true],
    ['voice.wav', 'audio/wav', false],
    ['page.html', 'text/plain', true],
  ]);
  expect(await send('nothing.txt', Buffer.alloc(0))).toMatchObject({ code: 'file.empty', message: 'The file is empty.' });
  expect(await send('large.txt', Buffer.alloc(uploadLimitBytes + 1, 'a'))).toMatchObject({
    code: 'file.too_large',
    message: 'The file is larger than 25 MB.',
  });
});
