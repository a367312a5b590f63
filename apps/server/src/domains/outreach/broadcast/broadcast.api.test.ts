import { broadcastTexts, type ChatAction, type ColumnMapping, endpoints, type MessageDetail } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';
import { freeBill } from '../../../bill.ts';

const vendors = await startVendors();
const balance = { left: Number.POSITIVE_INFINITY, isGathered: false };
const app = await startApp({
  config: { simulator: vendors.address },
  bill: {
    ...freeBill,
    currencyOf: () => 'USD',
    quote: (_tx, _ask, lines) => lines.map(() => ({ price: 7, rateId: null })),
    draw: (_tx, _enterpriseId, payer, prices) => {
      const covered = Math.min(prices.length, balance.left);
      if (payer.kind === 'run' && covered < prices.length && !balance.isGathered) return { covered, isShort: true, left: 0 };
      balance.isGathered = false;
      balance.left -= covered;
      return { covered, isShort: false, left: 0 };
    },
    gather: (_ctx, _runId, prices) => {
      balance.isGathered = true;
      return Math.min(prices.length, balance.left);
    },
  },
});
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { broadcasts, phoneBook } = endpoints;

const hello = [body('Hi {{1}}, welcome', { '1': 'Asha' })];
const staticName: ColumnMapping[] = [
  { type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'static', value: 'friend', mappings: [] }] },
];
const byColumn: ColumnMapping[] = [
  { type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'name', mappings: [] }] },
];
const withValues = (values: Record<string, string>): ColumnMapping[] => [
  {
    type: 'messageTags',
    card: null,
    variables: Object.entries(values).map(([name, value]) => ({ variable: `body.${name}`, type: 'static', value, mappings: [] })),
  },
];
const numberAt = (index: number) => `+9198765${String(index).padStart(5, '0')}`;

