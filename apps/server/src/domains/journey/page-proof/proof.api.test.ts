import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createEncapScenes, encapAt } from '../../../../test/encaps.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, end, makeStream, say, texts } from '../../../../test/journeys.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 100_000 },
  now: () => new Date(Date.now() + clock.ahead),
});
const { as, makeUser, contextOf } = app;
const { makePublished, launch, makeLinks, visitorOf, ok } = createEncapScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { encaps } = endpoints;
const minute = 60_000;

const talk = makeStream(
  { name0001: ask('Your name?', 'who', { ok: 'thank001' }), thank001: say('Thank you, {{ who }}', 'end00001'), end00001: end('done') },
  { variables: texts('who') },
);

/** An encap that asks for a code, and a channel that brings it. */
async function guarded(change: object = {}) {
  clock.ahead = 0;
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const code = await makeTemplate(admin, channelId, [body('Your code is {{1}}', { '1': '123456' })], { category: 'UTILITY' });
  const address = await makeTemplate(admin, channelId, [body('Go on at {{1}}', { '1': 'https://shop.example' })], { category: 'UTILITY' });
  const encap = await makePublished(admin, 'Loan', talk);
  const save = async (more: object) => {
    const properties = ok<object>(await as(admin).get(encapAt(encaps.properties.path, encap.id)));
    return as(admin).put(encapAt(encaps.saveProperties.path, encap.id), { ...properties, ...more });
  };
  ok(
    await save({
      login: 'code',
      reachChannelId: channelId,
      codeTemplateId: code.templateId,
      laterTemplateId: address.templateId,
      ...change,
    }),
  );
  const textsFor = async (number: string) => {
    // A number that has got nothing is no phone there.
    const phone = await vendors.control.phone(channelId, number).catch(() => ({ messages: [] as { text: string }[] }));
    return phone.messages.map(({ text }) => text);
  };
  const lastCode = async (number: string, count = 1) => {
    await vi.waitFor(async () => expect((await textsFor(number)).length).toBe(count));
    return /\d{6}/.exec((await textsFor(number)).at(-1) ?? '')?.[0] ?? '';
  };
  return { admin, channelId, encap, save, textsFor, lastCode, code, address };
}
type Visitor = ReturnType<typeof visitorOf>;
const personal = async ({ admin, encap }: { admin: TestUser; encap: { id: string } }, number: string) => {
  const { id } = await launch(admin, encap.id, { mode: 'API' });
  const [link] = await makeLinks(admin, encap.id, id, [{ number, name: 'Asha' }]);
  return { instanceId: id, url: link?.url ?? '', asha: visitorOf(link?.url ?? '') };
};
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const act = (visitor: Visitor, name: string, values: Record<string, string> = {}) => visitor.post({ act: name, ...values });

