import {
  type AuditDetail,
  endpoints,
  type LedgerStatus,
  type MessageDetail,
  type MessageSource,
  type NoReceipts,
  type ReportRow,
  type SourceCount,
} from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { idAt } from '#platform/db/id-at.ts';
import { newId } from '#platform/ids.ts';
import { sharedApp, startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, stranger, makeUser, contextOf } = app;
const trail = createTrail(app);
const { reports } = endpoints;

let user: TestUser;
let channels: string[];
const hourMs = 3_600_000;
const today = new Date().toISOString().slice(0, 10);
const old = '2026-01-10';
type Row = {
  source?: MessageSource;
  status: LedgerStatus;
  address?: string;
  reason?: string;
  channel?: number;
  at?: Date;
  statusAt?: Date;
};
const ids: string[] = [];
/** A message that reaches nobody costs nothing. */
const costOf = (status: LedgerStatus) => (['FAILED', 'SKIPPED'].includes(status) ? 0 : 125);

beforeAll(async () => {
  user = await makeUser();
  const made = [1, 2].map(() => makeWebChannel({ enterpriseId: user.enterpriseId, name: '', ctx: contextOf(user) }));
  channels = (await Promise.all(made)).map(({ id }) => id);
  const now = Date.now();
  const rows: Row[] = [
    { status: 'DELIVERED', address: '+919820000001' },
    { status: 'READ', address: '+919820000002', source: 'CHAT' },
    { status: 'FAILED', address: '+919820000002', reason: 'RECIPIENT' },
    { status: 'SKIPPED', address: '+919820000003', reason: 'OPTED_OUT', channel: 1 },
    { status: 'SENT', address: '+919820000004', statusAt: new Date(now - 25 * hourMs) },
    { status: 'SENT', address: '+919820000005', statusAt: new Date(now - hourMs) },
    { status: 'DELIVERED', address: '=1+1', at: new Date(`${old}T23:59:59.999Z`) },
  ];
  await contextOf(user).transaction(async (tx) => {
    const values = rows.map(({ channel = 0, at = new Date(now), source = 'BROADCAST', ...row }) => {
      const messageId = idAt(at);
      ids.push(messageId);
      return {
        enterpriseId: user.enterpriseId,
        messageId,
        createdAt: at,
        statusAt: at,
        channelId: channels[channel] ?? '',
        customerId: null,
        direction: 'out' as const,
        source,
        resourceId: newId(),
        cost: costOf(row.status),
        ...row,
      };
    });
    await tx.insertInto('messages').values(values).execute();
    const handover = { messageId: ids[2] ?? '', channelId: channels[0] ?? '', vendorMessageId: 'wamid.1', attempt: 1 };
    await tx
      .insertInto('messageHandovers')
      .values({ enterpriseId: user.enterpriseId, at: new Date(now - 1000), createdAt: new Date(now), ...handover })
      .execute();
    const error = { class: 'RECIPIENT', vendorCode: '131026', vendorMessage: 'Undeliverable', advice: 'Ask the customer.' };
    await tx
      .insertInto('messageEvents')
      .values({
        enterpriseId: user.enterpriseId,
        messageId: ids[2] ?? '',
        at: new Date(),
        kind: 'attempt',
        status: 'FAILED',
        attempt: 2,
        detail: JSON.stringify(error),
      })
      .execute();
  });
});
const list = async (query = '', by = user) =>
  (await as(by).get(`${reports.messageStatus.path}?${query}`)).json().data as { message: ReportRow[]; more: boolean };
const numbers = async (query = '') => (await list(query)).message.map(({ to }) => to.slice(-1)).sort();

test('ADMIN-104 ADMIN-106 each filter of the message status report leaves its rows', async () => {
  expect(await numbers()).toEqual(['1', '2', '2', '3', '4', '5']);
  expect(await numbers('status=FAILED')).toEqual(['2']);
  expect(await numbers('source=CHAT')).toEqual(['2']);
  expect(await numbers(`channelId=${channels[1]}`)).toEqual(['3']);
  expect(await numbers('customerNumber=%2B91%2098200%2000002')).toEqual(['2', '2']);
  expect(await numbers('messageId=wamid.1')).toEqual(['2']);
  expect(await numbers(`messageId=${ids[0]}`)).toEqual(['1']);
  expect(await numbers(`fromDate=${old}&toDate=${old}`)).toEqual(['1']);
  expect(await numbers('noReceipt=true')).toEqual(['4']);
  const failed = (await list('status=FAILED')).message[0];
  expect(failed).toMatchObject({
    currentDeliveryStatus: 3,
    reason: 'RECIPIENT',
    reasonText: 'The recipient cannot be reached on this channel.',
    channelName: 'Website',
    source: 'BROADCAST',
    cost: 0,
  });
  const first = await list('perPage=4');
  const second = await list(`perPage=4&after=${first.message.at(-1)?.messageId}`);
  expect([first.message.length, first.more, second.message.length, second.more]).toEqual([4, true, 2, false]);
  expect(new Set([...first.message, ...second.message].map(({ messageId }) => messageId)).size).toBe(6);
  expect((await list('perPage=4&from=4')).message.map(({ messageId }) => messageId)).toEqual(
    second.message.map(({ messageId }) => messageId),
  );
  expect((await as(user).get(`${reports.messageStatus.path}?fromDate=${today}&toDate=${old}`)).json().code).toBe('request.invalid');
});