async function scene(more: Parameters<typeof makeWhatsApp>[1] = {}) {
  const user = await makeUser();
  const { channelId, hookUrl } = await makeWhatsApp(user, more);
  const template = await makeTemplate(user, channelId, hello);
  return { user, channelId, hookUrl, template, enterprise: { enterpriseId: user.enterpriseId, ctx: contextOf(user) } };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const requestOf = ({ channelId, template }: Pick<Scene, 'channelId' | 'template'>, more: object = {}) => ({
  channelId,
  phoneNumber: [numberAt(1)],
  message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
  columnMapping: staticName,
  country: 'IN',
  ...more,
});
const send = async (user: TestUser, request: object) => (await as(user).post(broadcasts.send.path, request)).json();
const at = (path: string, id: string) => path.replace(':broadcastId', id);
const get = async (user: TestUser, id: string) => (await as(user).get(at(broadcasts.get.path, id))).json().data.data;

test('the cost of a broadcast is told in the currency that is paid in', async () => {
  const made = await scene();
  expect((await as(made.user).post(broadcasts.validate.path, requestOf(made))).json().data.currency).toBe('USD');
});

test('BCAST-020 BCAST-022 BCAST-026 BCAST-042 BCAST-067 BCAST-068 BCAST-069 BCAST-074 numbers and a group are sent once each, mapped by column, and every one is accounted for', async () => {
  const made = await scene();
  const { user, channelId, enterprise } = made;
  const groupId = (await as(user).post(phoneBook.saveGroup.path, { name: 'Buyers' })).json().data.group.id;
  for (const [index, name] of ['Asha', 'Ben', 'Chitra'].entries())
    await as(user).post(phoneBook.save.path, { name, phoneNumber: numberAt(index + 1), groups: [groupId] });
  const request = requestOf(made, {
    phoneNumber: ['98765 00001', '+91 98765 00009', 'not a number', '12345'],
    groupIds: [groupId],
    columnMapping: byColumn,
  });
  const check = (await as(user).post(broadcasts.validate.path, request)).json().data;
  expect(check).toMatchObject({ count: 5, cost: 0, duplicates: [], needsConfirmation: false, limit: 0 });
  // One number is typed and in the group, another has no name.
  expect(check.breakdown).toEqual({
    ...{ total: 5, excluded: 0, invalid: 0, duplicates: 1, blocked: 0, optedOut: 0, missing: 1, capped: 0, reachable: 3 },
    byCountry: [{ country: 'IN', count: 3 }],
  });
  const setEnvironment = (environment: 'production' | 'sandbox') =>
    enterprise.ctx.transaction((tx) => tx.updateTable('channels').set({ environment }).where('channelId', '=', channelId).execute());
  await setEnvironment('production');
  expect((await as(user).post(broadcasts.validate.path, request)).json().data).toMatchObject({ count: 5, cost: 21 });
  await setEnvironment('sandbox');
  expect(check.invalid.map((item: { number: string }) => item.number)).toEqual(['not a number', '12345']);
  expect(check.previews.map((item: { name: string; values: object }) => [item.name, item.values])).toEqual([
    ['Asha', { 'messageTags/body.1': 'Asha' }],
    ['', {}],
    ['Asha', { 'messageTags/body.1': 'Asha' }],
    ['Ben', { 'messageTags/body.1': 'Ben' }],
    ['Chitra', { 'messageTags/body.1': 'Chitra' }],
  ]);

  expect(check.lacking).toEqual({ count: 1, looked: 5, tooLong: 0, variables: [{ key: 'messageTags/body.1', count: 1 }] });
  const [{ variables }] = byColumn as [ColumnMapping];
  const withFallback = {
    ...request,
    columnMapping: [{ ...byColumn[0], variables: variables.map((one) => ({ ...one, fallback: 'friend' })) }],
  };
  const again = (await as(user).post(broadcasts.validate.path, withFallback)).json().data;
  expect([again.lacking, again.previews[1].values]).toEqual([
    { count: 0, looked: 5, tooLong: 0, variables: [] },
    { 'messageTags/body.1': 'friend' },
  ]);

  const sent = await send(user, request);
  expect(sent).toMatchObject({ status: true, message: broadcastTexts.sent, data: { id: expect.any(String) } });
  const rows = await waitForRun(enterprise, sent.data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(rows.map((row) => [row.address, row.status, row.reason])).toEqual([
    [numberAt(1), 'READ', ''],
    [numberAt(9), 'SKIPPED', 'MAPPING_MISSING'],
    ['not a number', 'SKIPPED', 'INVALID_NUMBER'],
    ['12345', 'SKIPPED', 'INVALID_NUMBER'],
    [numberAt(1), 'SKIPPED', 'DUPLICATE'],
    [numberAt(2), 'READ', ''],
    [numberAt(3), 'READ', ''],
  ]);
  // A number that was given as phoneNumber is kept as phoneNumbers, as it was typed.
  expect((await get(user, sent.data.id)).phoneNumbers).toEqual(request.phoneNumber);
  const { messages } = await vendors.control.phone(channelId, numberAt(2));
  expect(messages.map((message) => message.text)).toEqual(['Hi Ben, welcome']);
  const broadcast = await vi.waitFor(async () => {
    const found = await get(user, sent.data.id);
    expect(found.status).toBe('COMPLETED');
    return found;
  });
  expect(broadcast.counts).toMatchObject({ audience: 7, skipped: 4, failed: 0, inFlight: 0, delivered: 3, read: 3 });
  const listed = (await as(user).get(broadcasts.list.path)).json().data;
  expect(listed).toMatchObject({ broadcastList: [{ id: sent.data.id, channelName: 'WhatsApp', user: { name: user.name } }], more: false });
  const page = (await as(user).get(`${at(broadcasts.messages.path, sent.data.id)}?status=SKIPPED&perPage=2`)).json().data;
  expect(page).toMatchObject({ message: [{ to: numberAt(9), currentDeliveryStatus: 3 }, { to: 'not a number' }], more: true });
  const { message } = (await as(user).get(`${at(broadcasts.messages.path, sent.data.id)}?status=READ&perPage=1`)).json().data;
  const detail = (await as(user).get(broadcasts.message.path.replace(':messageId', message[0].messageId))).json().data;
  expect(detail).toMatchObject({ ...message[0], channelName: 'WhatsApp', source: 'BROADCAST', transId: expect.stringMatching(/./) });
  expect(detail.messageStatuses[0]).toMatchObject({ kind: 'attempt', status: 'SENT', attempt: 1, error: null });
  expect(detail.messageStatuses.map(({ status }: { status: string }) => status)).toEqual(expect.arrayContaining(['DELIVERED', 'READ']));
  // A user whose role sees no numbers sees none of these either.
  const role = { name: 'Masked', permissions: ['CHAT.HANDLE'], maskedFields: ['phone'] };
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, role)).json().data;
  const masked = await makeUser({ enterprise: user, roles: [code] });
  const seen = (await as(masked).get(`${at(broadcasts.messages.path, sent.data.id)}?status=READ&perPage=1`)).json().data.message[0];
  expect(seen).toMatchObject({ messageId: message[0].messageId, to: expect.stringMatching(/^•+\d{3}$/) });
  expect((await as(masked).get(broadcasts.message.path.replace(':messageId', seen.messageId))).json().data.to).toBe(seen.to);
  const shown = (await get(masked, sent.data.id)).phoneNumbers;
  expect(shown).toEqual(request.phoneNumber.map(() => expect.stringMatching(/^•*.{1,3}$/)));
});

