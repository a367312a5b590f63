import { builtInDefinitions, endpoints, fieldError, type InputFieldDefinition } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';

const { as, stranger, makeUser } = await startApp();
const { attributes, phoneBook } = endpoints;

const field = {
  fieldName: 'city',
  fieldLabel: 'City',
  fieldHelptext: 'Where the customer lives',
  mandatory: false,
  fieldType: 'text',
  inputType: 'alphabets',
  validations: [
    { id: 'minValue', value: 2 },
    { id: 'maxValue', value: 40 },
    { id: 'allowSpecialChars', value: true },
    { id: 'allowedChars', value: [' . ', '', '-,'] },
  ],
};
const save = async (user: TestUser, changes: object = {}) => as(user).post(attributes.save.path, { ...field, ...changes });
const make = async (user: TestUser, changes: object = {}): Promise<InputFieldDefinition> =>
  (await save(user, changes)).json().data.inputFieldDefinition;
const list = async (user: TestUser): Promise<InputFieldDefinition[]> =>
  (await as(user).get(attributes.list.path)).json().data.inputFieldDefinitions;
const names = async (user: TestUser) => (await list(user)).map(({ fieldName }) => fieldName);
const errorsOf = async (user: TestUser, changes: object) => (await save(user, changes)).json().data.errors;
const at = (path: string, attributeId: string) => path.replace(':attributeId', attributeId);

test('ATTR-007 ATTR-037 ATTR-038 ATTR-062 phone number and name come first and cannot be changed', async () => {
  const user = await makeUser();
  expect(await list(user)).toEqual(builtInDefinitions);
  const definition = (fieldName: string, ...[minValue, maxValue, allowedChars]: [number, number, string[]]) => ({
    fieldName,
    fieldType: 'text',
    inputType: 'alphanumeric',
    mandatory: true,
    search: true,
    isBuiltIn: true,
    validations: [
      { id: 'minValue', value: minValue },
      { id: 'maxValue', value: maxValue },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: allowedChars },
    ],
  });
  expect(builtInDefinitions).toMatchObject([definition('phoneNumber', 10, 100_000, ['+']), definition('name', 2, 30, [])]);
  expect((await as(user).delete(at(attributes.remove.path, 'phoneNumber'))).statusCode).toBe(400);
});

test('ATTR-023 ATTR-034 ATTR-035 ATTR-049 ATTR-057 ATTR-061 an attribute is added, trimmed, and read by its id', async () => {
  const user = await makeUser();
  const answer = (await save(user, { fieldName: ' city ', fieldLabel: ' City ', commaIncluded: true })).json();
  expect(answer).toMatchObject({ status: true, message: 'The attribute is added.' });
  const { inputFieldDefinition } = answer.data;
  expect(inputFieldDefinition).toMatchObject({
    fieldName: 'city',
    fieldLabel: 'City',
    index: 0,
    commaIncluded: true,
    category: 'general',
    search: false,
    isBuiltIn: false,
    version: 1,
  });
  // The comma is kept apart from the characters that are listed.
  expect(inputFieldDefinition.validations).toEqual([
    { id: 'minValue', value: 2 },
    { id: 'maxValue', value: 40 },
    { id: 'allowSpecialChars', value: true },
    { id: 'allowedChars', value: ['.', '-'] },
  ]);
  const read = (await as(user).get(at(attributes.get.path, inputFieldDefinition._id))).json();
  expect(read.data).toEqual({ inputFieldDefinition });
});

test('ATTR-042 ATTR-043 ATTR-047 ATTR-056 ATTR-060 ATTR-067 every fault is told at once', async () => {
  const user = await makeUser();
  const answer = (await save(user, { fieldName: ' ', fieldLabel: '', fieldHelptext: ' ', inputType: '' })).json();
  expect(answer).toMatchObject({ status: false, code: 'attribute.invalid', message: 'Save Failed. Please check for errors in fields' });
  expect(answer.data.errors).toEqual(
    ['fieldName', 'fieldLabel', 'fieldHelptext', 'inputType'].map((name) => fieldError(name, 'field.required')),
  );
  const limits = [
    { id: 'minValue', value: 9 },
    { id: 'maxValue', value: 8 },
  ];
  expect(await errorsOf(user, { fieldName: 'a b', validations: limits })).toEqual([
    fieldError('fieldName', 'attribute.name_format'),
    fieldError('minValue', 'attribute.minimum'),
  ]);
  expect(await names(user)).toEqual(['phoneNumber', 'name']);
});

