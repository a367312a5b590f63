import { readFileSync } from 'node:fs';
import path from 'node:path';
import { auditActions, auditKinds, auditModules, type Endpoint, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuditKeys, segmentText } from '#platform/audit/seal.ts';
import { recordChange } from '#platform/audit/trail.ts';
import { advisoryLocks } from '#platform/db/advisory-locks.ts';
import { newId } from '#platform/ids.ts';
import { verifyTrail } from '../../../../../../scripts/audit-verify.ts';
import { startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { dayToCome, farZones, roundDay } from '../../../../test/far-zones.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { closeSegment, readChain, readSegments, sealEntries } from '../chain/audit.chain.ts';
import { roleRecord } from '../role/role.record.ts';

const app = await startApp();
const { audit, roles, users, account } = endpoints;
let admin: TestUser;
beforeAll(async () => {
  admin = await app.makeUser();
});

const dataOf = async <T>(answer: Promise<{ json: () => unknown }>): Promise<T> => ((await answer).json() as { data: T }).data;
type Listed = {
  entries: { id: string; action: string; kind: string; recordName: string; actorName: string; result: string }[];
  more: boolean;
};
const list = (user: TestUser, query = '') => dataOf<Listed>(app.as(user).get(`${audit.list.path}${query}`));
const detail = (user: TestUser, entryId: string) =>
  dataOf<Record<string, never> & { changes: unknown[]; canPutBack: string[]; number: number; reason: string }>(
    app.as(user).get(audit.get.path.replace(':entryId', entryId)),
  );
const role = (name: string, more = {}) => ({
  name,
  description: '',
  permissions: ['CHANNELS.VIEW'],
  dataScope: 'enterprise',
  maskedFields: [],
  ...more,
});
const saveRole = (user: TestUser, body: unknown) => dataOf<{ code: number; version: number }>(app.as(user).put(roles.saveRole.path, body));
/** A colleague with these permissions alone. */
async function makeReader(of: TestUser, permissions: string[]): Promise<TestUser> {
  const { code } = await saveRole(of, role(`Reader of ${permissions.join()}`, { permissions }));
  return app.makeUser({ enterprise: of, roles: [code] });
}
const contextOf = (user: TestUser) => enterpriseContext(app.deps, user.enterpriseId);
const verify = (user: TestUser, mode: 'quick' | 'full' = 'quick') =>
  dataOf<{ state: string; checked: number; entries: number; segments: number; broken: unknown }>(
    app.as(user).post(audit.verify.path, { mode }),
  );

/** Writes as a user of the database who bypasses the program. */
async function asOwner(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement, values);
  await client.end();
  return rows;
}