test('values of a template leave on one line, as the preview shows them; who would get a text that is too long is counted before, and skipped', async () => {
  const made = await scene();
  const { user, channelId, enterprise } = made;
  const address = '12 Lake Road\r\nPune\t411001      India';
  const template = await makeTemplate(user, channelId, [body('Hi {{1}}, your address is {{2}}.', { '1': 'Asha', '2': 'Pune' })]);
  const two = requestOf({ channelId, template }, { columnMapping: withValues({ '1': 'Asha\nRao', '2': address }) });
  const { previews } = (await as(user).post(broadcasts.validate.path, two)).json().data;
  expect(previews).toMatchObject([
    { values: { 'messageTags/body.1': 'Asha Rao', 'messageTags/body.2': '12 Lake Road Pune 411001 India' }, missing: [] },
  ]);
  await waitForRun(enterprise, (await send(user, two)).data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  const { messages } = await vendors.control.phone(channelId, numberAt(1));
  expect(messages.map(({ text }) => text)).toEqual(['Hi Asha Rao, your address is 12 Lake Road Pune 411001 India.']);

  // The first may have twelve characters, since the second place has 990.
  await as(user).post(phoneBook.save.path, { name: 'Al', phoneNumber: numberAt(2) });
  await as(user).post(phoneBook.save.path, { name: 'Bartholomew of Long', phoneNumber: numberAt(3) });
  const [filled] = withValues({ '2': 'x'.repeat(990) });
  const variables = [...(byColumn[0]?.variables ?? []), ...(filled?.variables ?? [])];
  const long = requestOf(
    { channelId, template },
    { phoneNumber: [numberAt(2), numberAt(3)], columnMapping: [{ ...byColumn[0], variables }] },
  );
  const { lacking } = (await as(user).post(broadcasts.validate.path, long)).json().data;
  expect(lacking).toEqual({ count: 0, looked: 2, tooLong: 1, variables: [] });
  const rows = await waitForRun(enterprise, (await send(user, long)).data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(rows.map((row) => [row.address, row.status, row.reason])).toEqual([
    [numberAt(2), 'READ', ''],
    [numberAt(3), 'SKIPPED', 'VALUE_TOO_LONG'],
  ]);
});

const eventsOf = async (user: TestUser, messageId: string) => {
  const detail: MessageDetail = (await as(user).get(broadcasts.message.path.replace(':messageId', messageId))).json().data;
  return detail.messageStatuses;
};

test('its sender is told once when everything has left, with what did not', async () => {
  const made = await scene();
  const { user, enterprise } = made;
  const numbers = [numberAt(1), numberAt(1), numberAt(2)];
  await contextOf(user).transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({
        enterpriseId: user.enterpriseId,
        entryId: user.userId,
        address: numberAt(2),
        kind: 'blocked',
        source: 'manual',
        reason: 'test',
      })
      .execute(),
  );
  const { data } = await send(user, requestOf(made, { phoneNumber: numbers }));
  await waitForRun(enterprise, data.id);
  const told = async () =>
    (await as(user).get(endpoints.notifications.list.path))
      .json()
      .data.notifications.filter(({ kind }: { kind: string }) => kind === 'broadcast_done');
  await vi.waitFor(async () => expect(await told()).toHaveLength(1));
  const { name } = await get(user, data.id);
  expect(await told()).toMatchObject([
    {
      title: `${name} is sent`,
      text: 'Of 3 messages, 1 were sent, 2 skipped and 0 failed.',
      link: `/campaigns/broadcast/${data.id}`,
      count: 1,
    },
  ]);
});

test('each outcome of one message at the vendor keeps its class and its attempts: refused, failed later, throttled, cut off', async () => {
  const made = await scene();
  const { user, channelId, enterprise } = made;
  const outcomes: Record<string, unknown[]> = {};
  const cases: [string, Parameters<typeof vendors.control.behave>[1], string[]][] = [
    ['refused', { failNext: { count: 1, code: '132000' } }, ['QUEUED', 'SENT']],
    ['fails later', { failShare: { share: 1, code: '131026' }, receiptDelayMs: 0 }, ['QUEUED', 'SENT']],
    ['throttled once', { failNext: { count: 1, code: '131056' }, receiptDelayMs: 0 }, ['SENT']],
    ['cut after', { cut: 'after', receipts: 'none' }, ['QUEUED', 'SENT']],
    ['receipts first', { receipts: 'beforeAnswer' }, ['QUEUED', 'SENT', 'DELIVERED']],
    ['receipts backwards, twice', { receipts: 'repeated', receiptDelayMs: 0 }, ['QUEUED', 'SENT', 'DELIVERED']],
    ['never a receipt', { receipts: 'none' }, ['QUEUED']],
  ];
  for (const [index, [name, behaviour, waiting]] of cases.entries()) {
    await vendors.control.behave(channelId, behaviour);
    const { data } = await send(user, requestOf(made, { phoneNumber: [numberAt(100 + index)] }));
    const [first] = await waitForRun(enterprise, data.id, waiting);
    const events = await vi.waitFor(async () => {
      // A receipt may be there before the attempt has been written down.
      const found = await eventsOf(user, first?.messageId ?? '');
      expect(found.some((event) => event.kind === 'attempt')).toBe(true);
      return found;
    });
    const [row] = await waitForRun(enterprise, data.id, waiting);
    outcomes[name] = [row?.status, row?.reason, events.filter((event) => event.kind === 'attempt').map((event) => event.status)];
  }
  expect(outcomes).toEqual({
    refused: ['FAILED', 'TEMPLATE', ['FAILED']],
    'fails later': ['FAILED', 'RECIPIENT', ['SENT']],
    'throttled once': ['QUEUED', 'RATE_LIMITED', ['QUEUED']],
    'cut after': ['UNKNOWN', 'UNKNOWN_OUTCOME', ['UNKNOWN']],
    'receipts first': ['READ', '', ['SENT']],
    'receipts backwards, twice': ['READ', '', ['SENT']],
    'never a receipt': ['SENT', '', ['SENT']],
  });
});

test('only the failed ones are sent again, on the rows that they have; what waits is cancelled', async () => {
  const made = await scene();
  const { user, channelId, enterprise } = made;
  const numbers = [1, 2, 3].map(numberAt);
  await vendors.control.behave(channelId, { failNext: { count: 2, code: '132000' }, receiptDelayMs: 0 });
  const { data } = await send(user, requestOf(made, { phoneNumber: numbers }));
  await waitForRun(enterprise, data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  await vi.waitFor(async () => expect((await get(user, data.id)).status).toBe('PARTIALLY_FAILED'));
  const retried = (await as(user).post(at(broadcasts.retry.path, data.id), {})).json();
  expect(retried).toMatchObject({ data: { retried: 2 }, message: '2 messages are sent again.' });
  const rows = await waitForRun(enterprise, data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(rows.map((row) => [row.status, row.attempts]).sort()).toEqual([
    ['READ', 1],
    ['READ', 2],
    ['READ', 2],
  ]);
  await vi.waitFor(async () => expect((await get(user, data.id)).status).toBe('COMPLETED'));
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('channels')
      .set({ speedPerSecond: 0.001 })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('channelSpeeds')
      .set({ tokens: 0 })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );
  const second = (await send(user, requestOf(made, { phoneNumber: numbers }))).data.id;
  await vi.waitFor(async () => expect((await get(user, second)).isFreezing).toBe(false));
  expect((await as(user).post(at(broadcasts.cancel.path, second), {})).json().data.cancelled).toBeGreaterThanOrEqual(2);
  const left = await get(user, second);
  expect(left.status).toBe('CANCELLED');
  expect(left.counts.audience).toBe(3);
  expect(left.counts.skipped + left.counts.failed + left.counts.inFlight + left.counts.delivered).toBe(3);
});

test('the gate keeps its order: blacklist, opt-out, channel, template, balance; and each refusal is a row with its reason', async () => {
  const made = await scene();
  const { user, channelId, template, enterprise } = made;
  const ctx = contextOf(user);
  await ctx.transaction(async (tx) => {
    const entry = { enterpriseId: user.enterpriseId, source: 'manual' as const, reason: 'test' };
    await tx
      .insertInto('blacklist')
      .values([
        { ...entry, entryId: user.userId, address: numberAt(1), kind: 'blocked' },
        { ...entry, entryId: channelId, address: numberAt(2), kind: 'opted_out' },
      ])
      .execute();
  });
  const phoneNumber = [1, 2, 3].map(numberAt);
  const reasonsOf = async (more: object = {}) => {
    const { data } = await send(user, requestOf(made, { phoneNumber, ...more }));
    return (await waitForRun(enterprise, data.id, ['QUEUED', 'SENT', 'DELIVERED'])).map((row) => row.reason || row.status);
  };
  expect(await reasonsOf()).toEqual(['BLOCKED', 'OPTED_OUT', 'READ']);
  const change = (table: 'channels' | 'templates', set: object) =>
    ctx.transaction((tx) =>
      tx
        .updateTable(table)
        .set(set as never)
        .where('enterpriseId', '=', user.enterpriseId)
        .execute(),
    );
  await change('channels', { state: 'PAUSED' });
  expect(await reasonsOf()).toEqual(['BLOCKED', 'OPTED_OUT', 'CHANNEL_DOWN']);
  await change('channels', { state: 'ACTIVE', environment: 'production' });
  balance.left = 0;
  expect(await reasonsOf()).toEqual(['BLOCKED', 'OPTED_OUT', 'NO_BALANCE']);
  balance.left = Number.POSITIVE_INFINITY;
  await change('channels', { environment: 'sandbox', speedPerSecond: 0.001 });
  // Paused between the freezing and the sending: what waits goes on waiting, its sender is told, and it goes on by itself.
  await ctx.transaction((tx) => tx.updateTable('channelSpeeds').set({ tokens: 0 }).where('enterpriseId', '=', user.enterpriseId).execute());
  const { data } = await send(user, requestOf(made, { phoneNumber: [numberAt(3)] }));
  await vi.waitFor(async () => expect((await get(user, data.id)).isFreezing).toBe(false));
  await change('templates', { status: 'PAUSED' });
  await change('channels', { speedPerSecond: 1000 });
  await vi.waitFor(async () => expect(await get(user, data.id)).toMatchObject({ status: 'IN_PROGRESS', pauseReason: 'TEMPLATE' }));
  expect((await get(user, data.id)).counts).toMatchObject({ audience: 1, skipped: 0, failed: 0, inFlight: 1 });
  const notices = (await as(user).get(`${endpoints.notifications.list.path}?perPage=50`)).json().data.notifications;
  expect(notices.map(({ kind }: { kind: string }) => kind)).toContain('run_paused');
  expect(await send(user, requestOf({ channelId, template }))).toMatchObject({ status: false, code: 'broadcast.invalid' });
  await change('templates', { status: 'APPROVED' });
  const [row] = await waitForRun(enterprise, data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(row?.status).toBe('READ');
  // A broadcast that is not held cannot be resumed.
  const again = await as(user).post(endpoints.broadcasts.resume.path.replace(':broadcastId', data.id), {});
  expect([again.statusCode, again.json().code]).toEqual([409, 'broadcast.not_held']);
});

test('a retry passes the gate again and is paid in order: who was blocked since, and what the balance does not cover, stays as it was', async () => {
  const made = await scene();
  const { user, enterprise } = made;
  const ctx = contextOf(user);
  const change = (set: object) =>
    ctx.transaction((tx) => tx.updateTable('channels').set(set).where('enterpriseId', '=', user.enterpriseId).execute());
  await change({ environment: 'production', speedPerSecond: 0.001 });
  await ctx.transaction((tx) =>
    tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId: user.enterpriseId, channelId: made.channelId, tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) })
      .execute(),
  );
  balance.left = 0;
  const { data } = await send(user, requestOf(made, { phoneNumber: [1, 2, 3].map(numberAt) }));
  await waitForRun(enterprise, data.id, ['QUEUED']);
  const entry = {
    enterpriseId: user.enterpriseId,
    entryId: user.userId,
    source: 'manual' as const,
    reason: 'test',
    kind: 'blocked' as const,
  };
  await ctx.transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({ ...entry, address: numberAt(1) })
      .execute(),
  );
  balance.left = 1;
  const retried = (await as(user).post(at(broadcasts.retry.path, data.id), {})).json();
  balance.left = Number.POSITIVE_INFINITY;
  expect(retried.data).toEqual({ retried: 1 });
  const rows = await ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['address', 'status', 'reason', 'cost'])
      .where('enterpriseId', '=', user.enterpriseId)
      .where('resourceId', '=', data.id)
      .orderBy('number')
      .execute(),
  );
  expect(rows).toEqual([
    { address: numberAt(1), status: 'SKIPPED', reason: 'NO_BALANCE', cost: 0 },
    { address: numberAt(2), status: 'QUEUED', reason: '', cost: 7 },
    { address: numberAt(3), status: 'SKIPPED', reason: 'NO_BALANCE', cost: 0 },
  ]);
});

