import { type EncapLink, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createEncapScenes, encapAt } from '../../../../test/encaps.ts';
import { ask, end, makeStream, say, texts } from '../../../../test/journeys.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { remind, remindPeople } from './reminder.service.ts';

const vendors = await startVendors();
/** Tomorrow, in the middle of a day. */
const noon = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + 6.5 * 3_600_000).getTime();
const clock = { at: noon, from: Date.now() };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 100_000 },
  now: () => new Date(clock.at + Date.now() - clock.from),
});
const { as, makeUser, contextOf, deps } = app;
const { makePublished, launch, readLaunch, makeLinks, visitorOf, ok } = createEncapScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { encaps, encapLaunches } = endpoints;
const hour = 3_600_000;

const talk = makeStream(
  { name0001: ask('Your name?', 'who', { ok: 'thank001' }), thank001: say('Thank you, {{ who }}', 'end00001'), end00001: end('done') },
  { variables: texts('who') },
);

/** An encap that reminds after two hours and after five, and people with links. */
async function reminding(numbers: readonly string[], remindHours: readonly number[] = [2, 5]) {
  clock.at = noon;
  clock.from = Date.now();
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const { templateId } = await makeTemplate(admin, channelId, [body('Still there? {{1}}', { '1': 'https://shop.example' })], {
    category: 'UTILITY',
  });
  const encap = await makePublished(admin, 'Loan', talk);
  const save = async (change: object) => {
    const properties = ok<object>(await as(admin).get(encapAt(encaps.properties.path, encap.id)));
    ok(await as(admin).put(encapAt(encaps.saveProperties.path, encap.id), { ...properties, ...change }));
  };
  await save({ reachChannelId: channelId, remindTemplateId: templateId, remindHours });
  const { id } = await launch(admin, encap.id, { mode: 'API', expiryDays: 4 });
  const links = await makeLinks(
    admin,
    encap.id,
    id,
    numbers.map((number) => ({ number })),
  );
  const messages = () =>
    contextOf(admin).read((tx) =>
      tx
        .selectFrom('messages')
        .select(['address', 'status'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('channelId', '=', channelId)
        .orderBy('messageId')
        .execute(),
    );
  const later = (hours: number) => {
    clock.at += hours * hour;
  };
  const seen = async () => ({ messages: (await messages()).length, ...(await readLaunch(admin, encap.id, id)).reminders });
  const linkOf = async (number: string) =>
    ok<{ links: EncapLink[] }>(
      await as(admin).get(`${encapAt(encapLaunches.links.path, encap.id, { instanceId: id })}?search=${encodeURIComponent(number)}`),
    ).links[0];
  return {
    admin,
    encap,
    save,
    launchId: id,
    links,
    visitors: links.map(({ url }) => visitorOf(url)),
    messages,
    later,
    seen,
    linkOf,
    channelId,
  };
}

test('forms 8: people who have opened a page and left it are reminded at its hours, those who never came, are inside or have finished are not', async () => {
  const numbers = ['+919876502001', '+919876502002', '+919876502003', '+919876502004'];
  const made = await reminding(numbers);
  const [asha, bina, chitra] = made.visitors;
  expect((await readLaunch(made.admin, made.encap.id, made.launchId)).remindHours).toEqual([2, 5]);
  await asha?.open();
  await bina?.begin();
  await chitra?.begin();
  await chitra?.say('Chitra');
  await vi.waitFor(async () => expect((await readLaunch(made.admin, made.encap.id, made.launchId)).figures.completed).toBe(1));
  made.later(1.5);
  // Bina was there a moment ago.
  await bina?.open();
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 0, made: 0, sent: 0, heldBack: 0 });
  made.later(0.6);
  await remindPeople(deps);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 1, made: 1, sent: 1, heldBack: 0 });
  made.later(1.5);
  await remindPeople(deps);
  expect((await made.messages()).map(({ address }) => address)).toEqual([numbers[0], numbers[1]]);
  await vi.waitFor(async () =>
    expect((await vendors.control.phone(made.channelId, numbers[0] ?? '')).messages.map(({ text }) => text)).toEqual([
      `Still there? ${made.links[0]?.url}`,
    ]),
  );
  made.later(4);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 4, made: 4, sent: 4, heldBack: 0 });
  made.later(60);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 4, made: 4, sent: 4, heldBack: 0 });
  const { figures } = await readLaunch(made.admin, made.encap.id, made.launchId);
  const { launched, ...parts } = figures;
  expect([launched, Object.values(parts).reduce((sum, part) => sum + part, 0)]).toEqual([4, 4]);
  expect(figures).toMatchObject({ unopened: 1, opened: 1, completed: 1 });
  expect([(await made.linkOf(numbers[0] ?? ''))?.reminders, (await made.linkOf(numbers[3] ?? ''))?.reminders]).toEqual([2, 0]);
});

test('A reminder that two workers look at together is one row of the ledger, and one whose transaction breaks is made by the next look', async () => {
  const made = await reminding(['+919876502011']);
  await made.visitors[0]?.open();
  made.later(3);
  const ctx = contextOf(made.admin);
  const linkId = made.links[0]?.linkId ?? '';
  // A process that dies in the middle leaves nothing: row, message and count are one transaction.
  await expect(
    ctx.transaction(async (tx) => {
      await remind({ ...ctx, transaction: (work) => work(tx) }, linkId);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await made.seen()).toEqual({ messages: 0, made: 0, sent: 0, heldBack: 0 });
  await Promise.all([remind(ctx, linkId), remind(ctx, linkId), remindPeople(deps)]);
  expect(await made.seen()).toEqual({ messages: 1, made: 1, sent: 1, heldBack: 0 });
});

test('No reminder leaves in quiet hours, behind the end of a link, nor where the encap has none any more', async () => {
  const made = await reminding(['+919876502021', '+919876502022', '+919876502023'], [2]);
  const [asha, bina, chitra] = made.visitors;
  const settings = (await as(made.admin).get(endpoints.blacklist.getSettings.path)).json().data;
  const quiet = { ...settings.settings, quietHours: { isOn: true, from: '14:00', to: '23:00' } };
  ok(await as(made.admin).put(endpoints.blacklist.saveSettings.path, { settings: quiet, version: settings.version }));
  made.later(8.5);
  await asha?.open();
  made.later(2);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 0, made: 0, sent: 0, heldBack: 0 });
  made.later(11);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 1, made: 1, sent: 1, heldBack: 0 });
  await bina?.open();
  made.later(3);
  await made.save({ remindHours: [] });
  await remindPeople(deps);
  expect((await made.seen()).made).toBe(1);
  await made.save({ remindHours: [2] });
  made.later(70);
  await chitra?.open();
  made.later(3);
  await remindPeople(deps);
  expect((await made.seen()).made).toBe(1);
});

test('People who have refused get none, and the reminder says that it was held back', async () => {
  const made = await reminding(['+919876502031', '+919876502032'], [2]);
  const [refused] = made.links;
  ok(await as(made.admin).post(endpoints.blacklist.create.path, { numbers: [refused?.number], reason: 'Asked', kind: 'opted_out' }));
  for (const visitor of made.visitors) await visitor.open();
  made.later(3);
  await remindPeople(deps);
  expect(await made.seen()).toEqual({ messages: 2, made: 2, sent: 1, heldBack: 1 });
  expect((await made.messages()).map(({ address, status }) => [address, status === 'SKIPPED'])).toEqual([
    ['+919876502031', true],
    ['+919876502032', false],
  ]);
});