describe('recorded entries', () => {
  test('a saved role leaves who, from where, and each field before and after; its values are put back by its own save', async () => {
    const { code, version } = await saveRole(admin, role('Desk'));
    await saveRole(admin, role('Desk', { code, version, permissions: ['CHANNELS.VIEW', 'CHANNELS.EDIT'], maskedFields: ['phone'] }));
    const { entries } = await list(admin, '?kind=role');
    expect(entries.map(({ action, recordName, actorName, result }) => [action, recordName, actorName, result])).toEqual([
      ['edit', 'Desk', admin.name, 'done'],
      ['create', 'Desk', admin.name, 'done'],
    ]);
    const edit = await detail(admin, entries[0]?.id ?? '');
    expect(edit.changes).toEqual([
      { field: 'permissions', before: ['CHANNELS.VIEW'], after: ['CHANNELS.EDIT', 'CHANNELS.VIEW'], isHidden: false },
      { field: 'maskedFields', before: [], after: ['phone'], isHidden: false },
    ]);
    expect(edit).toMatchObject({
      module: 'account',
      actorKind: 'user',
      actorId: admin.userId,
      link: '/admin/permission',
      recordId: String(code),
    });
    expect(edit.canPutBack).toEqual(['permissions', 'maskedFields']);

    const put = audit.putBack.path.replace(':entryId', entries[0]?.id ?? '');
    expect((await app.as(admin).post(put, { fields: ['permissions'] })).json()).toMatchObject({
      status: true,
      data: { fields: ['permissions'] },
    });
    const [back] = (await list(admin, '?kind=role')).entries;
    const putBack = await detail(admin, back?.id ?? '');
    expect(putBack.reason).toBe(`put_back ${entries[0]?.id}`);
    expect(putBack.changes).toEqual([
      { field: 'permissions', before: ['CHANNELS.EDIT', 'CHANNELS.VIEW'], after: ['CHANNELS.VIEW'], isHidden: false },
    ]);
    expect((await app.as(admin).post(put, { fields: ['password'] })).json()).toMatchObject({
      code: 'audit.not_restorable',
      data: { fields: ['password'] },
    });
  });

  test('a user who may not save a role may not put its values back', async () => {
    const owner = await app.makeUser();
    const reader = await makeReader(owner, ['AUDITTRAIL.VIEW']);
    const { code, version } = await saveRole(owner, role('Lines'));
    await saveRole(owner, role('Lines', { code, version, description: 'All of them' }));
    const [edit] = (await list(owner, '?kind=role')).entries;
    const answer = await app.as(reader).post(audit.putBack.path.replace(':entryId', edit?.id ?? ''), { fields: ['description'] });
    expect(answer.json()).toMatchObject({ status: false, code: '1403' });
  });

  test('a user who may only read the trail puts nothing back, of any kind', async () => {
    const owner = await app.makeUser();
    const reader = await makeReader(owner, ['AUDITTRAIL.VIEW']);
    const actor = await app.deps.authenticate(reader.token, '127.0.0.1');
    if (!actor) throw new Error('The reader is not signed in.');
    const ctx = { ...contextOf(reader), actor, requestId: 'test', address: '127.0.0.1' };
    const restorable = [...app.deps.records.values()].flatMap(({ kind, putBack }) => (putBack ? [{ kind, putBack }] : []));
    expect(restorable.length).toBeGreaterThan(15);
    for (const { kind, putBack } of restorable) {
      const values = Object.fromEntries(putBack.fields.map((field) => [field, null]));
      const save = async () => putBack.save(ctx, newId(), values, app.deps);
      const refusal = await save().then(
        () => 'saved',
        (error: { code?: string }) => error.code,
      );
      expect([kind, refusal]).toEqual([kind, '1403']);
    }
  });

  test('a password is said to have changed, and stands nowhere in the trail', async () => {
    const user = await app.makeUser();
    await app
      .as(user)
      .put(users.changePassword.path, { oldPassword: testPassword, password: 'Quite-new-1', confirmPassword: 'Quite-new-1' });
    const [entry] = (await list(user, '?action=change_password')).entries;
    expect((await detail(user, entry?.id ?? '')).changes).toEqual([
      { field: 'password', before: 'set', after: 'changed', isHidden: false },
    ]);
    const [all] = await asOwner(`
      select string_agg(e::text, '') || string_agg(d.details, '') as text from audit_entries e left join audit_details d using (enterprise_id, entry_id)`);
    expect(all?.text).toContain(user.name);
    expect(all?.text).not.toMatch(/Quite-new-1|\$argon|\$scrypt|scrypt/);
  });

  test('sign-ins, refused ones and sign-outs are recorded', async () => {
    const user = await app.makeUser();
    await app.signIn(user.email, 'wrong-wrong-1');
    await app.signIn(user.email, testPassword, { removeExistingSession: true });
    const signedIn = await app.signIn(user.email, testPassword, { removeExistingSession: true });
    const token = (signedIn.json() as { data: { token: string } }).data.token;
    const recorded = async () =>
      (await list({ ...user, token }, '?kind=session')).entries.map(({ action, result }) => `${action} ${result}`);
    await expect.poll(async () => (await recorded()).toSorted()).toEqual(['login done', 'login done', 'login_failed refused']);
    await app.as({ token }).get(account.logout.path);
    const again = await app.signIn(user.email, testPassword);
    const next = { ...user, token: (again.json() as { data: { token: string } }).data.token };
    expect((await list(next, '?action=logout')).entries).toHaveLength(1);
  });

  test('changes of one call stand in the order in which they were made', async () => {
    const user = await app.makeUser();
    const ctx = contextOf(user);
    const names = Array.from({ length: 300 }, (_, index) => `Role ${index}`);
    await ctx.transaction((tx) => {
      for (const name of names) recordChange(ctx, tx, { record: roleRecord, id: name, action: 'edit', name });
      return Promise.resolve();
    });
    const { entries } = await list(user, '?perPage=200');
    expect(entries.map(({ recordName }) => recordName)).toEqual(names.toReversed().slice(0, 200));
  });

  test('a change that is rolled back leaves nothing', async () => {
    const user = await app.makeUser();
    await saveRole(user, role('One'));
    const before = (await list(user)).entries.length;
    await app.as(user).put(roles.saveRole.path, role('One'));
    await app.as(user).delete(users.deactivate.path.replace(':userId', user.userId));
    expect((await list(user)).entries).toHaveLength(before);
  });

  test('another enterprise sees none of it, and neither does who may not read the trail', async () => {
    const other = await app.makeUser();
    const { entries } = await list(admin, '?kind=role');
    expect(entries.length).toBeGreaterThan(0);
    expect((await list(other, '?kind=role')).entries).toEqual([]);
    expect((await app.as(other).get(audit.get.path.replace(':entryId', entries[0]?.id ?? ''))).json()).toMatchObject({
      code: 'audit.not_found',
    });
    const agent = await makeReader(admin, ['CHANNELS.VIEW']);
    for (const path of [audit.list.path, audit.verification.path, audit.export.path])
      expect((await app.as(agent).get(path)).json()).toMatchObject({ code: '1403' });
  });

  test('pages follow each other, days are a range, and a text is searched over 31 of them at the most', async () => {
    const user = await app.makeUser();
    for (const name of ['Desk A', 'Desk B', 'Desk C']) await saveRole(user, role(name));
    const first = await list(user, '?perPage=2');
    expect([first.entries.map(({ recordName }) => recordName), first.more]).toEqual([['Desk C', 'Desk B'], true]);
    const second = await list(user, `?perPage=2&after=${first.entries[1]?.id}`);
    expect([second.entries.map(({ recordName }) => recordName), second.more]).toEqual([['Desk A'], false]);
    expect((await list(user, '?search=desk%20b')).entries.map(({ recordName }) => recordName)).toEqual(['Desk B']);
    expect((await list(user, '?fromDate=2020-01-01&toDate=2020-01-02')).entries).toEqual([]);
    for (const query of ['?search=%00', '?recordId=%00', '?from=-1', '?after=x', '?kind=nothing'])
      expect([query, (await app.as(user).get(`${audit.list.path}${query}`)).json().code]).toEqual([query, 'request.invalid']);
    for (const [query, code] of [
      ['?fromDate=2026-01-02&toDate=2026-01-01', 'days.backwards'],
      ['?fromDate=2026-01-01&toDate=2026-06-01&search=x', 'days.too_many'],
    ])
      expect((await app.as(user).get(`${audit.list.path}${query}`)).json()).toMatchObject({
        data: { issues: [{ field: 'fromDate', code }] },
      });
  });
});