test('BCAST-044 BCAST-047 BCAST-049 BCAST-050 BCAST-051 BCAST-072 missing parts are named in form order; nothing is sent', async () => {
  const made = await scene();
  const { user, channelId } = made;
  const withImage = await makeTemplate(user, channelId, [
    { type: 'HEADER', format: 'IMAGE', text: '', resourceUrl: '', fileId: '', samples: {} },
    ...hello,
  ]);
  const card = {
    header: { format: 'IMAGE' as const, url: '', fileId: '', height: 'MEDIUM' as const },
    title: '',
    body: { text: 'For {{1}}', samples: {} },
    buttons: [],
  };
  const carousel = await makeTemplate(user, channelId, [body('Look'), { type: 'CAROUSEL', cards: [card, card] }]);
  const url = await makeTemplate(user, channelId, [
    body('Look'),
    {
      type: 'BUTTONS',
      buttons: [{ type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}', phoneNumber: '', example: 'x', payload: '' }],
    },
  ]);
  const media = { fileName: 'a.png', type: 'image/png', url: 'https://cdn.example/a.png' };
  const cards = [{ media }, { media }];
  const of = (template: { templateId: string; name: string }, more: object = {}, mapping: ColumnMapping[] = staticName) =>
    requestOf(made, {
      message: { template: { templateId: template.name, templateUId: template.templateId, ...more } },
      columnMapping: mapping,
    });
  const expression = (value: string): ColumnMapping[] => [
    { type: 'url', card: null, variables: [{ variable: 'button.0', type: 'expression', value, mappings: [] }] },
  ];
  const messages = [];
  for (const request of [
    of(withImage),
    of(withImage, { media: { ...media, url: '' } }),
    of(carousel, { cards: [{ media }, {}] }, []),
    of(carousel, { cards }, []),
    of(url, {}, []),
    of(url, {}, expression('no variable')),
    requestOf(made, { columnMapping: [] }),
    requestOf(made, { phoneNumber: ['123'] }),
  ])
    messages.push((await send(user, request)).message);
  expect(messages).toEqual([
    broadcastTexts.attachmentMissing,
    broadcastTexts.mediaNotFound,
    'Media missing in card 2',
    broadcastTexts.mappingMissing,
    broadcastTexts.mandatory,
    broadcastTexts.urlVariableNotFound,
    broadcastTexts.mandatory,
    'None of these numbers can receive the message.',
  ]);
  expect((await as(user).post(broadcasts.expressionVariables.path, { expression: 'a/{{id}}?n={{name}}&m={{id}}' })).json().data).toEqual({
    variables: ['id', 'name'],
  });
  expect((await as(user).get(broadcasts.list.path)).json().data.broadcastList).toEqual([]);
});

test('a broadcast waits for its time, and is cancelled before it; no time that is past, too far, or of a chat', async () => {
  const made = await scene();
  const { user, enterprise } = made;
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const sendAt = async (at: string, more: object = {}) => send(user, requestOf(made, { sendAt: at, ...more }));
  const [first, second] = [(await sendAt(later)).data.id, (await sendAt(later)).data.id];
  expect(await get(user, first)).toMatchObject({ status: 'QUEUED', scheduledFor: later, counts: { audience: 0 } });
  const refused = async (at: string, more: object = {}) => (await sendAt(at, more)).data.issues;
  expect(await refused('2026-01-01T00:00:00Z')).toMatchObject([{ field: 'sendAt', code: 'schedule.past' }]);
  const tooFar = new Date(Date.now() + 91 * 86_400_000).toISOString();
  expect(await refused(tooFar)).toMatchObject([{ field: 'sendAt', code: 'schedule.too_far', values: { maximum: 90 } }]);
  expect(await refused(later, { resourceType: 'CHAT', resourceId: user.userId })).toMatchObject([{ code: 'schedule.chat' }]);
  expect((await as(user).post(at(broadcasts.cancel.path, second), {})).json().data.cancelled).toBe(0);
  expect(await get(user, second)).toMatchObject({ status: 'CANCELLED', scheduledFor: '' });
  // Its time comes.
  await contextOf(user).transaction((tx) =>
    tx.updateTable('sendRuns').set({ startsAt: new Date() }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  const [row] = await waitForRun(enterprise, first, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(row?.status).toBe('READ');
  expect(await get(user, second)).toMatchObject({ status: 'CANCELLED', counts: { audience: 0 } });
});

test('the same key is the same broadcast, also at the same moment; another enterprise finds none of it', async () => {
  const made = await scene();
  const request = requestOf(made, { requestKey: 'once' });
  const [first, second] = await Promise.all([send(made.user, request), send(made.user, request)]);
  expect(first.data.id).toBe(second.data.id);
  const foreigner = await makeUser();
  for (const path of [broadcasts.get.path, broadcasts.messages.path, broadcasts.export.path])
    expect((await as(foreigner).get(at(path, first.data.id))).json().code).toBe('broadcast.not_found');
  expect((await send(foreigner, request)).code).toBe('channel.not_found');
  await waitForRun({ enterpriseId: made.user.enterpriseId, ctx: contextOf(made.user) }, first.data.id, ['QUEUED', 'SENT', 'DELIVERED']);
  const csv = (await as(made.user).get(at(broadcasts.export.path, first.data.id))).body;
  expect(csv.split('\r\n')).toEqual([
    expect.stringMatching(/^\ufeff"From","To","Sent Date \(.+\)","Status"/),
    expect.stringMatching(/^"919800000001","'\+919876500001",.*"READ"/),
    '',
  ]);
});

test('BCAST-011 out of a chat whose number the agent may not see, the template goes to the chat’s customer', async () => {
  const made = await scene();
  const { user, channelId, enterprise } = made;
  await vendors.control.act(channelId, numberAt(700), { kind: 'text', text: 'Hello' }, 'Meera');
  const role = { name: 'Chats alone', permissions: ['CHAT.HANDLE'] };
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, role)).json().data;
  const agent = await makeUser({ enterprise: user, roles: [code] });
  const { chatId } = await vi.waitFor(() =>
    enterprise.ctx.read((tx) =>
      tx
        .selectFrom('chats')
        .select('chatId')
        .where('enterpriseId', '=', user.enterpriseId)
        .where('handledBy', '=', 'queue')
        .executeTakeFirstOrThrow(),
    ),
  );
  const request = requestOf(made, { phoneNumber: ['••••••••••700'], resourceType: 'CHAT', resourceId: chatId });
  const check = (await as(agent).post(broadcasts.validate.path, request)).json().data;
  expect(check).toMatchObject({
    count: 1,
    invalid: [],
    numbers: [expect.stringMatching(/^•+700$/)],
    previews: [{ number: expect.stringMatching(/^•+700$/) }],
  });
  expect((await send(agent, request)).code).toBe('chat.not_found'); // it is nobody's yet
  await (await connect(agent)).ask('agentPickupChat', { chatId });
  const keyed = { ...request, requestKey: 'once' };
  const [sent, again] = [await send(agent, keyed), await send(agent, keyed)];
  expect(again.data.id).toBe(sent.data.id);
  await vi.waitFor(async () => {
    const { messages } = await vendors.control.phone(channelId, numberAt(700));
    expect(messages.filter(({ text }) => text === 'Hi friend, welcome')).toHaveLength(1);
  });
  const { messages } = (await as(agent).get(`/e/enterprise/chat/${chatId}`)).json().data as { messages: ChatAction[] };
  expect(messages.find(({ message }) => message === 'Hi friend, welcome')?.detail).toEqual({
    template: { header: '', mediaName: '', footer: '', buttons: [] },
  });
  // Values that the vendor would refuse are refused here, by the field that makes it so.
  const overlong = await send(agent, { ...request, columnMapping: withValues({ '1': 'x'.repeat(1100) }) });
  expect(overlong).toMatchObject({
    code: 'broadcast.invalid',
    data: {
      errors: [{ field: 'columnMapping.messageTags/body.1', code: 'template.filled_too_long', values: { length: 1112, maximum: 1024 } }],
    },
  });
  const other = requestOf(made, { resourceType: 'CHAT', resourceId: 'x' });
  expect((await send(agent, other)).code).toBe('chat.not_found');
  // Marketing needs consent in a chat as anywhere.
  const advert = await makeTemplate(user, channelId, hello, { category: 'MARKETING' });
  await enterprise.ctx.transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({
        enterpriseId: user.enterpriseId,
        entryId: chatId,
        address: numberAt(700),
        kind: 'opted_out',
        source: 'manual',
        reason: 'test',
      })
      .execute(),
  );
  await send(agent, { ...request, message: { template: { templateId: advert.name, templateUId: advert.templateId, cards: [] } } });
  const refused = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data.messages.at(-1);
  expect(refused).toMatchObject({
    message: 'Hi friend, welcome',
    deliveryStatus: 3,
    channelErrorCode: 'OPTED_OUT',
    channelErrorDesc: 'The customer wants no marketing.',
  });
});