test('a row says what it came from: a chat, whoever a program wrote to, or itself where it stands alone', async () => {
  const other = await makeUser();
  const ctx = contextOf(other);
  const { id: channelId } = await makeWebChannel({ enterpriseId: other.enterpriseId, name: '', ctx });
  const customerId = (await as(other).post(endpoints.phoneBook.save.path, { name: 'Asha', phoneNumber: '+919820000001' })).json().data
    .customer.id as string;
  const [chatId, runId] = [newId(), newId()];
  const at = new Date();
  const own = (source: MessageSource, more: object = {}) => {
    const messageId = idAt(at);
    return { source, messageId, resourceId: messageId, customerId: null, ...more };
  };
  const rows = [
    own('CHAT', { resourceId: chatId }),
    own('API', { resourceId: chatId, customerId }),
    own('API', { customerId }),
    own('SYSTEM'),
    own('BROADCAST', { resourceId: runId }),
    // The iteration no longer exists, and the walk, in a chat, is long over.
    own('CAMPAIGN', { resourceId: runId }),
    own('JOURNEY', { resourceId: runId, chatId }),
  ];
  const stored = rows.map((row) => ({
    ...row,
    enterpriseId: other.enterpriseId,
    createdAt: at,
    statusAt: at,
    channelId,
    direction: 'out' as const,
    status: 'SENT' as const,
    address: '+919820000001',
  }));
  await ctx.transaction((tx) => tx.insertInto('messages').values(stored).execute());
  const { message } = await list('', other);
  expect(rows.map(({ messageId }) => message.find((row) => row.messageId === messageId)?.opens)).toEqual([
    { kind: 'chat', id: chatId },
    { kind: 'chat', id: chatId },
    { kind: 'customer', id: customerId },
    { kind: 'message', id: rows[3]?.messageId },
    { kind: 'broadcast', id: runId },
    null,
    { kind: 'chat', id: chatId },
  ]);
});

test('ADMIN-105 ADMIN-114 counts by source and status open exactly their rows', async () => {
  const { counts } = (await as(user).get('/chatbird/api/reports/messages/source')).json().data as { counts: SourceCount[] };
  expect(counts).toHaveLength(5);
  // The messages of the scene above, by where they came from.
  const bySource = Map.groupBy(counts, ({ source }) => source);
  expect([...bySource].map(([source, rows]) => [source, rows.reduce((sum, { count }) => sum + count, 0)]).sort()).toEqual([
    ['BROADCAST', 5],
    ['CHAT', 1],
  ]);
  for (const { source, status, count, cost } of counts) {
    expect([source, status, (await list(`source=${source}&status=${status}`)).message.length]).toEqual([source, status, count]);
    expect(cost).toBe(count * costOf(status));
  }
  expect((await as(user).get(`${reports.messageSource.path}?channelId=${channels[1]}`)).json().data.counts).toMatchObject([
    { source: 'BROADCAST', status: 'SKIPPED', count: 1 },
  ]);
});

test('one message tells what happened to it, with the vendor’s code and what it means', async () => {
  const detail = (await as(user).get(reports.message.path.replace(':messageId', ids[2] ?? ''))).json().data as MessageDetail;
  expect(detail).toMatchObject({
    transId: 'wamid.1',
    status: 'FAILED',
    messageStatuses: [
      { kind: 'attempt', status: 'SENT', attempt: 1, msg: '', error: null },
      {
        kind: 'attempt',
        attempt: 2,
        msg: 'The recipient cannot be reached on this channel.',
        error: { vendorCode: '131026', advice: 'Ask the customer.' },
      },
    ],
  });
});