test.each(farZones)('days are those of the enterprise, in the list and in the file: %s', async (timeZone, hoursAhead) => {
  const user = await app.makeUser({ enterprise: await app.makeEnterprise({ timeZone }) });
  const day = dayToCome();
  for (const [index, at] of roundDay(day, hoursAhead).entries()) {
    const ctx = { ...contextOf(user), now: () => at };
    const name = ['before', 'first', 'last', 'after'][index] as string;
    await ctx.transaction((tx) => Promise.resolve(recordChange(ctx, tx, { record: roleRecord, id: name, action: 'edit', name })));
  }
  const names = async (query: string) => (await list(user, query)).entries.map(({ recordName }) => recordName);
  expect(await names(`?kind=role&fromDate=${day}&toDate=${day}`)).toEqual(['last', 'first']);
  expect(await names(`?kind=role&toDate=${day}`)).toEqual(['last', 'first', 'before']);
  expect(await names(`?kind=role&fromDate=${day}&toDate=9999-12-31`)).toEqual(['after', 'last', 'first']);
  expect(await names('?kind=role&fromDate=0001-01-01&toDate=0001-01-02')).toEqual([]);
  await sealEntries(contextOf(user));
  const file = await app.as(user).get(`${audit.export.path}?kind=role&fromDate=${day}&toDate=${day}`);
  const lines = file.body.trim().split('\r\n');
  expect(lines[0]).toContain(`Time (${timeZone})`);
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([`"${day} 00:00:00"`, `"${day} 23:59:59"`]);
});

