import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { upload } from '../../../../test/upload.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { scene, planOf, makeCampaign, makeActivity, submitted, started, until, get } = createCampaigns(app, vendors);
const { makeTemplate } = createVendorScenes(app, vendors);
const { audiences, activities, campaigns } = endpoints;

test('screens 3.2 a file of numbers is the audience: each row gets its own columns, and its bad rows are rows of the ledger', async () => {
  const made = await scene();
  const template = await makeTemplate(made.admin, made.channelId, [body('Hi {{1}} of {{2}}', { '1': 'Asha', '2': 'Pune' })], {
    category: 'UTILITY',
  });
  const csv = `Mobile,Town,name\n${numberAt(501)},Pune,Asha\n${numberAt(502)},Goa,Ben\nnobody,Agra,Cleo\n${numberAt(501)},Delhi,Again\n`;
  const file = (await as(made.maker).post(`${audiences.addFile.path}?channelType=4&country=IN`, ...upload('list.csv', csv))).json().data;
  await vi.waitFor(
    async () => expect((await as(made.maker).get(audiences.getFile.path.replace(':fileId', file.id))).json().data.state).toBe('READY'),
    10_000,
  );
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const plan = {
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    columnMapping: [{ type: 'messageTags' as const, card: null, variables: [column('body.1', 'name'), column('body.2', 'Town')] }],
    audience: { ...planOf(made).audience, groupIds: [], fileId: file.id },
  };
  const waiting = await submitted(made, plan);
  expect(waiting).toMatchObject({
    names: { [file.id]: 'list.csv' },
    breakdown: { total: 4, invalid: 1, duplicates: 1, reachable: 2 },
  });
  const why = async (number: string) =>
    (await as(made.checker).get(`${activities.why.path.replace(':activityId', waiting.id)}?number=${encodeURIComponent(number)}`)).json()
      .data;
  expect(await why(numberAt(502))).toMatchObject({ isInAudience: true, reason: '', missing: [], willGet: true });
  expect(await why(numberAt(503))).toMatchObject({ isInAudience: false });
  const { id } = await started(made, plan);
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect((await get(made.checker, id)).counts).toMatchObject({ audience: 4, skipped: 2, failed: 0 });
  const said = async (index: number) => (await vendors.control.phone(made.channelId, numberAt(index))).messages.map(({ text }) => text);
  expect([await said(501), await said(502)]).toEqual([['Hi Asha of Pune'], ['Hi Ben of Goa']]);

  // The file of another enterprise is none.
  const stranger = await makeUser();
  const theirs = await scene();
  const foreign = await makeActivity(theirs.maker, (await makeCampaign(theirs.maker, planOf(theirs))).id);
  const saved = await as(theirs.maker).put(activities.update.path.replace(':activityId', foreign.id), {
    version: foreign.version,
    name: 'Foreign',
    plan: { ...foreign.plan, audience: plan.audience },
  });
  expect(saved.json()).toMatchObject({ status: false, data: { errors: [{ field: 'audience.fileId', code: 'campaign.unknown' }] } });
  expect((await as(stranger).get(campaigns.list.path)).json().data.campaigns).toEqual([]);
});
