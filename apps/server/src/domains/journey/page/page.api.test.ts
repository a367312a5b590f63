import { endpoints, type FormAnswerItem, type FormFigures } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFormScenes, formAt, loanForm, writeForm } from '../../../../test/forms.ts';
import { createStreamScenes, en, end, makeStream, type Nodes, say } from '../../../../test/journeys.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { expireFillings } from '../filling/filling.expire.ts';
import { formsOfPerson } from '../filling/filling.personal.ts';
import { retainedForms } from '../filling/retained.repository.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf, deps } = app;
const { makePublished, openFormPage, visitorOf } = createFormScenes(app);
const { makeAttribute } = createPhoneBook(app);
const { makeScene, publish, phoneOf, becomes, expectWhole } = createStreamScenes(app, vendors);
const { forms } = endpoints;
const noId = '00000000-0000-0000-0000-000000000000';

const answersOf = async (admin: TestUser, formId: string, query = '') =>
  (await as(admin).get(`${formAt(forms.answers.path, formId)}${query}`)).json().data.answers as FormAnswerItem[];
const figuresOf = async (admin: TestUser, formId: string, query = '') =>
  (await as(admin).get(`${formAt(forms.figures.path, formId)}${query}`)).json().data as FormFigures;
const saidIn = ({ values }: FormAnswerItem) => Object.fromEntries(values.map(({ name, text }) => [name, text]));

/** A stream that asks by a form, and says what it was told. */
const asking = (formId: string, more: object = {}): Nodes => ({
  form0001: {
    type: 'input.form',
    config: { form: { ref: 'form', id: formId, name: 'Loan' }, text: en('Please fill this in:'), variable: 'loan', ...more },
    to: { ok: 'thank001', closed: 'close001', ...('timeoutSeconds' in more ? { timeout: 'late0001' } : {}) },
  },
  thank001: say('Thank you, {{ loan.fullName }}: {{ loan.income }}', 'end00001'),
  close001: say('As you like', 'end00002'),
  end00001: end('done'),
  end00002: end('closed'),
  ...('timeoutSeconds' in more ? { late0001: say('Too late', 'end00003'), end00003: end('late') } : {}),
});
const loanVariable = { variables: [{ name: 'loan', type: 'Map' }] };

test('A form on its page: a stream sends the address, the page judges each screen, and the stream goes on with the answers', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const form = await makePublished(admin, 'Loan', loanForm());
  await publish(scene, 'loan', makeStream(asking(form.id, { face: 'page' }), loanVariable));
  const asha = phoneOf(scene, '+919876501001');
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  const [address = ''] = /http\S+\/p\/\w{16}/.exec((await asha.texts())[0] ?? '') ?? [];
  const visitor = visitorOf(address);
  const first = await visitor.open();
  expect([first.statusCode, first.headers['content-security-policy']]).toEqual([200, expect.stringContaining("default-src 'none'")]);
  expect(first.body).toContain('<h1>You</h1>');
  expect(first.body).toContain('Step 1 of about 2');
  const refused = await visitor.send('screen01', { field001: 'Asha <b>', field002: '17' });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('It must be at least 18.')]);
  expect(refused.body).toContain('value="Asha &#60;b&#62;"');
  expect((await visitor.send('screen01', { field001: 'Asha Rao', field002: '30' })).body).toContain('<h1>Work</h1>');
  const low = await visitor.send('screen02', { field003: '20000', field005: '4111 1111' });
  expect(low.body).toContain('guarantor');
  const sent = await visitor.send('screen02', { field003: '20000', field004: 'Ravi', field005: '4111 1111' });
  expect(sent.body).toContain('Thank you. Your answers have arrived.');
  await asha.shows('Please fill this in:', 'Thank you, Asha Rao: 20000');
  await becomes(scene, 'COMPLETED done');
  // The same page sent again changes nothing, and says the same.
  expect((await visitor.send('screen02', { field003: '1', field004: 'Other' })).body).toContain('Thank you. Your answers have arrived.');
  const [answer, ...others] = await answersOf(admin, form.id, '?environment=sandbox');
  expect(others).toEqual([]);
  expect(answer && saidIn(answer)).toEqual({ fullName: 'Asha Rao', age: '30', income: '20000', guarantor: 'Ravi', card: '•••' });
  expect(answer).toMatchObject({ number: 1, faces: ['page'], customerName: 'Asha', streamName: 'loan', environment: 'sandbox' });
  const shown = await as(admin).post(formAt(forms.reveal.path, form.id).replace(':answerId', answer?.id ?? ''), {});
  expect(shown.json().data.values.find(({ name }: { name: string }) => name === 'card').text).toBe('4111 1111');
  await expectWhole(scene);
});