test('forms 7 and 8: a page that asks for a code opens for whoever has it alone, and nothing of it stands in the ledger', async () => {
  const made = await guarded();
  const { admin, lastCode, textsFor } = made;
  const number = '+919876501001';
  const { asha, url } = await personal(made, number);
  const first = await asha.open();
  expect([first.body.includes('Send me a code'), first.body.includes('9876501001'), first.body.includes('Begin')]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await act(asha, 'begin')).body).toContain('Send me a code');
  expect((await act(asha, 'code')).body).toContain('A code is on its way');
  const code = await lastCode(number);
  expect((await act(asha, 'prove', { code: wrongOf(code) })).statusCode).toBe(422);
  const inside = await act(asha, 'prove', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([inside.statusCode, inside.body.includes('Your name?')]).toEqual([200, true]);
  // A code is good once, and for one browser.
  const forwarded = visitorOf(url);
  expect([(await forwarded.open()).body.includes('Your name?'), (await act(forwarded, 'prove', { code })).statusCode]).toEqual([
    false,
    422,
  ]);
  expect([(await app.stranger().get(`${forwarded.path}/thread`)).statusCode, (await forwarded.say('Who?')).body.includes('Who?')]).toEqual([
    404,
    false,
  ]);
  expect((await asha.say('Asha')).body).toContain('Thank you, Asha');
  const rows = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('messages')
      .select(['source', 'content'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('address', '=', number)
      .execute(),
  );
  expect([rows.length, JSON.stringify(rows).includes(code), (await textsFor(number)).length]).toEqual([1, false, 1]);
  const kept = await contextOf(admin).read((tx) =>
    tx.selectFrom('pageCodes').selectAll().where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect([JSON.stringify(kept).includes(number.slice(1)), kept.every(({ codeHash }) => codeHash?.toString('utf8') !== code)]).toEqual([
    false,
    true,
  ]);
});

test('Five wrong tries end a code, its time ends it, and the next one is not to be had at once nor without end', async () => {
  const made = await guarded();
  const number = '+919876501002';
  const { asha } = await personal(made, number);
  await act(asha, 'code');
  const code = await made.lastCode(number);
  const soon = await act(asha, 'code');
  expect([soon.statusCode, soon.body.includes('Wait half a minute')]).toEqual([429, true]);
  for (let guess = 0; guess < 5; guess += 1) expect((await act(asha, 'prove', { code: wrongOf(code) })).statusCode).toBe(422);
  expect((await act(asha, 'prove', { code })).statusCode).toBe(422);
  clock.ahead += minute;
  await act(asha, 'code');
  const second = await made.lastCode(number, 2);
  clock.ahead += 11 * minute;
  expect((await act(asha, 'prove', { code: second })).statusCode).toBe(422);
  for (let more = 2; more < 10; more += 1) {
    clock.ahead += minute;
    expect((await act(asha, 'code')).statusCode).toBe(200);
  }
  clock.ahead += minute;
  const many = await act(asha, 'code');
  expect([many.statusCode, many.body.includes('too many codes today')]).toEqual([429, true]);
  clock.ahead += 24 * 60 * minute;
  expect((await act(asha, 'code')).statusCode).toBe(200);
});

test('Tries at once count as many: of ten parallel guesses five are looked at', async () => {
  const made = await guarded();
  const number = '+919876501003';
  const { asha } = await personal(made, number);
  await act(asha, 'code');
  const code = await made.lastCode(number);
  await Promise.all(Array.from({ length: 10 }, () => act(asha, 'prove', { code: wrongOf(code) })));
  const [kept] = await contextOf(made.admin).read((tx) =>
    tx.selectFrom('pageCodes').select(['tries', 'usedAt']).where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  expect(kept).toEqual({ tries: 5, usedAt: null });
  expect((await act(asha, 'prove', { code })).statusCode).toBe(422);
});

test('An address for everybody tells nobody whether a number is known or blocked, and lets a proved one in as that customer', async () => {
  const made = await guarded();
  const { admin, encap, lastCode, textsFor } = made;
  const blocked = '+919876501011';
  ok(await as(admin).post(endpoints.blacklist.create.path, { numbers: [blocked], reason: 'Asked for it' }));
  const { openUrl } = await launch(admin, encap.id, { name: 'Open' });
  const shown = async (number: string) => {
    const visitor = visitorOf(openUrl);
    expect((await visitor.open()).body).toContain('Your phone number');
    const { body: page, statusCode } = await act(visitor, 'code', { number });
    return { visitor, statusCode, page: page.slice(page.indexOf('<main')).replaceAll(visitor.path.slice('/p/'.length), '') };
  };
  const known = '+919876501012';
  const [one, other, none] = [await shown(known), await shown('+919876501013'), await shown(blocked)];
  expect([other.page, none.page, other.statusCode, none.statusCode]).toEqual([one.page, one.page, 200, 200]);
  expect(await textsFor(blocked)).toEqual([]);
  const inside = await act(one.visitor, 'prove', { code: await lastCode(known) });
  expect(inside.body).toContain('Your name?');
  const people = await contextOf(admin).read((tx) =>
    tx.selectFrom('customers').select('number').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(people).toEqual([{ number: known }]);
  // A code of one page opens no other one.
  expect((await act(other.visitor, 'prove', { code: await lastCode(known) })).statusCode).toBe(422);
});

test('A number gets ten codes a day by whatever pages, and the answers stay alike', async () => {
  const made = await guarded();
  const { openUrl } = await launch(made.admin, made.encap.id, { name: 'Open' });
  const number = '+919876501021';
  for (let asked = 0; asked < 12; asked += 1) {
    // Networks have a limit of their own.
    const visitor = visitorOf(openUrl, { 'x-forwarded-for': `203.0.113.${asked}` });
    expect((await act(visitor, 'code', { number })).body).toContain('A code is on its way');
  }
  await vi.waitFor(async () => expect((await made.textsFor(number)).length).toBe(10));
  const sent = await contextOf(made.admin).read((tx) =>
    tx.selectFrom('pageCodes').select('isSent').where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  expect([sent.length, sent.filter(({ isSent }) => isSent).length]).toEqual([12, 10]);
});

test('forms 3: somebody goes on later by an address that goes to their own number, and elsewhere after a code has proved it', async () => {
  const made = await guarded({ login: 'none' });
  const { admin, encap, textsFor, lastCode } = made;
  const number = '+919876501031';
  const { asha, url } = await personal(made, number);
  await asha.begin();
  // An address for one person goes to that person alone, whatever somebody types.
  const sent = await act(asha, 'later', { number: '+919876501039' });
  expect([sent.statusCode, sent.body.includes('The address is on its way')]).toEqual([200, true]);
  await vi.waitFor(async () => expect(await textsFor(number)).toEqual([`Go on at ${url}`]));
  expect(await textsFor('+919876501039')).toEqual([]);
  expect((await act(asha, 'later')).statusCode).toBe(429);
  const phone = visitorOf(url);
  expect((await phone.open()).body).toContain('Your name?');

  const { openUrl } = await launch(admin, encap.id, { name: 'Open' });
  const visitor = visitorOf(openUrl);
  expect((await visitor.open()).body).not.toContain('Go on later');
  expect((await visitor.begin()).body).toContain('Send it to me');
  const typed = '+919876501032';
  expect((await act(visitor, 'later', { number: '12' })).statusCode).toBe(422);
  expect((await act(visitor, 'later', { number: typed })).body).toContain('The code');
  const code = await lastCode(typed);
  expect((await act(visitor, 'laterCode', { code: wrongOf(code) })).statusCode).toBe(422);
  expect(await textsFor(typed)).toHaveLength(1);
  expect((await act(visitor, 'laterCode', { code })).body).toContain('The address is on its way');
  const own = new URL(visitor.path, openUrl).href;
  await vi.waitFor(async () => expect((await textsFor(typed)).at(-1)).toBe(`Go on at ${own}`));
  // A proved number finds nobody's conversation: it is for the address alone.
  const people = await contextOf(admin).read((tx) =>
    tx.selectFrom('customers').select('number').where('enterpriseId', '=', admin.enterpriseId).orderBy('number').execute(),
  );
  expect(people.map(({ number: one }) => one)).toEqual(['', number]);
});

test('The way to people is checked when it is saved: channel, code, address and the order of reminders', async () => {
  const { admin, save, code, address, channelId } = await guarded({ login: 'none' });
  const faultsOf = async (change: object) => {
    const answer = await save(change);
    const { issues = [] } = (answer.json().data ?? {}) as { issues?: { field: string; code: string }[] };
    return [answer.statusCode, issues.map(({ field }) => field)];
  };
  expect(await faultsOf({ reachChannelId: '' })).toEqual([400, ['reachChannelId']]);
  expect(await faultsOf({ login: 'code', codeTemplateId: '' })).toEqual([400, ['codeTemplateId']]);
  expect(await faultsOf({ laterTemplateId: 'none' })).toEqual([400, expect.anything()]);
  expect(await faultsOf({ remindHours: [2] })).toEqual([400, ['remindTemplateId']]);
  expect(await faultsOf({ remindHours: [3, 2], remindTemplateId: address.templateId })).toEqual([400, ['remindHours']]);
  expect(await faultsOf({ remindHours: [1, 2, 3], remindTemplateId: address.templateId })).toEqual([200, []]);
  // Nobody deletes a template or a channel by which an encap reaches people.
  const held = await as(admin).delete(endpoints.templates.remove.path.replace(':templateId', code.templateId));
  expect([held.statusCode, held.body.includes('Loan')]).toEqual([409, true]);
  const other = await guarded({ login: 'none' });
  expect((await other.save({ reachChannelId: channelId })).statusCode).toBe(404);
  expect(await other.save({ codeTemplateId: code.templateId }).then(({ statusCode }) => statusCode)).toBe(400);
});
