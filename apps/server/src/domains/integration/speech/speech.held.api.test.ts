import { endpoints, type SpeechFigures, type SpeechMessage } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { retainedSpeech, speechOfPerson, speechTrace } from './speech.held.repository.ts';
import { endSpeech, type SpeechKey, startSpeech } from './speech.repository.ts';

const app = await sharedApp();
const calls = endpoints.speech;

/** An enterprise with one customer, whose recordings are written down. */
async function makeScene() {
  const enterprise = await app.makeEnterprise();
  const { ctx, enterpriseId } = enterprise;
  const channel = await makeWebChannel(enterprise);
  const client = app.as(await app.makeUser({ enterprise }));
  const makeCustomer = async (name: string): Promise<string> => {
    const customerId = newId();
    await ctx.transaction((tx) =>
      sql`insert into customers (enterprise_id, customer_id, name, number) values (${enterpriseId}, ${customerId}, ${name}, '')`.execute(
        tx,
      ),
    );
    return customerId;
  };
  const customerId = await makeCustomer('Meera');
  const start = async (key: SpeechKey) => {
    const about = {
      journeyId: null,
      journeyVersion: null,
      nodeId: '',
      customerId,
      channelId: channel.id,
      isSandbox: false,
      fileId: newId(),
    };
    await ctx.transaction((tx) =>
      startSpeech(tx, key, { ...about, at: ctx.now(), language: 'hi', leastConfidence: null, isHidden: false }),
    );
  };
  const end = (key: SpeechKey, text: string) => {
    const transcript = { text, confidence: 0.9, lengthMs: 90_000, integrationId: newId(), language: 'hi', pricePerMinute: '0.6' };
    return ctx.transaction((tx) => endSpeech(tx, key, transcript));
  };
  const makeKey = (): SpeechKey => ({ enterpriseId, source: 'chat', sourceId: newId(), sourceNo: 1 });
  const list = async (): Promise<SpeechMessage[]> => (await client.get(calls.list.path)).json().data.rows;
  const figures = async (): Promise<SpeechFigures> => (await client.get(calls.figures.path)).json().data;
  const person = { enterpriseId, customerIds: [customerId], name: '', addresses: [], sharedAddresses: [], chatIds: [] };
  const erase = () => ctx.transaction((tx) => speechOfPerson.erase(ctx, tx, person, { limit: 10, cursor: '' }));
  return { ctx, enterpriseId, customerId, makeCustomer, makeKey, start, end, list, figures, person, erase };
}

test('an erased person leaves length and cost; what was being written down meanwhile keeps no word', async () => {
  const { ctx, makeKey, start, end, list, figures, person, erase } = await makeScene();
  const [done, late] = [makeKey(), makeKey()];
  await start(done);
  await end(done, 'nau se paanch');
  const before = await figures();
  expect(before).toMatchObject({ messages: 1, ms: 90_000, cost: 900_000 });
  const { records } = await ctx.read((tx) => speechOfPerson.read(tx, person, ''));
  expect(records).toMatchObject([{ text: 'nau se paanch', status: 'DONE' }]);
  await start(late);
  expect(await erase()).toEqual({ erased: 2, more: false });
  await end(late, 'das baje');
  const gone = { customerName: '', text: '', originalText: null, isHidden: true, canPlay: false, lengthMs: 90_000, status: 'DONE' };
  expect(await list()).toMatchObject([gone, gone]);
  expect(await figures()).toMatchObject({ messages: 2, ms: 2 * before.ms, cost: 2 * before.cost });
  expect(await ctx.read((tx) => speechOfPerson.count(tx, person))).toBe(0);
});

test('words older than those of chats are kept go, and the rows stay', async () => {
  const { ctx, enterpriseId, makeKey, start, end, list } = await makeScene();
  const key = makeKey();
  await start(key);
  await end(key, 'nau se paanch');
  const first = '00000000-0000-0000-0000-000000000000';
  const soon = new Date(Date.now() + 60_000);
  const erase = (until: Date) => ctx.transaction((tx) => retainedSpeech.erase(ctx, tx, until, { limit: 10, mark: first }));
  expect(await erase(new Date(Date.now() - 3_600_000))).toEqual({ erased: 0, more: false });
  expect(await list()).toMatchObject([{ text: 'nau se paanch', isHidden: false }]);
  expect(await ctx.read((tx) => retainedSpeech.count(tx, enterpriseId, soon, first, 10))).toBe(1);
  const { mark } = await erase(soon);
  expect(await list()).toMatchObject([{ id: mark, text: '', isHidden: true, status: 'DONE', customerName: 'Meera' }]);
  expect(await ctx.read((tx) => retainedSpeech.count(tx, enterpriseId, soon, mark as string, 10))).toBe(0);
});

test('a merged customer’s recordings are the other’s', async () => {
  const { ctx, enterpriseId, customerId, makeCustomer, makeKey, start, list } = await makeScene();
  await start(makeKey());
  const kept = await makeCustomer('Meera Kept');
  await ctx.transaction(async (tx) => speechTrace.move?.(tx, enterpriseId, customerId, kept, ctx));
  expect(await list()).toMatchObject([{ customerName: 'Meera Kept', status: 'PENDING' }]);
});