test('A form asked one by one on the channel keeps the same answers; sensitive ones are masked in the chat', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const form = await makePublished(admin, 'Loan', loanForm({ settings: { doneText: { en: 'All noted.' } } }));
  await publish(scene, 'loan', makeStream(asking(form.id), loanVariable));
  const asha = phoneOf(scene, '+919876501002');
  for (const [words, question] of [
    ['loan', 'fullName'],
    ['Asha Rao', 'age'],
    ['twelve', 'It must be at least 18.\nage'],
    ['thirty', 'income'],
    ['20,000', 'guarantor'],
    ['back', 'income'],
    ['30000', 'card'],
    ['4111 1111', 'Answer with a number to change a line'],
  ] as const) {
    await asha.say(words);
    await asha.shownLast(question);
  }
  expect((await asha.texts()).at(-1)).toContain('4 card: •••');
  await asha.say('ok');
  await asha.shownLast('Thank you, Asha Rao: 30000');
  expect((await asha.texts()).at(-2)).toBe('All noted.');
  await becomes(scene, 'COMPLETED done');
  const [answer] = await answersOf(admin, form.id, '?environment=sandbox');
  expect(answer && saidIn(answer)).toEqual({ fullName: 'Asha Rao', age: '30', income: '30000', card: '•••' });
  expect(answer?.faces).toEqual(['questions']);
  const kept = await contextOf(admin).read((tx) =>
    tx.selectFrom('chatActions').selectAll().where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(JSON.stringify(kept)).not.toContain('4111 1111');
  await expectWhole(scene);
});

test('forms 3 and 21.3: a form begun in the chat goes on on its page with the answers so far, comes back to the chat for the rest, and is sent once', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const form = await makePublished(admin, 'Loan', loanForm({ settings: { doneText: { en: 'All noted.' } } }));
  await publish(scene, 'loan', makeStream(asking(form.id), loanVariable));
  const asha = phoneOf(scene, '+919876501042');
  for (const [words, question] of [
    ['loan', 'fullName'],
    ['Asha Rao', 'age'],
    ['link', '/p/'],
  ] as const) {
    await asha.say(words);
    await asha.shownLast(question);
  }
  const [address = ''] = /http\S+\/p\/\w{16}/.exec((await asha.texts()).at(-1) ?? '') ?? [];
  const laptop = visitorOf(address);
  expect((await laptop.open()).body).toContain('value="Asha Rao"');
  await laptop.send('screen01', { field001: 'Asha R. Rao', field002: '30' });
  await laptop.save('field003', '20000');
  // Words that answer a question which was answered on the page meanwhile are no answer to the next one.
  await asha.say('thirty');
  await asha.shownLast('guarantor');
  await asha.say('Ravi');
  await asha.shownLast('card');
  const back = await laptop.open();
  expect([back.body.includes('value="20000"'), back.body.includes('value="Ravi"')]).toEqual([true, true]);
  await Promise.all([laptop.send('screen02', { field003: '21000', field004: 'Ravi', field005: '4111' }), asha.say('4111')]);
  await asha.shownLast('Thank you, Asha R. Rao');
  await becomes(scene, 'COMPLETED done');
  const answers = await answersOf(admin, form.id, '?environment=sandbox');
  expect(answers.length).toBe(1);
  expect(answers[0] && saidIn(answers[0])).toMatchObject({ fullName: 'Asha R. Rao', age: '30', guarantor: 'Ravi', card: '•••' });
  expect(answers[0]?.faces.toSorted()).toEqual(['page', 'questions']);
  await expectWhole(scene);
});

