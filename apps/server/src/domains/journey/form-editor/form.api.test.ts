import { endpoints, type FormItem } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFormScenes, formAt, loanForm, writeForm } from '../../../../test/forms.ts';

const app = await sharedApp();
const { as, makeUser, makeEnterprise } = app;
const { makeForm, publishForm, readForm, makePublished } = createFormScenes(app);
const { forms, bin, roles } = endpoints;

async function makeReader(admin: TestUser, ...permissions: string[]) {
  const { code } = (await as(admin).put(roles.saveRole.path, { name: permissions.join(), permissions })).json().data;
  return makeUser({ enterprise: admin, roles: [code] });
}

test('A form is saved by POST /e/enterprise/forms, listed by GET and changed by the same POST with its id (CAMP-046, CAMP-047)', async () => {
  const admin = await makeUser();
  const made = await makeForm(admin, 'Loan');
  expect(made).toMatchObject({ name: 'Loan', state: 0, published: 0, hasChanges: true, screens: 1, fields: 0, version: 1, usedIn: [] });
  const saved = await as(admin).post('/e/enterprise/forms', { id: made.id, name: 'Loan 2', document: loanForm(), version: 1 });
  expect(saved.json().data).toMatchObject({ id: made.id, name: 'Loan 2', screens: 2, fields: 5, version: 2 });
  const copy = await as(admin).post('/e/enterprise/forms', { name: 'Loan 2', copyOf: made.id });
  expect(copy.json().data).toMatchObject({ name: 'Loan 2 (2)', fields: 5 });
  const list = async (query: string) =>
    ((await as(admin).get(`/e/enterprise/forms${query}`)).json().data.forms as FormItem[]).map(({ name }) => name);
  expect(await list('')).toEqual(['Loan 2 (2)', 'Loan 2']);
  expect(await list('?name=%282')).toEqual(['Loan 2 (2)']);
  await publishForm(admin, saved.json().data);
  expect(await list('?state=2')).toEqual(['Loan 2']);
  expect(await list('?state=0')).toEqual(['Loan 2 (2)']);
  expect(await list('?perPage=1&from=1')).toEqual(['Loan 2 (2)']);
});

test('A form is moved to the bin by DELETE /e/enterprise/forms/{id} and comes back with its versions (CAMP-048)', async () => {
  const admin = await makeUser();
  const { id } = await makePublished(admin, 'Survey', loanForm());
  expect((await as(admin).delete(`/e/enterprise/forms/${id}`)).json().message).toBe('The form is in the bin.');
  expect((await as(admin).get(formAt(forms.get.path, id))).json().code).toBe('form.not_found');
  const { entries } = (await as(admin).get(bin.list.path)).json().data as { entries: { id: string; name: string; kind: string }[] };
  expect(entries.map(({ name, kind }) => [name, kind])).toEqual([['Survey', 'form']]);
  await as(admin).post(bin.restore.path.replace(':entryId', entries[0]?.id ?? ''), {});
  expect(await readForm(admin, id)).toMatchObject({ name: 'Survey', published: 1, fields: 5 });
});

test('A draft that somebody else has changed, a name that is taken and a document that cannot be read are refused with their words', async () => {
  const admin = await makeUser();
  const { id } = await makeForm(admin, 'Order', loanForm());
  await makeForm(admin, 'Other');
  const late = await as(admin).post(forms.save.path, { id, name: 'Order', document: loanForm(), version: 0 });
  expect([late.statusCode, late.json().code]).toEqual([409, 'record.changed']);
  const taken = await as(admin).post(forms.save.path, { id, name: 'other', version: 1 });
  expect([taken.statusCode, taken.json()]).toEqual([409, expect.objectContaining({ message: 'A form with this name exists already.' })]);
  const wrong = await as(admin).post(forms.save.path, {
    id,
    name: 'Order',
    document: { ...loanForm(), screens: [{ id: 'x' }] },
    version: 1,
  });
  expect([wrong.statusCode, wrong.json().code, wrong.json().data.path]).toEqual([422, 'form.invalid', 'screens.0.id']);
  expect(await readForm(admin, id)).toMatchObject({ version: 1, fields: 5 });
});

