import { type AuditVerification, type Erasure, endpoints, type Holdings, type ReportRow, type SignedCertificate } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { isGenuine } from '../../../../../../scripts/certificate-verify.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { canaries, createPeople, filesWith, tablesWith, traces } from '../../../../test/person.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { runErasure } from './erasure.run.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, youngFileMs: 100 } });
const { as, makeUser } = app;
const trail = createTrail(app);
const { makeWorld, book, sendTo } = createPeople(app, vendors, createScenes(app));
const { audit, privacy, phoneBook, reports, dashboard, broadcasts } = endpoints;

const of = (path: string, id: string) => path.replace(/:\w+/, id);
const erase = (user: TestUser, id: string, more: object = {}) =>
  as(user).post(of(privacy.erase.path, id), { name: canaries.name, reason: 'Asked by letter', keepOptOut: true, ...more });
const holdings = async (user: TestUser, id: string): Promise<Holdings> => (await as(user).get(of(privacy.holdings.path, id))).json().data;
const erasures = async (user: TestUser): Promise<Erasure[]> => (await as(user).get(privacy.erasures.path)).json().data.erasures;
const finished = (user: TestUser, id: string): Promise<Erasure> =>
  vi.waitFor(
    async () => {
      const found = (await erasures(user)).find((erasure) => erasure.id === id);
      if (found?.state !== 'done') throw new Error(`The erasure is ${found?.state}`);
      return found;
    },
    { interval: 100 },
  );
/** The counts of reports, dashboard and broadcast, and the ledger's rows without the person. */
async function figures(user: TestUser, runId: string) {
  const day = new Date().toISOString().slice(0, 10);
  const read = async (path: string) => (await as(user).get(path)).json();
  const rows = (await read(`${reports.messageStatus.path}?perPage=200`)).data.message as ReportRow[];
  expect(rows.length).toBeGreaterThan(5);
  return {
    rows: rows.map(({ customerName: _name, to: _to, ...row }) => row),
    sums: (await read(reports.messageSource.path)).data.counts,
    dashboard: (await read(`${dashboard.info.path}?fromDate=${day}T00:00:00Z&toDate=${day}T23:59:59Z&timeType=DAY`)).response.dashBoardData,
    messages: (await read(dashboard.cards.path)).data.messagesToday,
    broadcast: (await read(of(broadcasts.get.path, runId))).data.data.counts,
  };
}

/** Waits until the vendor has reported on every sent message and nobody reads raw events any more. */
const settled = ({ enterpriseId }: TestUser) =>
  vi.waitFor(
    async () => {
      const ctx = app.contextOf({ enterpriseId });
      const open = await ctx.read((tx) =>
        tx
          .selectFrom('messages')
          .select('status')
          .where('enterpriseId', '=', enterpriseId)
          .where('status', 'in', ['QUEUED', 'SENT', 'DELIVERED'])
          .execute(),
      );
      const unread = await ctx.read((tx) =>
        tx.selectFrom('rawEventQueue').select('eventId').where('enterpriseId', '=', enterpriseId).execute(),
      );
      expect([open, unread]).toEqual([[], []]);
    },
    { interval: 100 },
  );

/** Writes a transcript of a speech service about them, and a notice about them that waits for the mail of the day. */
const writeAbout = ({ enterpriseId, userId }: TestUser, customerId: string) =>
  app.contextOf({ enterpriseId }).transaction(async (tx) => {
    const { chatId, number } = await tx
      .selectFrom('chatActions as a')
      .innerJoin('chats as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.chatId', '=', 'a.chatId'))
      .select(['a.chatId', 'a.number'])
      .where('a.enterpriseId', '=', enterpriseId)
      .where('c.customerId', '=', customerId)
      .where('a.message', '<>', '')
      .executeTakeFirstOrThrow();
    const text = `My name is ${canaries.name}`;
    await tx
      .insertInto('chatTranscripts')
      .values({ enterpriseId, chatId, number, text, createdBy: userId, createdAt: new Date() })
      .execute();
    const mail = { kind: 'chat_missed', cause: chatId, code: 'chat.missed', values: JSON.stringify({ customer: canaries.name }) };
    const dueAt = new Date(Date.now() + 3_600_000);
    await tx
      .insertInto('notificationMails')
      .values({ enterpriseId, mailId: newId(), userId, ...mail, link: '', dueAt, createdAt: new Date() })
      .execute();
  });

const countsOf = (counts: readonly { kind: string; count: number }[]) => Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
/** Counts of a person's data in the world of `createPeople`, by kind. */
const left = {
  ...{ profile: 2, addresses: 1, consents: 2, changes: 2, chats: 1, entries: 5, sides: 3, messages: 6, blacklist: 1, broadcasts: 1 },
  ...{ imports: 2, exports: 1, filters: 1 },
};