test('An open page begins a filling with its first screen, keeps halves as they are typed, and counts how far people come', async () => {
  const admin = await makeUser();
  const form = await openFormPage(admin, await makePublished(admin, 'Open', loanForm()));
  const looking = visitorOf(form.pageUrl);
  expect((await looking.open()).body).toContain('<h1>You</h1>');
  expect(await figuresOf(admin, form.id)).toMatchObject({ opened: 0 });
  const leaving = visitorOf(form.pageUrl);
  await leaving.send('screen01', { field001: 'Ravi', field002: '40' });
  expect(leaving.path).not.toBe(new URL(form.pageUrl).pathname);
  const saved = await leaving.save('field003', '20000');
  expect(saved.json()).toMatchObject({ isSaved: true, fields: expect.stringContaining('guarantor') });
  expect((await leaving.open()).body).toContain('value="20000"');
  const sending = visitorOf(form.pageUrl);
  await sending.send('screen01', { field001: 'Asha', field002: '30' });
  await sending.send('screen02', { field003: '50000' });
  const answers = await answersOf(admin, form.id);
  expect(answers.map(saidIn)).toEqual([{ fullName: 'Asha', age: '30', income: '50000' }]);
  expect(answers[0]).toMatchObject({ customerId: '', instanceId: '', environment: 'production' });
  clock.ahead = 15 * 86_400_000;
  await expireFillings(deps.db, (enterpriseId) => contextOf({ enterpriseId }), deps.now());
  expect((await leaving.open()).body).toContain('The time for this form is over.');
  clock.ahead = 0;
  expect(await figuresOf(admin, form.id)).toMatchObject({
    ...{ opened: 2, submitted: 1, open: 0, closed: 0, expired: 1, faces: [{ face: 'page', answered: 1 }] },
    screens: [
      { id: 'screen01', title: 'You', seen: 2, leftHere: 0 },
      { id: 'screen02', title: 'Work', seen: 2, leftHere: 1 },
    ],
  });
  const file = await as(admin).get(`${forms.download.path}?formId=${form.id}`);
  expect(file.body.split('\r\n')[0]).toBe(
    '\ufeff"Time (UTC)","Version","Face","Customer","Stream","Seconds","fullName","age","income","guarantor","card"',
  );
  expect(file.body).toContain('"Asha","30","50000",,');
  await as(admin).put(formAt(forms.page.path, form.id), { isOpen: false, version: form.version });
  expect([(await looking.open()).statusCode, (await sending.open()).statusCode]).toEqual([404, 200]);
});

test('A form that keeps no halves carries them sealed in its page; nothing of them is in the database', async () => {
  const admin = await makeUser();
  const form = await openFormPage(admin, await makePublished(admin, 'Secret', loanForm({ settings: { keepDrafts: 'off' } })));
  const visitor = visitorOf(form.pageUrl);
  const second = await visitor.send('screen01', { field001: 'Asha', field002: '30' });
  expect([second.statusCode, second.body]).toEqual([200, expect.stringContaining('<h1>Work</h1>')]);
  const [, path = ''] = /action="([^"]+)"/.exec(second.body) ?? [];
  const [, state = ''] = /name="state" value="([^"]+)"/.exec(second.body) ?? [];
  const going = visitorOf(`http://x${path}`);
  expect((await going.open()).body).toContain('<h1>You</h1>');
  expect((await going.send('screen02', { field003: '50000' }, { state })).body).toContain('Your answers have arrived');
  expect((await answersOf(admin, form.id)).map(saidIn)).toEqual([{ fullName: 'Asha', age: '30', income: '50000' }]);
});

