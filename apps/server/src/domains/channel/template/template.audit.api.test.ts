import { type AuditDetail, endpoints, type Template } from '@parley/contract';
import { createSimulatorControl } from '@parley/vendors/simulator';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { applyTemplateEvents } from './template.status.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeTemplate } = createTemplates(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { details: read, putBack } = createTrail(app);
const { templates, roles } = endpoints;

const at = ({ path }: { path: string }, id: string) => path.replace(':templateId', id);
const save = async (user: TestUser, { id, name, language, category, components, extra, version }: Template, more: object = {}) =>
  (await as(user).put(at(templates.update, id), { name, language, category, components, extra, version, ...more })).json().data as Template;
const briefly = (entries: readonly AuditDetail[]) => entries.map(({ action, actorKind }) => `${action} ${actorKind}`);

test('a template leaves an entry when it is made, changed, submitted, approved by its vendor and deleted', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  await createSimulatorControl(vendors.address).behave(channelId, { approve: 'manual' });
  const draft = await makeTemplate(admin, channelId);
  await save(admin, draft, { category: 'MARKETING' });
  expect((await as(admin).post(at(templates.submit, draft.id))).json().data.status).toBe('PENDING');
  const { name, language } = draft;
  const told = { type: 'template.status', name, language, vendorTemplateId: '', status: 'APPROVED', reason: '' } as const;
  const tell = () => contextOf(admin).transaction((tx) => applyTemplateEvents(contextOf(admin), tx, channelId, [told]));
  await tell();
  await tell();
  const history = await read(admin, `recordId=${draft.id}`);
  expect(briefly(history)).toEqual(['edit system', 'edit user', 'submit user', 'edit user', 'create user']);
  const [approved, , submitted, edited, made] = history.map(changed);
  expect(approved).toEqual({ status: ['PENDING', 'APPROVED'] });
  expect(submitted).toEqual({ status: ['DRAFT', 'PENDING'] });
  expect(edited).toEqual({ category: [draft.category, 'MARKETING'] });
  expect(made).toMatchObject({ name: [null, name], channelName: [null, 'WhatsApp'], status: [null, 'DRAFT'] });

  const saveVersion = async (text: string) => {
    const approved = (await as(admin).get(`${templates.get.path}?templateId=${draft.id}`)).json().data;
    return save(admin, approved, { components: [{ type: 'BODY', text, samples: {} }] });
  };
  const first = await saveVersion('Hello again.');
  await as(admin).post(at(templates.submit, first.id));
  await tell();
  const ofFirst = await read(admin, `recordId=${first.id}`);
  expect([briefly(ofFirst).at(0), briefly(ofFirst).at(-1)]).toEqual(['delete system', 'create user']);
  expect(changed(ofFirst.at(-1) as AuditDetail)).toMatchObject({ replacesId: [null, draft.id] });
  const [replaced] = (await read(admin, `recordId=${draft.id}`)) as [AuditDetail];
  expect([replaced.actorKind, changed(replaced).components?.[1]]).toEqual(['system', first.components]);

  const second = await saveVersion('Good-bye.');
  await as(admin).delete(at(templates.remove, draft.id));
  for (const id of [draft.id, second.id]) expect(briefly(await read(admin, `recordId=${id}`)).at(0)).toBe('delete user');
});

test('a former category of a draft is put back by a save with its right, and a sync is one entry with its counts', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  const draft = await makeTemplate(admin, channelId);
  await save(admin, draft, { category: 'MARKETING' });
  const [edit] = (await read(admin, `recordId=${draft.id}`)) as [AuditDetail];
  const role = { name: 'Reader', description: '', permissions: ['AUDITTRAIL.VIEW'], dataScope: 'enterprise', maskedFields: [] };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  expect(await putBack(await makeUser({ enterprise: admin, roles: [code] }), edit, ['category'])).toMatchObject({ code: '1403' });
  expect(await putBack(admin, edit, ['category'])).toMatchObject({ status: true });
  const [back] = (await read(admin, `recordId=${draft.id}`)) as [AuditDetail];
  expect(changed(back)).toEqual({ category: ['MARKETING', draft.category] });

  await as(admin).post(templates.sync.path, { channelId });
  const [synced] = (await read(admin, 'kind=template&action=import')) as [AuditDetail];
  expect(synced).toMatchObject({ recordId: '', recordName: 'WhatsApp', counts: { added: 0, changed: 0 } });
  expect(await read(await makeUser(), 'kind=template')).toEqual([]);
});