test('an erased person is found in no table and in no file, every count is what it was, and the certificate says what went', async () => {
  const { admin, personId, otherId, runId } = await makeWorld();
  // Vendors' reports on the messages have come in, so that nothing changes a count meanwhile.
  await settled(admin);
  await writeAbout(admin, personId);
  expect((await tablesWith(app, traces)).length).toBeGreaterThan(20);
  expect(filesWith(app, ['qanarixfile', canaries.email])).toHaveLength(3);
  const before = await figures(admin, runId);
  const held = await holdings(admin, personId);
  expect(countsOf(held.kinds)).toEqual({
    ...left,
    entries: 6,
    notifications: 1,
    rawEvents: expect.any(Number),
    webhookEvents: expect.any(Number),
    audit: expect.any(Number),
  });
  expect(held).toMatchObject({ openChats: 1, waitingMessages: 0, optOuts: 2 });

  const { data } = (await erase(admin, personId)).json();
  expect(data.erasure).toMatchObject({ state: 'running', customerId: personId, reason: 'Asked by letter', requestedBy: 'Admin' });
  // The phone book does not know them from this moment on.
  expect((await as(admin).get(of(phoneBook.get.path, personId))).json().code).toBe('customer.not_found');
  const done = await finished(admin, data.erasure.id);
  expect(countsOf(done.counts)).toMatchObject({ ...left, entries: 5, importFiles: 2 });
  await expect.poll(() => tablesWith(app, traces)).toEqual([]);
  expect(filesWith(app, traces)).toEqual([]);
  expect(await figures(admin, runId)).toEqual(before);
  expect((await as(admin).get(of(phoneBook.get.path, otherId))).json().data.customer).toMatchObject({ name: 'Other Person' });
  expect(countsOf((await holdings(admin, otherId)).kinds)).toMatchObject({ profile: 1, messages: 2 });

  const signed = (await as(admin).get(of(privacy.certificate.path, done.id))).json().data as SignedCertificate;
  expect(signed.certificate).toEqual({
    format: 'parley-erasure-v1',
    erasureId: done.id,
    enterprise: { id: admin.enterpriseId, name: expect.stringMatching(/^Enterprise /) },
    customerId: personId,
    requestedBy: { id: admin.userId, name: 'Admin' },
    reason: 'Asked by letter',
    startedAt: done.requestedAt,
    finishedAt: done.finishedAt,
    erased: countsOf(done.counts),
    kept: expect.arrayContaining([expect.objectContaining({ what: 'A keyed hash of each address that had refused messages' })]),
  });
  expect(isGenuine(signed, app.deps.auditKeys.publicKey)).toBe(true);
  const forged = { ...signed, certificate: { ...signed.certificate, reason: 'No reason' } };
  expect(isGenuine(forged)).toBe(false);

  // The trail holds without the details, and says that an erasure took them.
  await as(admin).post(audit.verify.path, { mode: 'full' });
  const verified = await vi.waitFor(async () => {
    const found = (await as(admin).get(audit.verification.path)).json().data as AuditVerification;
    expect(found.state).not.toBe('running');
    return found;
  });
  expect(verified).toMatchObject({ state: 'holds', broken: null, erased: countsOf(done.counts).audit });
  const told = await trail.details(admin, 'kind=erasure');
  expect(told.map(({ actorKind, action, reason, counts }) => [actorKind, action, reason, counts])).toEqual([
    ['system', 'erase', '', countsOf(done.counts)],
    ['user', 'erase', 'Asked by letter', {}],
  ]);
});