describe('the chain', () => {
  /** An enterprise with so many sealed entries. */
  async function makeTrail(count: number): Promise<TestUser> {
    const user = await app.makeUser();
    const ctx = contextOf(user);
    await ctx.transaction((tx) => {
      for (let index = 0; index < count; index += 1)
        recordChange(ctx, tx, {
          record: roleRecord,
          id: String(index),
          action: 'edit',
          before: { name: 'a' },
          after: { name: `b${index}` },
        });
      return Promise.resolve();
    });
    await sealEntries(ctx);
    return user;
  }

  test('holds, and a segment of 4,096 entries is closed and signed', async () => {
    const user = await makeTrail(4100);
    const ctx = contextOf(user);
    await closeSegment(ctx, app.deps.auditKeys);
    const segments = await ctx.read((tx) => readSegments(tx, user.enterpriseId));
    expect(segments.map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber])).toEqual([[1, 4096]]);
    expect(await verify(user)).toMatchObject({ state: 'holds', segments: 1, entries: 4100, checked: 4, broken: null });
    await verify(user, 'full');
    await expect
      .poll(() => dataOf(app.as(user).get(audit.verification.path)))
      .toMatchObject({ state: 'holds', mode: 'full', checked: 4100, broken: null });
    const others = createAuditKeys(Buffer.alloc(32, 7));
    expect(segments[0] && others.isSigned(segmentText(segments[0]), segments[0].signature)).toBe(false);
    await asOwner('update audit_segments set root = $2 where enterprise_id = $1', [user.enterpriseId, Buffer.alloc(32)]);
    expect(await verify(user)).toMatchObject({ state: 'broken', broken: { number: 1, fault: 'signature' } });
  });

  const middle = '(select entry_id from audit_chain where enterprise_id = $1 and number = 2)';
  test.each([
    ['changed', `update audit_entries set actor_name = 'Somebody else' where enterprise_id = $1 and entry_id = ${middle}`],
    ['changed', `update audit_details set details = '{}' where enterprise_id = $1 and entry_id = ${middle}`],
    ['removed', `delete from audit_entries where enterprise_id = $1 and entry_id = ${middle}`],
    ['removed', `delete from audit_details where enterprise_id = $1 and entry_id = ${middle}`],
    ['removed', 'delete from audit_chain where enterprise_id = $1 and number = 2'],
    ['forged', `update audit_entries set mac = sha256('x') where enterprise_id = $1 and entry_id = ${middle}`],
    ['moved', `update audit_chain set link = sha256('x') where enterprise_id = $1 and number = 2`],
  ])('an entry that was %s past the program is named: %s', async (fault, statement) => {
    const user = await makeTrail(4);
    expect(await verify(user)).toMatchObject({ state: 'holds', checked: 4 });
    await asOwner(statement, [user.enterpriseId]);
    expect(await verify(user)).toMatchObject({ state: 'broken', broken: { number: 2, fault } });
  });

  test('an entry that was written past the program shows', async () => {
    const user = await makeTrail(1);
    await asOwner(
      `insert into audit_entries select enterprise_id, gen_random_uuid(), at, actor_kind, actor_id, 'Forger', address, module, action, kind, record_id,
         record_name, result, request_id, reason, details_hash, hash, mac from audit_entries where enterprise_id = $1`,
      [user.enterpriseId],
    );
    expect(await verify(user)).toMatchObject({ state: 'broken', broken: { number: 2, fault: 'changed' } });
  });

  test('the program can neither change nor remove an entry', async () => {
    const user = await makeTrail(1);
    for (const table of ['audit_entries', 'audit_details', 'audit_chain', 'audit_segments'])
      for (const statement of [`delete from ${table}`, `update ${table} set enterprise_id = enterprise_id`])
        await expect(contextOf(user).transaction((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/);
  });

  test('unsealed entries of two hundred writers at once are sealed without a gap', async () => {
    const user = await app.makeUser();
    const ctx = contextOf(user);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        ctx.transaction((tx) => {
          recordChange(ctx, tx, { record: roleRecord, id: String(index), action: 'edit', before: { name: 'a' }, after: { name: 'b' } });
          return Promise.resolve();
        }),
      ),
    );
    await Promise.all([sealEntries(ctx), sealEntries(ctx)]);
    expect(await verify(user)).toMatchObject({ state: 'holds', entries: 200, checked: 200 });
  });

  test('sealing waits for another one that is under way, so that everything is in the chain behind it', async () => {
    const user = await app.makeUser();
    const ctx = contextOf(user);
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = ctx.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.auditChain}::integer, hashtext(current_enterprise_id()::text))`.execute(tx);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    await ctx.transaction((tx) => {
      recordChange(ctx, tx, { record: roleRecord, id: '1', action: 'edit', before: { name: 'a' }, after: { name: 'b' } });
      return Promise.resolve();
    });
    const sealing = sealEntries(ctx);
    const waiting = () =>
      sql`select from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.auditChain} and not granted`.execute(app.deps.db);
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0);
    free.resolve();
    await Promise.all([other, sealing]);
    expect(await ctx.read((tx) => readChain(tx, user.enterpriseId, 1, 10))).toHaveLength(1);
  });
});

describe('the export', () => {
  test('is checked without the product, and names what was changed in the file', async () => {
    const user = await app.makeUser();
    const { code, version } = await saveRole(user, role('=SUM(1)', { description: 'A "quoted", long\nword' }));
    await saveRole(user, role('=SUM(1)', { code, version, permissions: [] }));
    await sealEntries(contextOf(user));
    const answer = await app.as(user).get(audit.export.path);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const { lastHash } = await dataOf<{ lastHash: string }>(app.as(user).post(audit.verify.path, { mode: 'quick' }));
    const whole = { rows: 2, gaps: 0, matching: 2, proved: 0, lastNumber: 2, lastLink: lastHash, fault: '' };
    expect(verifyTrail(answer.body)).toEqual(whole);
    expect(verifyTrail(answer.body, [lastHash.slice(0, 16).toUpperCase()])).toEqual({ ...whole, proved: 2 });
    expect(verifyTrail(answer.body, ['f'.repeat(64)]).fault).toBe(`No entry has the hash ${'f'.repeat(64)} that you kept.`);
    expect(verifyTrail(answer.body.replace('CHANNELS.VIEW', 'CHANNELS.EDIT')).fault).toBe('Entry 1: its details were changed.');
    const lines = answer.body.split('\r\n');
    expect(verifyTrail(lines.toSpliced(1, 1).join('\r\n'), [lastHash])).toMatchObject({ rows: 1, gaps: 1, proved: 1, fault: '' });
    expect((await app.stranger().get(audit.export.path)).json()).toMatchObject({ code: 'login_required' });
  });

  test('no column that people read can be forged, nor the first row after a gap; rows that lead to no kept hash are not proved', async () => {
    const user = await app.makeUser();
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await saveRole(user, role(name));
    await sealEntries(contextOf(user));
    const { body } = await app.as(user).get(audit.export.path);
    const [head = '', ...lines] = body.split('\r\n');
    const names = head
      .replace('\ufeff', '')
      .split(',')
      .map((cell) => cell.slice(1, -1));
    // The cells before what was sealed hold no quotes of their own.
    const cellsOf = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const readable = names.slice(0, names.indexOf('Link'));
    expect(readable).toHaveLength(12);
    for (const [place, name] of readable.entries()) {
      const forged = cellsOf(lines[4] ?? '').with(
        place,
        name === 'Number' ? '"9"' : name.startsWith('Time') ? '"2020-01-01 00:00:00"' : '"forged"',
      );
      const wanted =
        name === 'Number' ? 'Entry 9: it is not what was sealed.' : `Entry 5: its column ${name.split(' (')[0]} is not what was sealed.`;
      expect(verifyTrail([head, ...lines.with(4, forged.join(','))].join('\r\n')).fault, name).toBe(wanted);
    }
    const gap = lines.toSpliced(2, 1);
    const hashes = lines.map((line) => cellsOf(line)[names.indexOf('Link')]?.slice(1, -1) ?? '');
    const proved = (...kept: string[]) => verifyTrail([head, ...gap].join('\r\n'), kept);
    expect(proved(hashes[4] ?? '')).toMatchObject({ rows: 4, gaps: 1, matching: 4, proved: 2, fault: '' });
    expect(proved(hashes[0] ?? '', hashes[4] ?? '')).toMatchObject({ proved: 3, fault: '' });
    const afterGap = gap.with(2, (gap[2] ?? '').replaceAll(user.name, 'Somebody'));
    expect(verifyTrail([head, ...afterGap].join('\r\n')).fault).toBe('Entry 4: it is not what was sealed.');
    expect(() => verifyTrail(body.replace('"Name"', '"Other"'))).toThrow('does not have the columns');
  });

  test('holds no details for whom the role hides something', async () => {
    const owner = await app.makeUser();
    const { code } = await saveRole(owner, role('Auditor', { permissions: ['AUDITTRAIL.VIEW'], maskedFields: ['phone'] }));
    const reader = await app.makeUser({ enterprise: owner, roles: [code] });
    await sealEntries(contextOf(owner));
    const [whole, masked] = [await app.as(owner).get(audit.export.path), await app.as(reader).get(audit.export.path)];
    expect(whole.body).toContain('maskedFields');
    expect(masked.body).not.toContain('maskedFields');
    expect(verifyTrail(masked.body)).toMatchObject({ rows: 1, fault: '' });
  });
});

test('each kind of record and each of its fields has a word in each language of the console', () => {
  for (const language of ['en', 'hi']) {
    const file = path.join(import.meta.dirname, `../../../../../console/src/locales/${language}/audit.json`);
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<'kind' | 'field' | 'action' | 'module', Record<string, string>>;
    const fields = [...app.deps.records.values()].flatMap((record) => Object.keys(record.fields));
    expect([language, [...new Set(fields)].filter((field) => !words.field[field])]).toEqual([language, []]);
    expect([language, Object.keys(words.kind).toSorted()]).toEqual([language, [...auditKinds].toSorted()]);
    expect([language, Object.keys(words.action).toSorted()]).toEqual([language, [...auditActions].toSorted()]);
    expect([language, Object.keys(words.module).toSorted()]).toEqual([language, [...auditModules].toSorted()]);
  }
});

test('every record that a call says to leave is defined, and every defined record is left by some call', () => {
  const marks = Object.values(endpoints)
    .flatMap((calls) => Object.values(calls) as Endpoint[])
    .flatMap(({ audit: mark }) => (mark && 'kind' in mark && mark.kind !== 'any' ? mark.kind : []));
  // The bin is emptied by the program itself, groups are changed by providers, whose calls are SCIM's own, and an act on walks leaves one of
  // each beside that of their stream.
  expect([...new Set<string>([...marks, 'bin', 'scim_group', 'journey_walk'])].toSorted()).toEqual([...app.deps.records.keys()].toSorted());
});
