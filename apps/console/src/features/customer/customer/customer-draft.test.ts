import type { Customer, InputFieldDefinition } from '@parley/contract';
import { expect, test } from 'vitest';
import { formatPhone, listCountries, readNumber } from '../shared/phone-number.ts';
import { checkDraft, pathOf, toDraft, toValues } from './customer-draft.ts';
import { findDifferences, mergeValues } from './merge-values.ts';

const define = (_id: string, fields: Partial<InputFieldDefinition> = {}): InputFieldDefinition => ({
  _id,
  fieldName: _id,
  fieldLabel: _id.toUpperCase(),
  fieldHelptext: '',
  fieldHelpText: '',
  mandatory: false,
  fieldType: 'text',
  inputType: 'alphanumeric',
  defaultValue: '',
  index: 0,
  category: 'general',
  search: false,
  commaIncluded: false,
  validations: [],
  isBuiltIn: false,
  version: 1,
  ...fields,
});
const definitions = [
  define('city', {
    mandatory: true,
    validations: [
      { id: 'minValue', value: 3 },
      { id: 'maxValue', value: 5 },
    ],
  }),
  define('plan', { fieldType: 'selectbox-multiplevalue', inputType: '', defaultValue: 'Gold, Silver' }),
  define('page', { category: 'social_details', mandatory: true }),
];
const asha: Customer = {
  id: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001',
  version: 3,
  name: 'Asha',
  phoneNumber: '+919876543210',
  whatsAppNumber: '',
  emailId: 'asha@example.com',
  facebookId: '',
  instaId: '',
  twitterId: '',
  language: 'hi',
  timeZone: '',
  data: [
    { id: 'city', value: 'Pune' },
    { id: 'page', value: 'fb.com/asha' },
  ],
  groups: [{ id: 'g1', name: 'VIP' }],
  tags: [],
  consents: [],
  createdAt: '2026-01-05T10:00:00Z',
  updatedAt: '2026-01-05T10:00:00Z',
  updatedBy: '',
};
const faultOf = (city: string) => checkDraft({ ...toDraft(asha, definitions), data: { city } }, definitions, asha)['data.city'];

test('PHONE-035 name and phone number are required and non-blank', () => {
  const empty = { ...toDraft(undefined, []), name: ' ', phoneNumber: ' ' };
  expect(checkDraft(empty, [])).toEqual({ name: 'This field is required', phoneNumber: 'This field is required' });
  expect(checkDraft({ ...empty, name: 'A', phoneNumber: '12' }, [])).toEqual({
    name: 'Minimum length must be 2 characters.',
    phoneNumber: 'This is not a phone number',
  });
});

test('PHONE-036 PHONE-037 PHONE-038 PHONE-039 PHONE-040 PHONE-041 custom fields are checked in the words of the specification', () => {
  expect(['', '   ', 'Pu', 'Mumbai', 'Pune'].map(faultOf)).toEqual([
    'CITY is required',
    'Whitespace only present in the field - CITY',
    'Minimum length must be 3 characters.',
    'Maximum length must be 5 characters.',
    undefined,
  ]);
});

test('ATTR-031 PHONE-029 PHONE-069 the sent customer is tidy, keeps the phone number, and loses no value of a hidden attribute', () => {
  const draft = toDraft(asha, definitions);
  expect(Object.keys(draft.data)).toEqual(['city', 'plan']);
  const values = toValues(
    { ...draft, name: ' Asha K ', phoneNumber: '+1 202 555 0100', data: { city: ' Pune ', plan: 'gold,SILVER' } },
    definitions,
    asha,
  );
  expect(values).toMatchObject({
    name: 'Asha K',
    phoneNumber: '+919876543210',
    groups: ['g1'],
    data: [
      { id: 'city', value: 'Pune' },
      { id: 'plan', value: 'Gold, Silver' },
      { id: 'page', value: 'fb.com/asha' },
    ],
  });
});

test('a fault of the server finds its field', () => {
  expect(['name', 'data.city', 'plan', 'page', 'other'].map((field) => pathOf(field, definitions))).toEqual([
    'name',
    'data.city',
    'data.plan',
    undefined,
    undefined,
  ]);
});

test('a merge of two customers keeps the values that are there, a choice wins over them, and groups join', () => {
  const other = toValues({ ...toDraft(undefined, definitions), name: 'Asha Kumar', timeZone: 'Asia/Kolkata', groups: ['g2'] }, definitions);
  const differences = findDifferences(asha, other, definitions, (field) => field);
  expect(differences.map(({ path }) => path)).toEqual(['name', 'emailId', 'language', 'timeZone', 'data.city']);
  expect(mergeValues(asha, other, differences, { name: 'other' })).toMatchObject({
    name: 'Asha Kumar',
    phoneNumber: '+919876543210',
    emailId: 'asha@example.com',
    timeZone: 'Asia/Kolkata',
    groups: ['g1', 'g2'],
    data: expect.arrayContaining([
      { id: 'city', value: 'Pune' },
      { id: 'page', value: 'fb.com/asha' },
    ]),
  });
});

test('a number is read with its country, or with the code that it brings', () => {
  expect(readNumber('98765 43210', 'IN')).toMatchObject({
    e164: '+919876543210',
    national: '098765 43210',
    country: 'IN',
    isPossible: true,
  });
  expect(readNumber('+44 20 7946 0958', 'IN')).toMatchObject({ e164: '+442079460958', country: 'GB' });
  expect(readNumber('abc', 'IN')).toBeUndefined();
  // The writings that searches and imports take.
  for (const text of ['(+91) 98765 43210', '0091 98765-43210', 'tel:+91-98765-43210', '\u202a+91 98765 43210\u202c', '९८७६५ ४३२१०'])
    expect([text, readNumber(text, 'IN')?.e164]).toEqual([text, '+919876543210']);
  expect([readNumber('9.19877E+11', 'IN'), readNumber('call 98765 43210 now', 'IN')]).toEqual([undefined, undefined]);
  expect([formatPhone('+919876543210'), formatPhone('98******10')]).toEqual(['+91 98765 43210', '98******10']);
  expect(listCountries('en').find(({ value }) => value === 'IN')?.label).toBe('India (+91)');
});