test('Answers and halves of a person go when they are erased, and with their time; counts stay', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const form = await makePublished(admin, 'Loan', loanForm());
  await publish(scene, 'loan', makeStream(asking(form.id, { face: 'page' }), loanVariable));
  const pageOf = async (number: string) => {
    const phone = phoneOf(scene, number);
    await phone.say('loan');
    await phone.shows('Please fill this in:');
    const [address = ''] = /http\S+\/p\/\w{16}/.exec((await phone.texts())[0] ?? '') ?? [];
    return visitorOf(address);
  };
  const sent = await pageOf('+919876501011');
  await sent.send('screen01', { field001: 'Nalini', field002: '30' });
  await sent.send('screen02', { field003: '50000', field005: '4111' });
  const half = await pageOf('+919876501012');
  await half.send('screen01', { field001: 'Nalini', field002: '31' });
  const people = await contextOf(admin).read((tx) =>
    tx.selectFrom('customers').select(['customerId', 'number']).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const person = {
    enterpriseId: admin.enterpriseId,
    customerIds: people.map(({ customerId }) => customerId),
    name: '',
    addresses: [],
    sharedAddresses: [],
    chatIds: [],
  };
  const look = () => contextOf(admin).read((tx) => formsOfPerson.read(tx, person, ''));
  // Records stand in the order of their keys, which is no order of time: the id of a filling is a hash.
  const held = (await look()).records.map((record) => [record.form, record.state]);
  expect(held.toSorted()).toEqual([
    ['Loan', 'open'],
    ['Loan', 'sent'],
  ]);
  const ctx = contextOf(admin);
  await ctx.transaction((tx) => formsOfPerson.erase(ctx, tx, person, { limit: 100, cursor: '' }));
  expect((await look()).records).toEqual([]);
  const [answer] = await answersOf(admin, form.id, '?environment=sandbox');
  expect(answer).toMatchObject({ isErased: true, values: [] });
  expect(await figuresOf(admin, form.id, '?environment=sandbox')).toMatchObject({ opened: 2, submitted: 1, closed: 1 });
  expect((await half.open()).statusCode).toBe(404);
  const kept = await ctx.read(async (tx) => [
    ...(await tx.selectFrom('formAnswers').selectAll().where('enterpriseId', '=', admin.enterpriseId).execute()),
    ...(await tx
      .selectFrom('formFillings')
      .select(['given', 'progress', 'state'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('state', '=', 'CLOSED')
      .execute()),
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/Nalini|4111/);
  expect(kept.at(-1)).toEqual({ given: '', progress: '', state: 'CLOSED' });
  const later = await makePublished(admin, 'Later', loanForm());
  const open = await openFormPage(admin, later);
  const anonymous = visitorOf(open.pageUrl);
  await anonymous.send('screen01', { field001: 'Nalini', field002: '30' });
  await anonymous.send('screen02', { field003: '50000' });
  const old = new Date(deps.now().getTime() + 1000);
  expect(await ctx.read((tx) => retainedForms.count(tx, admin.enterpriseId, old, noId, 10))).toBe(2);
  await ctx.transaction((tx) => retainedForms.erase(ctx, tx, old, { limit: 10, mark: noId }));
  expect(await answersOf(admin, later.id)).toMatchObject([{ isErased: true, values: [] }]);
});

test('One page sent from two devices at once is one answer, one input and one turn of its walk', async () => {
  const scene = await makeScene();
  const form = await makePublished(scene.admin, 'Loan', loanForm());
  await publish(scene, 'loan', makeStream(asking(form.id, { face: 'page' }), loanVariable));
  const asha = phoneOf(scene, '+919876501021');
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  const [address = ''] = /http\S+\/p\/\w{16}/.exec((await asha.texts())[0] ?? '') ?? [];
  const devices = Array.from({ length: 6 }, () => visitorOf(address));
  await Promise.all(devices.map((device, place) => device.send('screen01', { field001: `Asha ${place}`, field002: '30' })));
  const sent = await Promise.all(devices.map((device, place) => device.send('screen02', { field003: String(30_000 + place) })));
  expect(sent.map(({ statusCode, body }) => [statusCode, body.includes('Your answers have arrived')])).toEqual(
    devices.map(() => [200, true]),
  );
  await asha.shows('Please fill this in:', 'Thank you, Asha');
  const answers = await answersOf(scene.admin, form.id, '?environment=sandbox');
  expect(answers.length).toBe(1);
  expect((await asha.texts())[1]).toBe(
    `Thank you, ${saidIn(answers[0] as FormAnswerItem).fullName}: ${saidIn(answers[0] as FormAnswerItem).income}`,
  );
  await becomes(scene, 'COMPLETED done');
  await expectWhole(scene);
});

test('A page that nobody has is not found, and whoever guesses is held up', async () => {
  const client = app.stranger();
  const answers: number[] = [];
  for (let guess = 0; guess < 21; guess += 1) answers.push((await client.get(`/p/${String(guess).padStart(16, '0')}`)).statusCode);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
});

test('Files of a page are looked at, kept, and may be taken away before it is sent', async () => {
  const admin = await makeUser();
  const document = writeForm([{ id: 'screen01', fields: [{ id: 'field001', name: 'photo', kind: 'photo', required: 'true' }] }]);
  const form = await openFormPage(admin, await makePublished(admin, 'Photo', document));
  const boundary = 'b';
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const body = (name: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="screen"\r\n\r\nscreen01\r\n--b\r\ncontent-disposition: form-data; name="f.field001"; filename="${name}"\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const post = (path: string, name: string, bytes: Buffer) =>
    app.stranger().post(path, body(name, bytes), { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
  const page = new URL(form.pageUrl).pathname;
  const refused = await post(page, 'notes.txt', Buffer.from('no picture'));
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Please send a picture.')]);
  const [, path = ''] = /action="([^"]+)"/.exec(refused.body) ?? [];
  const empty = await post(path, 'empty.png', Buffer.alloc(0));
  expect([empty.statusCode, empty.body]).toEqual([422, expect.stringContaining('The file could not be taken.')]);
  expect((await post(path, 'me.png', png)).statusCode).toBe(303);
  expect((await answersOf(admin, form.id)).map(saidIn)).toEqual([{ photo: 'me.png' }]);
});

test('A form in a stream expires with its time, a reminder brings the address once more, and the walk leaves by timeout', async () => {
  const scene = await makeScene();
  const form = await makePublished(scene.admin, 'Loan', loanForm());
  const more = { face: 'page', timeoutSeconds: 7200, remindSeconds: 3600, remindText: en('Still open:') };
  await publish(scene, 'loan', makeStream(asking(form.id, more), loanVariable));
  const asha = phoneOf(scene, '+919876501003');
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  clock.ahead = 3_700_000;
  await asha.shows('Please fill this in:', 'Still open:');
  clock.ahead = 7_300_000;
  await asha.shows('Please fill this in:', 'Still open:', 'Too late');
  const [address = ''] = /http\S+\/p\/\w{16}/.exec((await asha.texts())[0] ?? '') ?? [];
  expect((await visitorOf(address).open()).body).toContain('The time for this form is over.');
  clock.ahead = 0;
  await becomes(scene, 'COMPLETED late');
});

test('Answers go into the attributes that the fields name, but not over a value that changed meanwhile', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const { _id: fieldId } = await makeAttribute(admin, 'city');
  const document = writeForm([
    {
      id: 'screen01',
      fields: [
        {
          id: 'field001',
          name: 'town',
          kind: 'text',
          required: 'true',
          prefill: 'customer.city',
          saveTo: { ref: 'attribute', id: fieldId, name: 'city' },
          saveRule: 'always',
        },
      ],
    },
  ]);
  const form = await makePublished(admin, 'Town', document);
  await publish(scene, 'town', makeStream(asking(form.id, { face: 'page' }), loanVariable));
  const asha = phoneOf(scene, '+919876501004');
  await asha.say('town');
  await asha.shows('Please fill this in:');
  const [address = ''] = /http\S+\/p\/\w{16}/.exec((await asha.texts())[0] ?? '') ?? [];
  await visitorOf(address).send('screen01', { field001: 'Pune' });
  await asha.shownLast('Thank you');
  const townOf = (number: string) =>
    contextOf(admin).read(async (tx) => {
      const { customerId, data } = await tx
        .selectFrom('customers')
        .select(['customerId', 'data'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      return { customerId, data };
    });
  expect(Object.values((await townOf(asha.number)).data)).toContain('Pune');
  const ravi = phoneOf(scene, '+919876501005');
  await ravi.say('town');
  await ravi.shows('Please fill this in:');
  const { customerId } = await townOf(ravi.number);
  const [slot = ''] = Object.keys((await townOf(asha.number)).data);
  // An agent writes while the form is open.
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('customers')
      .set({ data: JSON.stringify({ [slot]: 'Mumbai' }) })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('customerId', '=', customerId)
      .execute(),
  );
  const [other = ''] = /http\S+\/p\/\w{16}/.exec((await ravi.texts())[0] ?? '') ?? [];
  await visitorOf(other).send('screen01', { field001: 'Delhi' });
  await ravi.shownLast('Thank you');
  expect((await townOf(ravi.number)).data[slot]).toBe('Mumbai');
  const [late, first] = await answersOf(admin, form.id, '?environment=sandbox');
  expect([late?.conflicts, first?.conflicts]).toEqual([
    [{ attributeId: fieldId, name: 'city', had: '', now: 'Mumbai', said: 'Delhi' }],
    [],
  ]);
});

test('Answers, their figures and their file are narrowed by version, face, words and days; the file comes by a link of its own', async () => {
  const admin = await makeUser();
  const one = (name: string) => writeForm([{ id: 'screen01', fields: [{ id: 'field001', name, kind: 'text', required: 'true' }] }]);
  const first = await openFormPage(admin, await makePublished(admin, 'Names', one('who')));
  await visitorOf(first.pageUrl).send('screen01', { field001: 'Asha' });
  const saved = await as(admin).post(forms.save.path, { id: first.id, name: 'Names', document: one('name'), version: first.version });
  const second = (await as(admin).post(formAt(forms.publish.path, first.id), { version: saved.json().data.version })).json().data;
  await visitorOf(second.pageUrl).send('screen01', { field001: 'Ravi' });
  const today = deps.now().toISOString().slice(0, 10);
  const access = async () => encodeURIComponent((await as(admin).get(endpoints.files.downloadToken.path)).json().data.id);
  for (const [query, names] of [
    ['', ['Ravi', 'Asha']],
    ['number=1', ['Asha']],
    ['search=rav', ['Ravi']],
    ['face=page', ['Ravi', 'Asha']],
    ['face=questions', []],
    ['environment=sandbox', []],
    [`fromDate=${today}&toDate=${today}`, ['Ravi', 'Asha']],
    ['toDate=2020-01-01', []],
  ] as const) {
    const answers = await answersOf(admin, first.id, `?${query}`);
    expect([query, answers.map(({ values }) => values[0]?.text)]).toEqual([query, names]);
    if (!/face|search/.test(query))
      expect([query, await figuresOf(admin, first.id, `?${query}`)]).toMatchObject([query, { submitted: names.length }]);
    const file = await app.stranger().get(`${forms.download.path}?formId=${first.id}&${query}&x-access-id=${await access()}`);
    expect([query, file.statusCode, file.body.split('\r\n').filter(Boolean).length]).toEqual([query, 200, names.length + 1]);
  }
});