test('ATTR-026 ATTR-046 a limit below 0 is refused with its place, and so is a type that no field has', async () => {
  const user = await makeUser();
  for (const id of ['minValue', 'maxValue']) {
    const answer = await save(user, { validations: [{ id, value: -1 }] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().data.issues).toEqual([
      { field: 'validations.0.value', code: 'number.negative', values: {}, reason: 'Enter a number of at least 0.' },
    ]);
    expect((await save(user, { fieldName: id, validations: [{ id, value: 0 }] })).statusCode).toBe(200);
  }
  expect((await save(user, { fieldName: 'other', fieldType: 'checkbox' })).statusCode).toBe(400);
});

test('ATTR-044 ATTR-045 ATTR-053 ATTR-054 ATTR-058 a dropdown has values instead of an input type, and may have none', async () => {
  const user = await makeUser();
  const made = await make(user, { fieldType: 'selectbox-singlevalue', defaultValue: 'Gold, , Silver,Gold' });
  expect(made).toMatchObject({ inputType: '', validations: [], defaultValue: 'Gold,Silver' });
  expect((await save(user, { fieldName: 'plan', fieldType: 'selectbox-multiplevalue' })).statusCode).toBe(200);
  expect(await errorsOf(user, { fieldName: 'tier', fieldType: 'selectbox-singlevalue', defaultValue: '  ' })).toEqual([
    fieldError('defaultValue', 'field.required'),
  ]);
});

test('ATTR-050 a textarea takes letters and digits alone', async () => {
  const user = await makeUser();
  expect(await errorsOf(user, { fieldType: 'textarea', inputType: 'number' })).toEqual([fieldError('inputType', 'attribute.input_type')]);
  expect((await save(user, { fieldType: 'textarea', inputType: 'alphanumeric' })).statusCode).toBe(200);
});

test('a field name is taken once, in any case, and never that of a field which every customer has', async () => {
  const user = await makeUser();
  const first = await make(user);
  const taken = [fieldError('fieldName', 'attribute.name_taken')];
  expect(await errorsOf(user, { fieldName: 'CITY' })).toEqual(taken);
  expect(await errorsOf(user, { fieldName: 'emailid' })).toEqual(taken);
  expect((await save(user, { _id: first._id, fieldName: 'City' })).statusCode).toBe(200);
  expect(await make(await makeUser(), {})).toMatchObject({ fieldName: 'city' });
});

test('ATTR-059 an edit keeps the position, and one of an older version is refused with who was quicker', async () => {
  const user = await makeUser({ name: 'Asha Rao' });
  await make(user);
  const second = await make(user, { fieldName: 'plan' });
  const edit = { _id: second._id, index: second.index, version: 1, fieldName: 'plan', fieldLabel: 'Plan' };
  const changed = (await save(user, edit)).json();
  expect(changed).toMatchObject({
    message: 'The attribute is updated.',
    data: { inputFieldDefinition: { index: 1, version: 2, fieldLabel: 'Plan' } },
  });
  const late = await save(user, { ...edit, fieldLabel: 'Tariff' });
  expect(late.json()).toMatchObject({ code: 'record.changed', data: { changedBy: 'Asha Rao' } });
  expect((await list(user)).at(-1)?.fieldLabel).toBe('Plan');
});

test('ATTR-008 ATTR-063 ATTR-066 own rows are moved by their places, from 0', async () => {
  const user = await makeUser();
  for (const fieldName of ['a', 'b', 'c']) await make(user, { fieldName });
  const move = (from: number, to: number) => as(user).put(attributes.move.path, { from, to });
  expect((await move(0, 2)).json()).toMatchObject({ status: true, message: 'The attribute is moved.' });
  expect(await names(user)).toEqual(['phoneNumber', 'name', 'b', 'c', 'a']);
  await move(2, 0);
  expect(await names(user)).toEqual(['phoneNumber', 'name', 'a', 'b', 'c']);
  expect((await move(3, 0)).json().code).toBe('attribute.not_found');
  expect((await move(0, 3)).json().code).toBe('attribute.not_found');
});

test('ATTR-064 ATTR-071 a deleted attribute takes its values out of sight, and a new one of the name starts empty', async () => {
  const user = await makeUser();
  const city = await make(user);
  const customer = { name: 'Ada', phoneNumber: '+919820012345', data: [{ id: city._id, value: 'Pune' }] };
  const { id } = (await as(user).post(phoneBook.save.path, customer)).json().data.customer;
  const remove = () => as(user).delete(at(attributes.remove.path, city._id));
  expect((await remove()).json()).toMatchObject({ status: true, message: 'The attribute is deleted.' });
  expect((await remove()).json().code).toBe('attribute.not_found');
  await make(user);
  const read = (await as(user).get(phoneBook.get.path.replace(':customerId', id))).json().data.customer;
  expect(read.data).toEqual([]);
});

test('ATTR-070 an attribute that a saved filter compares is not deleted, and the answer names the filter', async () => {
  const user = await makeUser();
  const city = await make(user);
  const conditions = [{ field: city._id, operator: 'is', value: 'Pune' }];
  await as(user).post(phoneBook.saveFilter.path, { name: 'From Pune', conditions });
  const answer = await as(user).delete(at(attributes.remove.path, city._id));
  expect(answer.json()).toMatchObject({
    code: 'attribute.in_use',
    message: 'City is in use: saved filter From Pune.',
    data: { uses: ['saved filter From Pune'] },
  });
});

test('values that a change of type or limits would break are counted before it is saved', async () => {
  const user = await makeUser();
  const city = await make(user);
  for (const [index, value] of ['Pune', 'Goa', '', 'Navi Mumbai'].entries())
    await as(user).post(phoneBook.save.path, {
      name: `Customer ${index}`,
      phoneNumber: `+91982001234${index}`,
      data: [{ id: city._id, value }],
    });
  const check = async (changes: object) =>
    (await as(user).post(attributes.check.path, { ...field, _id: city._id, ...changes })).json().data;
  expect(await check({})).toEqual({ brokenCount: 0, checkedCount: 4, isComplete: true, samples: [] });
  const short = await check({ validations: [{ id: 'maxValue', value: 4 }] });
  expect(short).toMatchObject({
    brokenCount: 1,
    samples: [{ name: 'Customer 3', value: 'Navi Mumbai', message: 'Maximum length must be 4 characters.' }],
  });
  expect(await check({ inputType: 'number', mandatory: true, validations: [] })).toMatchObject({ brokenCount: 4 });
  expect((await list(user)).at(-1)).toEqual(city);
});

test('attributes of another enterprise are not found, and strangers and other roles are refused', async () => {
  const user = await makeUser();
  const city = await make(user);
  const foreigner = await makeUser();
  expect(await names(foreigner)).toEqual(['phoneNumber', 'name']);
  for (const id of [city._id, newId()]) {
    expect((await as(foreigner).get(at(attributes.get.path, id))).json()).toMatchObject({
      code: 'attribute.not_found',
      message: 'No such attribute.',
    });
    expect((await save(foreigner, { _id: id })).json().code).toBe('attribute.not_found');
  }
  expect((await stranger().get(attributes.list.path)).statusCode).toBe(401);
});

test('ATTR-024 ATTR-025 ATTR-032 ATTR-036 ATTR-065 a definition carries everything that a form of customers shows, whether it came as JSON or as a form', async () => {
  const user = await makeUser();
  const form = {
    ...field,
    validations: field.validations.slice(0, 2),
    mandatory: 'true',
    search: 'true',
    commaIncluded: 'false',
    category: 'address',
  };
  const made = await make(user, form);
  expect(made).toMatchObject({
    fieldLabel: field.fieldLabel,
    validations: field.validations.slice(0, 2),
    fieldHelptext: field.fieldHelptext,
    fieldHelpText: field.fieldHelptext,
    mandatory: true,
    search: true,
    category: 'address',
  });
  const flat = new URLSearchParams({
    fieldName: 'plan',
    fieldLabel: 'Plan',
    fieldHelptext: 'The plan',
    mandatory: 'false',
    fieldType: 'boolean',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = (await as(user).post(attributes.save.path, flat.toString(), { headers })).json();
  expect(answer.data.inputFieldDefinition).toMatchObject({ fieldName: 'plan', mandatory: false, fieldType: 'boolean' });
  const builtIns = (await list(user)).slice(0, 2);
  expect(builtIns).toMatchObject([{ search: true }, { search: true }]);
  for (const { fieldHelpText, fieldHelptext } of builtIns) expect(fieldHelpText).toBe(fieldHelptext);
  const base = '/chatbird/api/customer_master/inputfield';
  const { list: all, save: saves, get, remove, move } = attributes;
  expect([all, saves, get, remove, move].map(({ path }) => path)).toEqual([
    ...[base, base],
    ...[`${base}/:attributeId`, `${base}/:attributeId`],
    `${base}/move`,
  ]);
});

test('ATTR-031 social details are kept out of the phone book’s columns and the customer, and answered to whoever asks for definitions', async () => {
  const user = await makeUser();
  const handle = await make(user, { fieldName: 'handle', category: 'social_details' });
  expect(await names(user)).toEqual(['phoneNumber', 'name', 'handle']);
  const data = [{ id: handle._id, value: 'asha' }];
  const { customer } = (await as(user).post(phoneBook.save.path, { name: 'Asha', phoneNumber: '+919820012345', data })).json().data;
  expect(customer.data).toEqual([]);
  expect((await as(user).get(phoneBook.list.path)).json().data.customers.headers).toEqual(['Name', 'Phone Number']);
});
