import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authTypes, endpoints, type SpeechFigures, type SpeechMessage } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createStreamScenes, type StreamScene } from '../../../../test/journeys.ts';
import { writeStream } from '../../../../test/streams.ts';
import { createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';

/** A speech service that hears what it is told to hear. */
const heard = { text: 'nau se paanch', sure: 0.9, seconds: 90 as number | undefined, isDown: false };
const ears = createServer((request, reply) => {
  request.resume().on('end', () => {
    const { text, sure, seconds, isDown } = heard;
    const answer = { text, duration: seconds, segments: [{ avg_logprob: Math.log(sure), start: 0, end: 2 }] };
    reply.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(isDown ? {} : answer));
  });
});
await new Promise<void>((resolve) => ears.listen(0, '127.0.0.1', resolve));
afterAll(() => ears.close());

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { makeScene, publish, phoneOf } = createStreamScenes(app, vendors);
const trail = createTrail(app);
const { speech: calls, roles, integrations } = endpoints;
/** Vendors are played, so that all of it is the sandbox. */
const sandbox = 'true';
const oggHead = Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(22), Buffer.from('OpusHead', 'latin1'), Buffer.alloc(64)]);
const en = (text: string) => ({ en: text });

/** Asks for a recording, and says how sure the service was of it. */
const stream = (isSensitive: boolean) =>
  writeStream('voice001', {
    variables: [
      { name: 'voice', type: 'Media', isSensitive },
      { name: 'words', type: 'Text', isSensitive },
    ],
    nodes: [
      { id: 'voice001', type: 'input.media', config: { text: en('Say it.'), kinds: ['audio'], asking: { variable: 'voice' } } },
      {
        id: 'call0001',
        name: 'Write down',
        type: 'data.speech',
        config: { media: 'voice', variable: 'words', languages: ['hi'], leastConfidence: 0.6 },
      },
      ...['ok', 'unsure', 'empty', 'error'].map((exit, place) => ({
        id: `tell000${place}`,
        type: 'message.text',
        config: { text: en(`It was ${exit}.`) },
      })),
      { id: 'end00001', type: 'mark.end', config: {} },
    ],
    edges: [
      ['voice001', 'ok', 'call0001'],
      ['voice001', 'invalid', 'end00001'],
      ...['ok', 'unsure', 'empty', 'error'].flatMap((exit, place): [string, string, string][] => [
        ['call0001', exit, `tell000${place}`],
        [`tell000${place}`, 'next', 'end00001'],
      ]),
    ],
  });

async function makeSpeech(word = 'voice', isSensitive = false) {
  Object.assign(heard, { text: 'nau se paanch', sure: 0.9, seconds: 90, isDown: false });
  const scene = await makeScene();
  const journeyId = await publish(scene, word, stream(isSensitive));
  const service = {
    authType: authTypes.speech,
    name: 'Ears',
    baseUrl: `http://127.0.0.1:${(ears.address() as AddressInfo).port}`,
    model: 'm',
  };
  const saved = await app.as(scene.admin).post(integrations.create.path, { ...service, apikey: 'key-of-the-ears', pricePerMinute: '0.6' });
  expect(saved.json()).toMatchObject({ status: true });
  const number = '+919876500071';
  const phone = phoneOf(scene, number);
  const speak = async (told: string, hears: Partial<typeof heard> = {}) => {
    Object.assign(heard, { text: 'nau se paanch', sure: 0.9, seconds: 90, isDown: false }, hears);
    await phone.say(word);
    await vi.waitFor(async () => expect((await phone.texts()).at(-1)).toBe('Say it.'));
    const note = { base64: oggHead.toString('base64'), mimeType: 'audio/ogg', fileName: 'note.ogg' };
    await vendors.control.act(scene.channelId, number, { kind: 'media', media: 'audio', ...note });
    await vi.waitFor(async () => expect((await phone.texts()).at(-1)).toBe(`It was ${told}.`));
  };
  return { scene, journeyId, speak };
}

type Query = Record<string, string>;
const read = async <T>({ admin }: StreamScene, path: string, query: Query = {}): Promise<T> => {
  const answer = await app.as(admin).get(`${path}?${new URLSearchParams({ sandbox, ...query })}`);
  expect([path, query, answer.statusCode]).toEqual([path, query, 200]);
  return answer.json().data;
};
const listOf = async (scene: StreamScene, query?: Query): Promise<SpeechMessage[]> =>
  (await read<{ rows: SpeechMessage[] }>(scene, calls.list.path, query)).rows;
const path = (of: { path: string }, id: string) => of.path.replace(':speechId', id);

