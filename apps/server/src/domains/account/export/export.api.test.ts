import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Export, type ExportKind, endpoints, exportKinds, rowsAtOnce } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inEnterprise } from '#platform/db/transaction.ts';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { modules } from '../../../domains.ts';
import { collectExtensions } from '../../../extensions.ts';
import { exportLists } from '../export-list/export.definition.ts';
import { insertExport } from './export.repository.ts';
import { endExports, runExport } from './export.run.ts';

const app = await sharedApp();
const { exports: calls, roles, files } = endpoints;
const trail = createTrail(app);
const contextOf = ({ enterpriseId }: TestUser) => enterpriseContext(app.deps, enterpriseId);

/** An upload with refused rows, which are a list of the simplest kind. */
async function makeErrors(user: TestUser, count: number): Promise<string> {
  const importId = newId();
  await inEnterprise(app.deps, user.enterpriseId, async (tx) => {
    await sql`insert into csv_imports (enterprise_id, import_id, created_by, file_id, file_name, size_bytes, sha256, encoding, delimiter, headers)
      values (${user.enterpriseId}, ${importId}, ${user.userId}, ${newId()}, 'people.csv', 1, '', 'utf-8', ',', '["phone","note"]')`.execute(
      tx,
    );
    await sql`insert into csv_import_errors (enterprise_id, import_id, line_number, line_text, cells, messages, kinds)
      select ${user.enterpriseId}, ${importId}, n, '', jsonb_build_array('+9198' || n, case when n = 1 then '=1+1' else 'नमस्ते' end), array['bad'], array['bad']
      from generate_series(1, ${count}) n`.execute(tx);
  });
  return importId;
}

const start = (user: TestUser, kind: ExportKind, filter: object, requestKey = '') =>
  app.as(user).post(calls.start.path, { kind, filter, requestKey });
const at = (call: { path: string }, exportId: string) => call.path.replace(':exportId', exportId);
const read = async (user: TestUser, exportId: string): Promise<Export> => (await app.as(user).get(at(calls.get, exportId))).json().data;
async function download(user: TestUser, exportId: string) {
  const { id } = (await app.as(user).get(files.downloadToken.path)).json().data;
  return app.stranger().get(`${at(calls.file, exportId)}?x-access-id=${encodeURIComponent(id)}`);
}

test('every list that leaves has one declaration, and every kind has its list', () => {
  const lists = collectExtensions(modules).of(exportLists);
  expect(lists.map(({ kind }) => kind).toSorted()).toEqual([...exportKinds].toSorted());
  expect(new Set(lists.map(({ download: { path: link } }) => link)).size).toBe(exportKinds.length);
});

/** Files that are no lists: what is read again by an import or a training, tables of a mail, and copies as a zip. */
const ownFiles = [
  'account/export-list/export.lines.ts',
  'bot/training-data/data.export.ts',
  'customer/bulk/customer.export.ts',
  'customer/copy/copy.zip.ts',
  'customer/csv-import/import.sample.ts',
  'insight/schedule/schedule.mail.ts',
  'outreach/audience-file/audience.unpack.ts',
];

test('no list builds its file by hand', () => {
  const domains = path.resolve(import.meta.dirname, '../..');
  const builders = readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /csv-stringify|files\/csv-table/.test(readFileSync(path.join(domains, name), 'utf8')));
  expect(builders.toSorted()).toEqual(ownFiles);
});