test('the filtered rows are exported; formulas stay text, and numbers are masked for who may not read them', async () => {
  const role = (
    await as(user).put(endpoints.roles.saveRole.path, { name: 'Masked', permissions: ['CUSTOMER.VIEW'], maskedFields: ['phone'] })
  ).json().data.code;
  const viewer = await makeUser({ enterprise: user, roles: [role] });
  const tokenOf = async (by: TestUser) => (await as(by).get(endpoints.files.downloadToken.path)).json().data.id as string;
  const read = async (by: TestUser, query: string) =>
    (await stranger().get(`${reports.export.path}?${query}&x-access-id=${await tokenOf(by)}`)).body.split('\r\n');
  const all = await read(user, '');
  expect(all[0]).toMatch(/^\ufeff"Time \(.+\)","From","To","Channel","Source"/);
  expect(all).toHaveLength(6 + 2);
  expect((await read(user, `fromDate=${old}&toDate=${old}`))[1]).toContain(`"'=1+1"`);
  expect((await read(viewer, 'status=FAILED'))[1]).toContain('••••••••••002');
  expect((await list('status=FAILED', viewer)).message[0]?.to).toBe('••••••••••002');
  expect((await as(viewer).get(`${reports.messageStatus.path}?customerNumber=%2B919820000002`)).json().code).toBe('filter.invalid');
  expect((await stranger().get(reports.export.path)).json().code).toBe('login_required');
  // The audit trail names the exporting users and their rows.
  const exported = await trail.details(user, 'kind=report');
  expect(exported.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['export', viewer.userId],
    ['export', user.userId],
    ['export', user.userId],
  ]);
  expect(changed(exported[0] as AuditDetail)).toMatchObject({ status: [null, 'FAILED'] });
  expect(changed(exported[1] as AuditDetail)).toMatchObject({ fromDate: [null, old], toDate: [null, old] });
});

test.each([false, true])(
  'SHELL-072 SHELL-073 UPLOAD-013 a link with a download token brings CSV, one without is refused, in production: %s',
  async (isProduction) => {
    const served = await startApp({ config: { isProduction } });
    const { data } = (await served.as(await served.makeUser()).get(endpoints.files.downloadToken.path)).json();
    const { statusCode, headers } = await served.stranger().get(`${reports.export.path}?x-access-id=${encodeURIComponent(data.id)}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect((await served.stranger().get(reports.export.path)).statusCode).toBe(401);
  },
);

test('another enterprise has none of these rows', async () => {
  const foreigner = await makeUser();
  expect(await list('', foreigner)).toEqual({ message: [], more: false });
  expect((await as(foreigner).get(reports.message.path.replace(':messageId', ids[0] ?? ''))).json().code).toBe('message.not_found');
});

test('screens 11.1 messages without a receipt are told by channel, of whole days alone, and their number opens as many rows', async () => {
  const owner = await makeUser();
  const make = () => makeWebChannel({ enterpriseId: owner.enterpriseId, name: '', ctx: contextOf(owner) });
  const [busy, calm, silent] = [(await make()).id, (await make()).id, (await make()).id];
  const dayMs = 24 * hourMs;
  const noon = Date.parse(`${today}T12:00:00Z`);
  const put = async (channelId: string, daysAgo: number, status: LedgerStatus, count: number) => {
    const at = new Date(noon - daysAgo * dayMs);
    const values = Array.from({ length: count }, () => ({
      ...{ enterpriseId: owner.enterpriseId, messageId: idAt(at), createdAt: at, statusAt: at, channelId, customerId: null },
      ...{ direction: 'out' as const, source: 'BROADCAST' as const, resourceId: newId(), cost: 0, status, address: '+919820000001' },
    }));
    await contextOf(owner).transaction((tx) => tx.insertInto('messages').values(values).execute());
  };
  await put(busy, 3, 'SENT', 2);
  await put(busy, 5, 'SENT', 1);
  await put(busy, 3, 'DELIVERED', 4);
  await put(busy, 3, 'FAILED', 1);
  await put(calm, 2, 'READ', 3);
  // Yesterday may still get its receipts, and nine days ago is no longer looked at.
  await put(calm, 1, 'SENT', 1);
  await put(calm, 9, 'SENT', 1);
  await put(silent, 8, 'SENT', 1);
  await put(silent, 2, 'SENT', 1);
  const found = (await as(owner).get(reports.noReceipts.path)).json().data as NoReceipts;
  const day = (daysAgo: number) => new Date(noon - daysAgo * dayMs).toISOString().slice(0, 10);
  expect(found).toEqual({
    fromDate: day(8),
    toDate: day(2),
    unreceipted: [
      { channelId: busy, name: expect.any(String), count: 3, handedOver: 7, oldestDay: day(5) },
      { channelId: silent, name: expect.any(String), count: 2, handedOver: 2, oldestDay: day(8) },
    ],
  });
  for (const { channelId, count, oldestDay } of found.unreceipted) {
    const query = `status=SENT&channelId=${channelId}&fromDate=${oldestDay}&toDate=${found.toDate}`;
    expect((await list(query, owner)).message).toHaveLength(count);
  }
  expect((await as(user).get(reports.noReceipts.path)).json().data.unreceipted).toEqual([]);
});