describe('an erasure', () => {
  test('asks for an administrator, all of the name, a role that hides nothing and a customer of the enterprise', async () => {
    const admin = await makeUser();
    const { id } = await book.makeCustomer(admin, { name: canaries.name, phoneNumber: '+919811000001' });
    expect((await erase(admin, id, { name: 'Qanarix' })).json().code).toBe('erasure.name_differs');
    expect((await erase(admin, id, { reason: ' ' })).json().code).toBe('request.invalid');
    expect((await erase(await makeUser(), id)).json().code).toBe('customer.not_found');
    expect((await erase(await makeUser({ enterprise: admin, roles: [3] }), id)).json().code).toBe('1403');
    const role = { name: 'Editor', permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW', 'CUSTOMER.VIEW'], maskedFields: [] as string[] };
    const makeRole = async (more: object) =>
      (await as(admin).put(endpoints.roles.saveRole.path, { ...role, ...more })).json().data.code as number;
    const editor = await makeUser({ enterprise: admin, roles: [await makeRole({})] });
    expect((await erase(editor, id)).json().code).toBe('1403');
    const masked = await makeUser({ enterprise: admin, roles: [await makeRole({ name: 'Masked', maskedFields: ['phone'] })] });
    expect((await as(masked).get(of(privacy.holdings.path, id))).json().code).toBe('person.hidden');
    expect((await as(await makeUser()).get(of(privacy.holdings.path, id))).json().code).toBe('customer.not_found');
    expect((await as(await makeUser()).get(of(privacy.certificate.path, id))).json().code).toBe('erasure.not_found');
    expect(await erasures(admin)).toEqual([]);
    const stale = await makeUser({ enterprise: admin });
    await app
      .contextOf(admin)
      .transaction((tx) => tx.updateTable('sessions').set({ provedAt: null }).where('userId', '=', stale.userId).execute());
    expect((await erase(stale, id)).json().code).toBe('proof.needed');
  });

  test('ends what runs, and whoever writes afterwards is somebody new', async () => {
    const { admin, personId, channelId, socket } = await makeWorld();
    await settled(admin);
    const { data } = (await erase(admin, personId)).json();
    await vendors.control.act(channelId, canaries.number, { kind: 'text', text: 'Here I am again' }, 'Again');
    await socket.next('customerStartChat', ({ customerName }) => customerName === 'Again');
    await finished(admin, data.erasure.id);
    const people = (await book.page(admin)).customers.filter(({ phoneNumber }) => phoneNumber === canaries.number);
    expect(people).toMatchObject([{ name: 'Again' }]);
    expect(people[0]?.id).not.toBe(personId);
  });

  test('goes on where a worker was killed, and counts nothing twice', async () => {
    const idle = await startApp({ config: { roles: ['http'] } });
    const admin = await idle.makeUser();
    const ctx = idle.contextOf(admin);
    const { id } = (await idle.as(admin).post(phoneBook.save.path, { name: canaries.name, phoneNumber: canaries.number })).json().data
      .customer;
    await ctx.transaction((tx) =>
      sql`insert into customer_changes (enterprise_id, customer_id, change_id, kind, changed_at, changes)
        select ${admin.enterpriseId}, ${id}, gen_random_uuid(), 'changed', now(), '[]' from generate_series(1, 2500)`.execute(tx),
    );
    const answer = await idle.as(admin).post(of(privacy.erase.path, id), { name: canaries.name, reason: 'Asked', keepOptOut: false });
    const { erasure } = answer.json().data;
    for (let round = 1; round <= 60; round += 1) {
      // Dies in the third transaction: two steps are done, and the third is undone.
      let count = 0;
      const dying: typeof ctx = {
        ...ctx,
        transaction: (work) =>
          ctx.transaction(async (tx) => {
            const result = await work(tx);
            count += 1;
            if (count === 3) throw new Error('killed');
            return result;
          }),
      };
      const ended = await Promise.allSettled([
        runErasure(dying, idle.deps.auditKeys, erasure.id),
        runErasure(dying, idle.deps.auditKeys, erasure.id),
      ]);
      if (ended.every(({ status }) => status === 'fulfilled')) break;
    }
    const [done] = (await idle.as(admin).get(privacy.erasures.path)).json().data.erasures as Erasure[];
    expect(done).toMatchObject({
      state: 'done',
      counts: [
        { kind: 'profile', count: 1 },
        { kind: 'changes', count: 2500 },
        { kind: 'audit', count: 1 },
      ],
    });
    const kept = await ctx.read((tx) => tx.selectFrom('erasures').select(['person', 'signature']).executeTakeFirstOrThrow());
    expect(kept).toEqual({ person: {}, signature: expect.any(Buffer) });
  });
});

describe('an opt-out outlives the person', () => {
  /** Tells whether a marketing broadcast reaches the number of somebody who was erased and is in the phone book again. */
  async function afterErasure(keepOptOut: boolean, again?: (world: Awaited<ReturnType<typeof makeWorld>>) => Promise<void>) {
    const world = await makeWorld();
    const { admin, personId } = world;
    await settled(admin);
    const { data } = (await erase(admin, personId, { keepOptOut })).json();
    await finished(admin, data.erasure.id);
    await book.importCsv(admin, `Name,Phone Number,WhatsApp Consent\nNew Person,${canaries.number},Opted in\n`);
    await again?.(world);
    return sendTo(world, canaries.number);
  }

  test('nobody writes to them after a new import', async () => {
    expect(await afterErasure(true)).toEqual([canaries.number, 'SKIPPED', 'OPTED_OUT']);
  });

  test('an opt-out that was given up with everything else does not', async () => {
    expect(await afterErasure(false)).toEqual([canaries.number, expect.stringMatching(/SENT|DELIVERED|READ/), '']);
  });

  test('an opt-out ends when the person says yes', async () => {
    const start = async ({ channelId, admin }: Awaited<ReturnType<typeof makeWorld>>) => {
      await vendors.control.act(channelId, canaries.number, { kind: 'text', text: 'START' }, 'New Person');
      await vi.waitFor(async () => {
        const rows = await app.contextOf(admin).read((tx) => tx.selectFrom('suppressedAddresses').selectAll().execute());
        expect(rows).toEqual([]);
      });
    };
    expect(await afterErasure(true, start)).toEqual([canaries.number, expect.stringMatching(/SENT|DELIVERED|READ/), '']);
  });
});
