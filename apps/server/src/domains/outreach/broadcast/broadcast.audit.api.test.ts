import { type AuditDetail, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { details: read, keptText } = createTrail(app);
const { broadcasts } = endpoints;
const at = ({ path }: { path: string }, id: string) => path.replace(':broadcastId', id);

test('a broadcast leaves who sent, retried, cancelled and exported it, and its end with its counts; no number stands in the trail', async () => {
  const user = await makeUser();
  const { channelId } = await makeWhatsApp(user);
  const { templateId, name } = await makeTemplate(user, channelId, [body('Hello')]);
  const send = async (more: object = {}) => {
    const request = {
      channelId,
      phoneNumber: ['+919876500001', '+919876500002'],
      message: { template: { templateId: name, templateUId: templateId, cards: [] } },
      columnMapping: [],
      country: 'IN',
      ...more,
    };
    return (await as(user).post(broadcasts.send.path, request)).json().data.id as string;
  };
  await vendors.control.behave(channelId, { failNext: { count: 1, code: '132000' }, receiptDelayMs: 0 });
  const id = await send();
  const ended = (times: number) =>
    vi.waitFor(
      async () => {
        const found = (await read(user, `recordId=${id}`)).filter(({ actorKind }) => actorKind === 'system');
        expect(found).toHaveLength(times);
      },
      { interval: 100 },
    );
  await waitForRun({ enterpriseId: user.enterpriseId, ctx: contextOf(user) }, id, ['QUEUED', 'SENT', 'DELIVERED']);
  await ended(1);
  expect((await as(user).post(at(broadcasts.retry, id), {})).json().data).toEqual({ retried: 1 });
  await ended(2);
  await as(user).get(at(broadcasts.export, id));

  const history = await read(user, `recordId=${id}`);
  expect(history.map(({ action, actorKind }) => `${action} ${actorKind}`)).toEqual([
    'export user',
    'edit system',
    'retry user',
    'edit system',
    'send user',
  ]);
  const [exported, , retried, done, sent] = history as [AuditDetail, AuditDetail, AuditDetail, AuditDetail, AuditDetail];
  expect(exported).toMatchObject({ actorId: user.userId, recordName: name, link: `/campaigns/broadcast/${id}` });
  expect(changed(retried)).toEqual({ state: ['done', 'sending'] });
  expect(changed(done)).toEqual({ state: ['sending', 'done'] });
  expect(done.counts).toEqual({ audience: 2, skipped: 0, failed: 1 });
  expect(sent.counts).toEqual({ audience: 2 });
  expect(changed(sent)).toEqual({
    name: [null, name],
    channelName: [null, 'WhatsApp'],
    state: [null, 'freezing'],
    numberCount: [null, 2],
    groups: [null, 0],
  });

  const later = await send({ sendAt: new Date(Date.now() + 3_600_000).toISOString() });
  await as(user).post(at(broadcasts.cancel, later), {});
  const [cancelled] = (await read(user, `recordId=${later}`)) as [AuditDetail];
  expect(cancelled).toMatchObject({ action: 'cancel', actorId: user.userId });
  expect(changed(cancelled)).toEqual({ state: ['scheduled', 'cancelling'] });
  expect(await keptText(user)).not.toContain('98765');
  expect(await read(await makeUser(), 'kind=broadcast')).toEqual([]);
});