test('A draft with errors is not published; one without is a version that later changes leave as it is', async () => {
  const admin = await makeUser();
  const broken = writeForm([{ id: 'screen01', fields: [{ id: 'field001', name: 'age', kind: 'number', least: 'nobody' }] }]);
  const made = await makeForm(admin, 'Ages', broken);
  const { findings } = (await as(admin).get(formAt(forms.check.path, made.id))).json().data;
  expect(findings).toMatchObject([{ code: 'EXPRESSION', level: 'error', field: 'field001', part: 'least' }]);
  const refused = await as(admin).post(formAt(forms.publish.path, made.id), { version: 1 });
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'The check finds 1 error.']);
  const mended = (await as(admin).post(forms.save.path, { id: made.id, name: 'Ages', document: loanForm(), version: 1 })).json().data;
  expect(await publishForm(admin, mended)).toMatchObject({ state: 2, published: 1, hasChanges: false, version: 3 });
  expect((await as(admin).post(formAt(forms.publish.path, made.id), { version: 3 })).json().code).toBe('form.unchanged');
  await as(admin).post(forms.save.path, { id: made.id, name: 'Ages', document: broken, version: 3 });
  expect(await readForm(admin, made.id)).toMatchObject({ hasChanges: true, fields: 1 });
  const { document } = (await as(admin).get(formAt(forms.version.path, made.id).replace(':number', '1'))).json().data;
  expect(document.screens.length).toBe(2);
  const { versions } = (await as(admin).get(formAt(forms.versions.path, made.id))).json().data;
  expect(versions).toMatchObject([{ number: 1, publishedBy: expect.any(String), answered: 0 }]);
});

test('The page of a form opens once it is published, and has a new address each time', async () => {
  const admin = await makeUser();
  const made = await makeForm(admin, 'Open', loanForm());
  const open = (version: number, isOpen = true) => as(admin).put(formAt(forms.page.path, made.id), { isOpen, version });
  expect((await open(1)).json().code).toBe('form.not_published');
  const { version } = await publishForm(admin, made);
  const first = (await open(version)).json().data as FormItem;
  expect(first.pageUrl).toMatch(/\/p\/[0-9A-Za-z]{16}$/);
  const closed = (await open(first.version, false)).json().data as FormItem;
  expect(closed.pageUrl).toBe('');
  const second = (await open(closed.version)).json().data as FormItem;
  expect(second.pageUrl).not.toBe(first.pageUrl);
});

test('A form of another enterprise is not found, and whoever may only look changes nothing', async () => {
  const admin = await makeUser();
  const { id } = await makeForm(admin, 'Ours', loanForm());
  const other = await makeUser({ enterprise: await makeEnterprise() });
  expect((await as(other).get(formAt(forms.get.path, id))).json().code).toBe('form.not_found');
  expect((await as(other).delete(formAt(forms.remove.path, id))).json().code).toBe('form.not_found');
  expect((await as(other).post(forms.save.path, { name: 'Copy', copyOf: id })).json().code).toBe('form.not_found');
  const viewer = await makeReader(admin, 'JOURNEYS.VIEW');
  expect((await as(viewer).get(formAt(forms.get.path, id))).statusCode).toBe(200);
  expect((await as(viewer).post(forms.save.path, { id, name: 'Mine', version: 1 })).statusCode).toBe(403);
  const maker = await makeReader(admin, 'JOURNEYS.CREATE');
  expect((await as(maker).post(forms.save.path, { id, name: 'Mine', version: 1 })).statusCode).toBe(403);
  expect((await as(maker).post(forms.save.path, { name: 'Mine' })).statusCode).toBe(200);
});
