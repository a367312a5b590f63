import type { InputFieldDefinition } from '@parley/contract';
import { expect, test } from 'vitest';
import { moveDefinition } from './attribute.queries.ts';
import { changesValues, checkDraft, emptyDraft, keepInputType, toBody, toDraft } from './attribute-draft.ts';

const required = 'This field is required';
const city: InputFieldDefinition = {
  _id: 'c1',
  fieldName: 'city',
  fieldLabel: 'City',
  fieldHelptext: 'Where they live',
  fieldHelpText: 'Where they live',
  mandatory: false,
  fieldType: 'text',
  inputType: 'alphabets',
  defaultValue: '',
  index: 3,
  category: 'address',
  search: true,
  commaIncluded: true,
  validations: [
    { id: 'minValue', value: 2 },
    { id: 'maxValue', value: 40 },
    { id: 'allowSpecialChars', value: true },
    { id: 'allowedChars', value: ['-', '.'] },
  ],
  isBuiltIn: false,
  version: 4,
};

test('ATTR-042 ATTR-043 ATTR-056 every part of a definition is required, the input type of texts alone', () => {
  expect(checkDraft({ ...emptyDraft, fieldLabel: '  ' })).toEqual({
    fieldName: required,
    fieldLabel: required,
    fieldHelptext: required,
    mandatory: required,
    fieldType: required,
  });
  const draft = { ...emptyDraft, fieldName: 'a', fieldLabel: 'A', fieldHelptext: 'h', mandatory: 'true' } as const;
  expect(checkDraft({ ...draft, fieldType: 'textarea' })).toEqual({ inputType: required });
  expect(checkDraft({ ...draft, fieldType: 'selectbox-singlevalue' })).toEqual({});
});

test('ATTR-045 ATTR-054 a dropdown goes without a default value, but not with a blank one', () => {
  const draft = {
    ...emptyDraft,
    fieldName: 'a',
    fieldLabel: 'A',
    fieldHelptext: 'h',
    mandatory: 'true',
    fieldType: 'selectbox-singlevalue',
  } as const;
  expect(checkDraft({ ...draft, defaultValue: '  ' })).toEqual({ defaultValue: required });
});

test('ATTR-023 ATTR-048 ATTR-049 ATTR-057 ATTR-058 ATTR-059 the sent attribute is trimmed and keeps id and position', () => {
  expect(
    toBody(
      { ...toDraft(city), fieldName: ' city ', fieldLabel: '  Town ', fieldHelptext: ' Where they live ', allowedChars: ' -, ,/ ' },
      city,
    ),
  ).toEqual({
    _id: 'c1',
    index: 3,
    version: 4,
    fieldName: 'city',
    fieldLabel: 'Town',
    fieldHelptext: 'Where they live',
    mandatory: false,
    fieldType: 'text',
    inputType: 'alphabets',
    validations: [
      { id: 'minValue', value: 2 },
      { id: 'maxValue', value: 40 },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: ['-', '/'] },
    ],
    commaIncluded: true,
    category: 'address',
    search: true,
  });
});

test('ATTR-044 ATTR-053 a dropdown sends empty validations, no input type and its default value', () => {
  const body = toBody({ ...toDraft(city), fieldType: 'selectbox-singlevalue', defaultValue: ' Pune, Delhi ' });
  expect([body.validations, body.inputType, body.defaultValue, body.commaIncluded]).toEqual([[], '', 'Pune, Delhi', undefined]);
});

test('ATTR-035 the comma is hidden from the allowed characters when editing', () => {
  const stored = { ...city, validations: [{ id: 'allowedChars' as const, value: ['-', ','] }] };
  expect([toDraft(stored).allowedChars, toDraft(stored).commaIncluded]).toEqual(['-', true]);
});

test('ATTR-050 an input type that the new field type lacks is cleared', () => {
  expect(keepInputType('textarea', 'alphabets')).toBe('alphabets');
  expect(keepInputType('textarea', 'decimal')).toBe('');
});

test('ATTR-066 a move counts own rows from 0, and hidden ones too', () => {
  const rows = ['a', 'b', 'c'].map((id, index) => ({ ...city, _id: id, index }));
  const moved = moveDefinition([{ ...city, _id: 'name', isBuiltIn: true }, ...rows], 0, 2);
  expect(moved.map(({ _id, index }) => `${_id}${index}`)).toEqual(['name3', 'b0', 'c1', 'a2']);
});

test('only a change that may break stored values is checked against them', () => {
  expect(changesValues(toBody({ ...toDraft(city), fieldLabel: 'Town', search: false }, city), city)).toBe(false);
  expect(changesValues(toBody({ ...toDraft(city), maxValue: 10 }, city), city)).toBe(true);
  expect(changesValues(toBody({ ...toDraft(city), mandatory: 'true' }, city), city)).toBe(true);
});