test('screens 4.7 each recording of a stream is a row with length, confidence, cost and what the stream took of it; cards are their sums', async () => {
  const { scene, journeyId, speak } = await makeSpeech();
  await speak('ok');
  await speak('unsure', { sure: 0.4, text: 'ten to six', seconds: undefined });
  await speak('empty', { text: ' ', seconds: 30 });
  await speak('error', { isDown: true });
  const rows = await listOf(scene);
  expect(rows.map(({ status, text, isAnswer, lengthMs, cost, error }) => [status, text, isAnswer, lengthMs, cost, error])).toEqual([
    ['FAILED', '', null, null, null, 'The service answered 503.'],
    ['EMPTY', '', null, 30_000, 300_000, ''],
    ['DONE', 'ten to six', false, null, null, ''],
    ['DONE', 'nau se paanch', true, 90_000, 900_000, ''],
  ]);
  expect(rows[3]).toMatchObject({
    ...{ source: 'stream', streamName: 'voice', node: 'Write down', language: 'hi', service: 'Ears', leastConfidence: 0.6, canPlay: true },
    originalText: null,
  });
  expect([rows[3]?.confidence, rows[2]?.confidence].map((sure) => sure?.toFixed(2))).toEqual(['0.90', '0.40']);
  const { confidence, cost, ...figures } = await read<SpeechFigures>(scene, calls.figures.path);
  expect(figures).toMatchObject({ messages: 4, ended: 4, done: 2, ms: 120_000, untimed: 2, unpriced: 1 });
  expect([cost, confidence?.toFixed(4)]).toEqual([1_200_000, ((0.9 + 0.4 + 0.9) / 3).toFixed(4)]);

  const found = async (query: Query) => (await listOf(scene, query)).map(({ text, status }) => text || status);
  expect(await found({ status: 'FAILED' })).toEqual(['FAILED']);
  expect(await found({ below: '0.6' })).toEqual(['ten to six']);
  expect(await found({ text: 'SE P' })).toEqual(['nau se paanch']);
  expect(await found({ text: '%' })).toEqual([]);
  expect(await found({ language: 'en' })).toEqual([]);
  expect(await found({ source: 'chat' })).toEqual([]);
  expect(await found({ sandbox: 'false' })).toEqual([]);
  expect((await found({ journeyId, channelId: scene.channelId, language: 'hi', source: 'stream' })).length).toBe(4);
  expect(await found({ journeyId: scene.channelId })).toEqual([]);
  expect(await found({ channelId: journeyId })).toEqual([]);
  expect(await found({ fromDate: '2026-01-01', toDate: '2026-01-31' })).toEqual([]);
  expect(await read(scene, calls.figures.path, { below: '0.6' })).toMatchObject({ messages: 1, done: 1 });
  const first = await read<{ rows: SpeechMessage[]; next: string }>(scene, calls.list.path, { perPage: '3' });
  expect(first.next).toBe(rows[2]?.id);
  expect((await listOf(scene, { perPage: '3', after: first.next })).map(({ id }) => id)).toEqual([rows[3]?.id]);
  expect(await read(scene, calls.choices.path)).toMatchObject({ streams: [{ id: journeyId, name: 'voice' }], languages: ['hi'] });
  expect((await app.as(scene.admin).get(`${calls.list.path}?fromDate=2026-02-02&toDate=2026-02-01`)).statusCode).toBe(400);
});