test('a short list is a file at once, with formulas as texts; it opens twice, for its maker alone, and the trail says each time', async () => {
  const admin = await app.makeUser();
  const uploadId = await makeErrors(admin, 2);
  const { data } = (await start(admin, 'importErrors', { uploadId })).json() as { data: Export };
  expect(data).toMatchObject({
    kind: 'importErrors',
    name: 'people_errors.csv',
    state: 'ready',
    rows: 2,
    total: 2,
    downloads: 0,
    fault: '',
  });
  expect(Date.parse(data.expiresAt ?? '') - Date.parse(data.finishedAt ?? '')).toBe(7 * 86_400_000);
  const text = '\ufeff"phone","note","Reason"\r\n"\'+91981","\'=1+1","bad"\r\n"\'+91982","नमस्ते","bad"\r\n';
  for (const _time of [1, 2]) {
    const file = await download(admin, data.id);
    expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([200, 'text/csv; charset=utf-8', text]);
    expect(file.headers['content-disposition']).toContain('people_errors.csv');
  }
  expect(await read(admin, data.id)).toMatchObject({ downloads: 2 });
  const told = await trail.list(admin, 'kind=export');
  expect(told.map(({ action, recordName }) => [action, recordName])).toEqual([
    ['export', 'people_errors.csv'],
    ['export', 'people_errors.csv'],
    ['create', 'people_errors.csv'],
  ]);
  expect((await trail.list(admin, 'kind=import')).map(({ action }) => action)).toEqual(['export']);

  const colleague = await app.makeUser({ enterprise: admin });
  const stranger = await app.makeUser();
  for (const other of [colleague, stranger]) {
    expect((await app.as(other).get(at(calls.get, data.id))).json().code).toBe('export.not_found');
    expect((await download(other, data.id)).json().code).toBe('export.not_found');
    expect((await app.as(other).delete(at(calls.remove, data.id))).json().code).toBe('export.not_found');
    expect((await app.as(other).get(calls.list.path)).json().data.exports).toEqual([]);
  }
  expect((await app.stranger().get(at(calls.file, data.id))).json().code).toBe('export.not_found');
  // The bytes have no other door: an upload that nobody has made is nobody's.
  const [{ fileId }] = (await inEnterprise(app.deps, admin.enterpriseId, (tx) => tx.selectFrom('exports').select('fileId').execute())) as [
    { fileId: string },
  ];
  expect((await app.as(admin).get(files.download.path.replace(':fileId', fileId))).statusCode).toBe(404);
});

test('a long list is made in the background: its maker is told, a second worker changes nothing, and the link of before gives the same', async () => {
  const admin = await app.makeUser();
  const uploadId = await makeErrors(admin, rowsAtOnce + 1);
  const key = newId();
  const { data } = (await start(admin, 'importErrors', { uploadId }, key)).json() as { data: Export };
  expect(data).toMatchObject({ state: 'waiting', rows: 0, expiresAt: null });
  expect((await start(admin, 'importErrors', { uploadId }, key)).json().data.id).toBe(data.id);
  await runExport(contextOf(admin), data.id);
  await vi.waitFor(async () => expect(await read(admin, data.id)).toMatchObject({ state: 'ready', rows: rowsAtOnce + 1 }));
  await runExport(contextOf(admin), data.id);
  const file = await download(admin, data.id);
  const link = endpoints.imports.downloadErrors.path.replace(':uploadId', uploadId);
  expect(file.body).toBe((await app.as(admin).get(link)).body);
  expect(file.body.split('\r\n')).toHaveLength(rowsAtOnce + 3);
  const { notifications } = (await app.as(admin).get(`${endpoints.notifications.list.path}?kind=export_ready`)).json().data;
  expect(notifications).toMatchObject([
    { title: 'people_errors.csv is ready', text: 'Rows: 10,001. The file is kept for 7 days.', link: '/exports' },
  ]);
  // A filter may name a number: it is not kept beside the file.
  const [row] = await inEnterprise(app.deps, admin.enterpriseId, (tx) => tx.selectFrom('exports').select('filter').execute());
  expect(row?.filter).toEqual({});
});

/** An export that waits, as one whose job was lost. */
async function makeWaiting(user: TestUser, uploadId: string): Promise<string> {
  const exportId = newId();
  await inEnterprise(app.deps, user.enterpriseId, (tx) =>
    insertExport(tx, {
      ...{
        enterpriseId: user.enterpriseId,
        exportId,
        kind: 'importErrors',
        filter: JSON.stringify({ uploadId }),
        name: 'people_errors.csv',
      },
      ...{ state: 'waiting', rights: '{}', createdBy: user.userId, createdAt: new Date() },
    }),
  );
  return exportId;
}

