import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InputFieldDefinition, inputTypes, inputTypesOf, type Validation } from './attribute.ts';
import { type AttributeRules, checkValue, rulesOf, tidyValue } from './attribute-rules.ts';

type Changes = Partial<InputFieldDefinition>;
const rules = (changes: Changes = {}): AttributeRules =>
  rulesOf({
    fieldLabel: 'City',
    mandatory: false,
    fieldType: 'text',
    inputType: 'alphanumeric',
    validations: [],
    commaIncluded: false,
    defaultValue: '',
    ...changes,
  });
const faults = (value: string, changes: Changes = {}) =>
  checkValue(rules(changes), tidyValue(rules(changes), value)).map(({ message }) => message);
const special = (...characters: string[]): Validation[] => [
  { id: 'allowSpecialChars', value: true },
  { id: 'allowedChars', value: characters },
];

test('PHONE-036 PHONE-038 PHONE-039 nothing, blanks and lacking values are told apart', () => {
  expect(faults('')).toEqual([]);
  expect(faults('', { mandatory: true })).toEqual(['City is required']);
  expect(faults('   ')).toEqual(['Whitespace only present in the field - City']);
});

test('PHONE-037 PHONE-040 PHONE-041 limits are characters of the text, of numbers too', () => {
  const validations: Validation[] = [
    { id: 'minValue', value: 3 },
    { id: 'maxValue', value: 4 },
  ];
  expect(faults('Go', { validations })).toEqual(['Minimum length must be 3 characters.']);
  expect(faults('12345', { validations, inputType: 'number' })).toEqual(['Maximum length must be 4 characters.']);
  expect(faults(' Pune ', { validations })).toEqual([]);
});

test('ATTR-028 each input type takes what its name says, in every script', () => {
  const takes = (inputType: InputFieldDefinition['inputType'], ...values: string[]) =>
    values.map((value) => faults(value, { inputType }).length === 0);
  expect(takes('alphabets', 'São Paulo', 'मुंबई', 'Pune7', 'A-B')).toEqual([true, true, false, false]);
  expect(takes('alphanumeric', 'Pune 7', 'मुंबई ७', 'A-B', 'a,b')).toEqual([true, true, false, false]);
  expect(takes('number', '7', '-7', '+7', '7.0', '7e3', 'seven', '٣')).toEqual([true, true, true, false, false, false, false]);
  expect(takes('decimal', '7', '-7.25', '7.', '.5', '7,5', '1e5')).toEqual([true, true, false, false, false, false]);
  expect(takes('email', 'a@example.com', 'a@', 'a b@example.com')).toEqual([true, false, false]);
});

test('ATTR-033 ATTR-039 special characters are those that are listed; none listed allows any', () => {
  expect(faults('A-B.C', { validations: special('-', '.') })).toEqual([]);
  expect(faults('A/B', { validations: special('-') })).toEqual(['City may contain only letters and digits and -']);
  expect(faults('a,b', { validations: special('-'), commaIncluded: true })).toEqual([]);
  expect(faults('a,b', { validations: special('-') })).toHaveLength(1);
  expect(faults('any! "thing" <at> all', { validations: special() })).toEqual([]);
  expect(
    faults('a-b', {
      validations: [
        { id: 'allowSpecialChars', value: false },
        { id: 'allowedChars', value: ['-'] },
      ],
    }),
  ).toHaveLength(1);
});

test('ATTR-026 ATTR-029 dropdowns take their values in any case, several where they may be, and anything where none are listed', () => {
  const single: Changes = { fieldType: 'selectbox-singlevalue', defaultValue: 'Gold, Silver' };
  const multiple: Changes = { ...single, fieldType: 'selectbox-multiplevalue' };
  expect(tidyValue(rules(single), ' gOLD ')).toBe('Gold');
  expect(faults('Bronze', single)).toEqual(['City must be one of Gold, Silver']);
  expect(tidyValue(rules(multiple), 'silver,gold , silver')).toBe('Silver, Gold');
  expect(faults('Gold,Bronze', multiple)).toHaveLength(1);
  expect(faults('Bronze', { ...single, defaultValue: '' })).toEqual([]);
  const yesNo: Changes = { fieldType: 'boolean' };
  expect(['Yes', 'TRUE', '1', 'no', '0', 'False'].map((word) => tidyValue(rules(yesNo), word))).toEqual([
    'true',
    'true',
    'true',
    'false',
    'false',
    'false',
  ]);
  expect(faults('maybe', yesNo)).toEqual(['City must be Yes or No']);
});

test('a number that a spreadsheet has shortened is never taken for a number', () => {
  for (const value of ['9.19E+11', '9,19e11', '1E5'])
    expect(faults(value, { inputType: 'number' })).toEqual([`City: ${value} has lost its digits in a spreadsheet`]);
});

test('tidying a tidied value changes nothing, and no text whatever makes a check fail or take long', () => {
  const definition = fc.record({
    fieldType: fc.constantFrom<InputFieldDefinition['fieldType']>(
      'text',
      'textarea',
      'selectbox-singlevalue',
      'selectbox-multiplevalue',
      'boolean',
    ),
    inputType: fc.constantFrom(...inputTypes),
    defaultValue: fc.constantFrom('', 'Gold,Silver', '(a+)+$,['),
    commaIncluded: fc.boolean(),
    validations: fc.constantFrom<Validation[]>([], special(), special('(', '+', '\\', '[')),
  });
  fc.assert(
    fc.property(definition, fc.string({ unit: 'binary', maxLength: 200 }), (changes, text) => {
      const own = rules(changes);
      const once = tidyValue(own, text);
      expect(tidyValue(own, once)).toBe(once);
      expect(checkValue(own, once).every(({ message }) => message !== '')).toBe(true);
    }),
  );
  expect(checkValue(rules({ inputType: 'decimal' }), '1'.repeat(5000))).toMatchObject([{ message: 'City must be a number' }]);
});

test('ATTR-050 a textbox has all input types, a textarea two', () => {
  expect([...inputTypesOf.text].sort()).toEqual([...inputTypes].sort());
  expect(inputTypesOf.textarea).toEqual(['alphabets', 'alphanumeric']);
});
