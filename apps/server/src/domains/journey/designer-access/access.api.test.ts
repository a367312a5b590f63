import { designerAccessHeader, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFormScenes, formAt, loanForm } from '../../../../test/forms.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';

const app = await sharedApp();
const { as, makeUser, makeEnterprise } = app;
const { makeForm, makePublished } = createFormScenes(app);
const { makeAttribute } = createPhoneBook(app);
const { designer, forms, journeys, roles } = endpoints;

const accessAt = (id: string, kind = 'form') => `${designer.access.path}?kind=${kind}&id=${id}`;
const frameOf = (accessId: string) => ({ headers: { [designerAccessHeader]: accessId, 'authentication-token': '' } });
const openFrame = async (user: TestUser, id: string, kind?: string) =>
  frameOf((await as(user).get(accessAt(id, kind))).json().data.accessId);

async function makeReader(admin: TestUser, ...permissions: string[]) {
  const { code } = (await as(admin).put(roles.saveRole.path, { name: permissions.join(), permissions })).json().data;
  return makeUser({ enterprise: admin, roles: [code] });
}

test('DESIGN-003 DESIGN-011 the frame of a form reads, checks, saves and publishes that form, and renews its access', async () => {
  const admin = await makeUser();
  const { id } = await makeForm(admin, 'Loan');
  const frame = await openFrame(admin, id);
  const asFrame = app.stranger();
  expect((await asFrame.get(formAt(forms.get.path, id), frame)).json().data).toMatchObject({ name: 'Loan', version: 1, readOnly: false });
  const saved = await asFrame.post(forms.save.path, { id, name: 'Loan', document: loanForm(), version: 1 }, frame);
  expect(saved.json().data).toMatchObject({ version: 2, fields: 5 });
  expect((await asFrame.get(formAt(forms.check.path, id), frame)).json().data).toEqual({ findings: [] });
  expect((await asFrame.post(formAt(forms.publish.path, id), { note: 'First', version: 2 }, frame)).json().data).toMatchObject({
    published: 1,
    state: 2,
  });
  expect((await asFrame.get(formAt(forms.versions.path, id), frame)).json().data.versions).toMatchObject([{ number: 1, note: 'First' }]);
  const version = await asFrame.get(formAt(forms.version.path, id).replace(':number', '1'), frame);
  expect(version.json().data.document.screens.length).toBe(2);
  expect((await asFrame.post(designer.renew.path, {}, frame)).json().data).toEqual({ seconds: 900 });
});

test('DESIGN-004 a flow screen is designed in the frame of its form', async () => {
  const admin = await makeUser();
  const { id } = await makeForm(admin, 'Loan', loanForm());
  const opened = await as(admin).get(`${accessAt(id, 'flow')}&screenId=screen02`);
  const frame = frameOf(opened.json().data.accessId);
  expect((await app.stranger().get(formAt(forms.get.path, id), frame)).json().data).toMatchObject({ name: 'Loan' });
});

test("the frame of a form comes to no other form's calls, to no list, and to no stream", async () => {
  const admin = await makeUser();
  const { id } = await makeForm(admin, 'Loan');
  const other = await makeForm(admin, 'Other');
  const stream = (await as(admin).post(journeys.create.path, { name: 'Stream' })).json().data;
  const frame = await openFrame(admin, id);
  const asFrame = app.stranger();
  for (const path of [
    formAt(forms.get.path, other.id),
    forms.list.path,
    formAt(forms.answers.path, id),
    journeys.draft.path.replace(':journeyId', stream.id),
  ])
    expect([path, (await asFrame.get(path, frame)).statusCode]).toEqual([path, 401]);
  const save = async (body: object, given = frame) => {
    const { statusCode, ...answer } = await asFrame.post(forms.save.path, { name: 'Taken', ...body }, given);
    return [statusCode, answer.json().code];
  };
  expect(await save({ id: other.id, version: 1 })).toEqual([404, 'form.not_found']);
  expect(await save({})).toEqual([404, 'form.not_found']);
  expect(await save({ copyOf: other.id })).toEqual([404, 'form.not_found']);
  const ofStream = await openFrame(admin, stream.id, 'journey');
  expect(await save({ id, version: 1 }, ofStream)).toEqual([404, 'form.not_found']);
  expect((await asFrame.get(formAt(forms.get.path, id), ofStream)).statusCode).toBe(401);
  // Changes typed beside somebody else's are kept as a copy of the same form.
  const copy = await asFrame.post(forms.save.path, { copyOf: id, name: 'Loan', document: loanForm() }, frame);
  expect(copy.json().data).toMatchObject({ name: 'Loan (2)', fields: 5 });
});

test('an access is opened for a form of the own enterprise, by whoever may read forms', async () => {
  const admin = await makeUser();
  const foreign = await makeUser({ enterprise: await makeEnterprise() });
  const { id } = await makePublished(admin, 'Loan', loanForm());
  const stream = (await as(admin).post(journeys.create.path, { name: 'Stream' })).json().data;
  const refused = await as(foreign).get(accessAt(id));
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'form.not_found']);
  expect((await as(admin).get(accessAt(stream.id))).json().code).toBe('form.not_found');
  expect((await as(admin).get(accessAt(id, 'journey'))).json().code).toBe('journey.not_found');
  const ofReports = await makeReader(admin, 'JOURNEYS.VIEW_REPORTS');
  expect((await as(ofReports).get(accessAt(id))).json().code).toBe('1403');
  const looks = await makeReader(admin, 'JOURNEYS.VIEW');
  const frame = await openFrame(looks, id);
  expect((await app.stranger().get(formAt(forms.get.path, id), frame)).json().data.readOnly).toBe(true);
  const saved = await app.stranger().post(forms.save.path, { id, name: 'Mine', version: 2 }, frame);
  expect([saved.statusCode, saved.json().code]).toEqual([403, '1403']);
});

test('attributes and pictures that a form may name are found by the beginning of their name', async () => {
  const admin = await makeUser();
  const foreign = await makeUser({ enterprise: await makeEnterprise() });
  const { id } = await makeForm(admin, 'Loan');
  await makeAttribute(admin, 'Income');
  await makeAttribute(admin, 'City');
  const refs = async (query: string) =>
    ((await as(admin).get(`${formAt(forms.refs.path, id)}?${query}`)).json().data.refs as { name: string }[]).map(({ name }) => name);
  expect(await refs('kind=attribute&search=inc')).toEqual(['Income']);
  expect(await refs('kind=media')).toEqual([]);
  expect((await as(foreign).get(`${formAt(forms.refs.path, id)}?kind=attribute`)).statusCode).toBe(404);
});