test('screens 4.7 a text is corrected beside the one of the service, a recording is played, and one without a text is tried again; the trail has each', async () => {
  const { scene, speak } = await makeSpeech();
  const client = app.as(scene.admin);
  await speak('ok');
  await speak('error', { isDown: true });
  const [failed, done] = (await listOf(scene)) as [SpeechMessage, SpeechMessage];
  const corrected = await client.put(path(calls.correct, done.id), { text: ' nau se paanch baje ', version: done.version });
  expect(corrected.json().data).toMatchObject({ text: 'nau se paanch baje', originalText: 'nau se paanch' });
  expect((await client.put(path(calls.correct, done.id), { text: 'other', version: done.version })).statusCode).toBe(409);
  const again = await client.put(path(calls.correct, done.id), { text: 'nau se paanch tak', version: corrected.json().data.version });
  expect(again.json().data).toMatchObject({ text: 'nau se paanch tak', originalText: 'nau se paanch' });
  expect((await client.put(path(calls.correct, failed.id), { text: 'x', version: failed.version })).json()).toMatchObject({
    code: 'speech.no_text',
  });
  expect((await client.post(path(calls.retry, done.id))).json()).toMatchObject({ code: 'speech.has_text' });

  heard.isDown = true;
  expect((await client.post(path(calls.retry, failed.id))).json().data).toMatchObject({
    status: 'FAILED',
    error: 'The service answered 503.',
  });
  Object.assign(heard, { isDown: false, text: 'das baje' });
  expect((await client.post(path(calls.retry, failed.id))).json().data).toMatchObject({
    status: 'DONE',
    text: 'das baje',
    error: '',
    cost: 900_000,
  });

  // A worker that was killed leaves a recording under way: after a while it is tried again, and not before.
  const leave = (minutes: number) =>
    app.contextOf(scene.admin).transaction((tx) =>
      sql`update speech_messages set status = 'PENDING', text = '', at = now() - make_interval(mins => ${minutes})
          where speech_id = ${failed.id}`.execute(tx),
    );
  await leave(1);
  expect((await client.post(path(calls.retry, failed.id))).json()).toMatchObject({ code: 'speech.has_text' });
  await leave(11);
  expect((await client.post(path(calls.retry, failed.id))).json().data).toMatchObject({ status: 'DONE', text: 'das baje' });

  const { url } = (await client.post(path(calls.play, done.id))).json().data;
  const audio = await client.get(url);
  expect([audio.statusCode, audio.rawPayload.subarray(0, 4).toString()]).toEqual([200, 'OggS']);
  const actions = (await trail.list(scene.admin, 'kind=speech')).map(({ action, recordId }) => [
    action,
    recordId === done.id ? 'done' : 'failed',
  ]);
  expect(actions).toEqual([
    ['play', 'done'],
    ['retry', 'failed'],
    ['retry', 'failed'],
    ['retry', 'failed'],
    ['edit', 'done'],
    ['edit', 'done'],
  ]);
});

test('screens 4.7 the file has the rows of the filter, and cells of customers are no formulas', async () => {
  const { scene, speak } = await makeSpeech();
  await speak('ok', { text: '=1+1' });
  await speak('unsure', { sure: 0.3, text: 'other' });
  const accessId = encodeURIComponent(scene.admin.token);
  const file = await app.as(scene.admin).get(`${calls.download.path}?sandbox=true&text=1%2B1&x-access-id=${accessId}`);
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"Confidence"');
  expect(lines[1]).toContain(`"'=1+1"`);
  expect((await trail.list(scene.admin, 'kind=speech')).map(({ action }) => action)).toEqual(['export']);
});

test('the words of a sensitive question are kept nowhere in the report, and the stream still hears them', async () => {
  const { scene, speak } = await makeSpeech('secret', true);
  await speak('ok', { text: 'my card is 4111' });
  expect(await listOf(scene)).toMatchObject([{ status: 'DONE', text: '', isHidden: true, isAnswer: true, lengthMs: 90_000 }]);
  expect(await listOf(scene, { text: '4111' })).toEqual([]);
});

test('recordings are those of the enterprise, for readers of reports; those of chats are for whoever reaches all chats', async () => {
  const { scene, speak } = await makeSpeech();
  await speak('ok');
  const { admin } = scene;
  const ctx = app.contextOf(admin);
  await ctx.transaction((tx) => sql`update speech_messages set source = 'chat', journey_id = null, node_id = ''`.execute(tx));
  const [row] = (await listOf(scene)) as [SpeechMessage];
  expect(row).toMatchObject({ source: 'chat', streamName: '', isAnswer: null });
  const makeReader = async (permissions: string[], dataScope: string) => {
    const role = { name: `${dataScope} ${permissions.length}`, description: '', permissions, dataScope, maskedFields: [] };
    const { code } = (await app.as(admin).put(roles.saveRole.path, role)).json().data;
    return app.as(await app.makeUser({ enterprise: admin, roles: [code] }));
  };
  const narrow = await makeReader(['JOURNEYS.VIEW_REPORTS'], 'own');
  expect((await narrow.get(`${calls.list.path}?sandbox=true`)).json().data.rows).toEqual([]);
  expect((await narrow.get(`${calls.figures.path}?sandbox=true`)).json().data).toMatchObject({ messages: 0 });
  expect((await narrow.post(path(calls.play, row.id))).json()).toMatchObject({ code: 'speech.not_found' });
  expect((await (await makeReader([], 'enterprise')).get(calls.list.path)).statusCode).toBe(403);
  const stranger = app.as(await app.makeUser());
  expect((await stranger.get(`${calls.list.path}?sandbox=true`)).json().data.rows).toEqual([]);
  for (const answer of [
    await stranger.post(path(calls.play, row.id)),
    await stranger.post(path(calls.retry, row.id)),
    await stranger.put(path(calls.correct, row.id), { text: 'x', version: 1 }),
  ])
    expect(answer.json()).toMatchObject({ code: 'speech.not_found' });
});