test('a cancelled export is made by nobody, three are made at once at the most, and one whose list is gone ends', async () => {
  const admin = await app.makeUser();
  const uploadId = await makeErrors(admin, rowsAtOnce + 1);
  const [first, , third] = [await makeWaiting(admin, uploadId), await makeWaiting(admin, uploadId), await makeWaiting(admin, uploadId)];
  expect((await start(admin, 'importErrors', { uploadId })).json()).toMatchObject({ code: 'export.too_many', data: { most: 3 } });
  expect((await app.as(admin).post(at(calls.cancel, first))).json().data).toMatchObject({ state: 'cancelled' });
  expect((await app.as(admin).post(at(calls.cancel, first))).json().code).toBe('export.finished');
  await runExport(contextOf(admin), first);
  expect(await read(admin, first)).toMatchObject({ state: 'cancelled', rows: 0 });
  await inEnterprise(app.deps, admin.enterpriseId, (tx) => sql`delete from csv_imports where import_id = ${uploadId}`.execute(tx));
  await runExport(contextOf(admin), third);
  expect(await read(admin, third)).toMatchObject({ state: 'failed', fault: 'record' });
  const { notifications } = (await app.as(admin).get(`${endpoints.notifications.list.path}?kind=export_failed`)).json().data;
  expect(notifications).toMatchObject([{ title: 'people_errors.csv could not be made' }]);
});

test('a file is gone when its maker has fewer rights or its time is over, and a list asks for the right of its screen', async () => {
  const admin = await app.makeUser();
  const role = { name: newId(), description: '', permissions: ['CUSTOMER.VIEW'], dataScope: 'enterprise', maskedFields: [] as string[] };
  const { code } = (await app.as(admin).put(roles.saveRole.path, role)).json().data;
  const user = await app.makeUser({ enterprise: admin, roles: [code] });
  expect((await start(user, 'speech', {})).statusCode).toBe(403);
  expect((await start(user, 'importErrors', {})).json().data.issues[0].field).toBe('filter.uploadId');
  const uploadId = await makeErrors(user, 1);
  const made = (await start(user, 'importErrors', { uploadId })).json();
  const { id } = made.data as Export;
  expect((await download(user, id)).statusCode).toBe(200);
  await inEnterprise(app.deps, admin.enterpriseId, (tx) =>
    sql`update roles set masked_fields = '{phone}' where code = ${code}`.execute(tx),
  );
  expect((await download(user, id)).json().code).toBe('export.gone');
  await inEnterprise(app.deps, admin.enterpriseId, (tx) => sql`update roles set masked_fields = '{}' where code = ${code}`.execute(tx));
  await inEnterprise(app.deps, admin.enterpriseId, (tx) => sql`update exports set expires_at = ${new Date(0)}`.execute(tx));
  expect((await download(user, id)).json().code).toBe('export.not_found');
  await endExports(contextOf(admin));
  expect(await read(user, id)).toMatchObject({ state: 'expired' });
  expect((await app.as(user).delete(at(calls.remove, id))).statusCode).toBe(200);
  expect((await app.as(user).get(calls.list.path)).json().data.exports).toEqual([]);
});

test('heads of columns are in the language of their reader, and instants in the zone of the enterprise', async () => {
  const admin = await app.makeUser();
  await inEnterprise(app.deps, admin.enterpriseId, (tx) =>
    sql`update users set language = 'hi' where user_id = ${admin.userId}`.execute(tx),
  );
  const { data } = (await start(admin, 'movements', {})).json() as { data: Export };
  const [head = ''] = (await download(admin, data.id)).body.split('\r\n');
  expect(head.slice(0, 40)).toMatch(/^\ufeff"नंबर","समय \((?:Asia\/Kolkata|UTC)\)",/);
});
