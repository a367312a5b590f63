import { endpoints, type PrivacySettings } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { canaries, createPeople, filesWith, tablesWith } from '../../../../test/person.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { runRetention } from './retention.run.ts';
import { countRetention } from './retention.service.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, youngFileMs: 3_600_000 } });
const { as, makeUser } = app;
const { makeWorld } = createPeople(app, vendors, createScenes(app));
const trail = createTrail(app);
const { privacy, chats, reports } = endpoints;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const none = { chats: null, media: null, logs: null };
/** The program as it will be after so much time. */
const later = (user: TestUser, ms: number) => ({ ...app.contextOf(user), now: () => new Date(Date.now() + ms) });
const get = async (user: TestUser): Promise<PrivacySettings> => (await as(user).get(privacy.settings.path)).json().data;
const save = async (user: TestUser, retention: object, version: number) =>
  (await as(user).post(privacy.saveSettings.path, { retention: { ...none, ...retention }, version })).json();
const countAfter = async (user: TestUser, ms: number, retention: object) => {
  const ctx = later(user, ms) as Parameters<typeof countRetention>[0];
  const { counts } = await countRetention(ctx, { ...none, ...retention });
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
};

test('a shorter time waits a day, can be given up, and is overtaken by a longer one', async () => {
  const admin = await makeUser({ name: 'Admin' });
  expect(await get(admin)).toEqual({ retention: none, waiting: null, version: 0 });
  const before = Date.now();
  const saved = (await save(admin, { chats: 90 }, 0)).data as PrivacySettings;
  expect(saved).toEqual({
    retention: none,
    waiting: { retention: { ...none, chats: 90 }, effectiveAt: expect.any(String), by: 'Admin' },
    version: 1,
  });
  expect(Math.round((Date.parse(saved.waiting?.effectiveAt ?? '') - before) / hourMs)).toBe(24);
  expect((await as(admin).post(privacy.cancel.path, {})).json().data).toEqual({ retention: none, waiting: null, version: 2 });
  expect((await as(admin).post(privacy.cancel.path, {})).json().code).toBe('retention.nothing_waits');
  await save(admin, { chats: 90 }, 2);
  await runRetention(later(admin, 23 * hourMs));
  expect((await get(admin)).retention).toEqual(none);
  await runRetention(later(admin, 25 * hourMs));
  expect(await get(admin)).toEqual({ retention: { ...none, chats: 90 }, waiting: null, version: 4 });
  expect((await save(admin, { chats: 60 }, 4)).data).toMatchObject({ retention: { chats: 90 }, waiting: { retention: { chats: 60 } } });
  expect((await save(admin, { chats: 365 }, 5)).data).toEqual({ retention: { ...none, chats: 365 }, waiting: null, version: 6 });
  expect((await save(admin, { chats: 60 }, 5)).code).toBe('record.changed');
  expect((await save(admin, { chats: 29 }, 6)).code).toBe('request.invalid');
  expect((await save(await makeUser({ enterprise: admin, roles: [3] }), { chats: 60 }, 6)).code).toBe('1403');
  expect((await get(await makeUser())).version).toBe(0);
  const [newest] = await trail.details(admin, 'kind=privacy');
  expect(newest && changed(newest)).toEqual({ chats: [90, 365], waiting: [{ ...none, chats: 60 }, null] });
});

test('older records go by their kind; rows, counts and younger records stay', async () => {
  const { admin, agent, chatId, channelId, socket } = await makeWorld();
  await vi.waitFor(async () => {
    const open = await app
      .contextOf(admin)
      .read((tx) => tx.selectFrom('rawEventQueue').select('eventId').where('enterpriseId', '=', admin.enterpriseId).execute());
    expect(open).toEqual([]);
  });
  expect((await as(agent).post(chats.close.path.replace(':chatId', chatId), { feedback: 'Solved' })).json()).toMatchObject({
    status: true,
  });
  await vendors.control.act(channelId, '+919833000001', { kind: 'text', text: 'A younger chat' }, 'Younger');
  await socket.next('customerStartChat', ({ customerName }) => customerName === 'Younger');
  const sums = async () => (await as(admin).get(reports.messageSource.path)).json().data.counts;
  const before = await vi.waitFor(async () => {
    const found = await sums();
    expect(found.filter(({ status }: { status: string }) => ['QUEUED', 'SENT', 'DELIVERED'].includes(status))).toEqual([]);
    return found;
  });
  const all = { chats: 30, media: 30, logs: 30 };
  expect(
    (await as(admin).post(privacy.count.path, { retention: all })).json().data.counts.map(({ count }: { count: number }) => count),
  ).toEqual(Array.from({ length: 10 }, () => 0));
  const foreseen = await countAfter(admin, 31 * dayMs, all);
  expect(foreseen).toMatchObject({
    chats: 1,
    media: 1,
    botTurns: 0,
    botToolCalls: 0,
    speech: 0,
    formAnswers: 0,
    rawEvents: expect.any(Number),
    messages: expect.any(Number),
  });
  expect(Math.min(foreseen.rawEvents ?? 0, foreseen.messages ?? 0)).toBeGreaterThan(4);

  // Media alone: the words stay.
  await save(admin, { media: 30 }, 0);
  await runRetention(later(admin, 31 * dayMs));
  const entries = async () =>
    (await as(agent).get(chats.get.path.replace(':chatId', chatId))).json().data.messages as { message: string; attachment: unknown }[];
  expect((await entries()).map(({ message }) => message)).toEqual(expect.arrayContaining([canaries.sentence, canaries.reply]));
  expect((await entries()).filter(({ attachment }) => attachment)).toEqual([]);
  // Bytes that are younger than an upload may take stay, and go once they are not.
  expect(filesWith(app, [canaries.file])).not.toEqual([]);
  Object.assign(app.deps.config, { youngFileMs: 0 });
  await runRetention(later(admin, 31 * dayMs));
  expect(filesWith(app, [canaries.file])).toEqual([]);

  const { version } = await get(admin);
  await save(admin, all, version);
  await runRetention(later(admin, 31 * dayMs));
  const told = (await entries()).map(({ message }) => message).filter((message) => message !== '');
  expect(new Set(told)).toEqual(new Set(['Removed by retention rule']));
  const words = [canaries.sentence, canaries.reply, canaries.caption, canaries.agentNote, canaries.agentField];
  // Events of webhooks go after thirty days by themselves, those of the realtime as soon as they are told.
  await expect.poll(async () => (await tablesWith(app, words)).filter((place) => !place.startsWith('public.webhook_events'))).toEqual([]);
  expect(await countAfter(admin, 31 * dayMs, all)).toEqual({
    chats: 0,
    movedChats: 0,
    media: 0,
    botTurns: 0,
    botToolCalls: 0,
    speech: 0,
    formAnswers: 0,
    rawEvents: 0,
    responses: 0,
    messages: 0,
  });
  expect(await sums()).toEqual(before);
  expect(await tablesWith(app, ['A younger chat'])).toContain('public.chat_actions: A younger chat');
  const purges = `kind=privacy&action=purge&toDate=${later(admin, 33 * dayMs)
    .now()
    .toISOString()
    .slice(0, 10)}`;
  const [entry] = await trail.details(admin, purges);
  expect(entry).toMatchObject({ actorKind: 'system', counts: { chats: 1, rawEvents: foreseen.rawEvents, messages: foreseen.messages } });
  // A second run finds nothing, and leaves no entry.
  await runRetention(later(admin, 31 * dayMs));
  expect(await trail.list(admin, purges)).toHaveLength(2);
});
