import { expect, test } from 'vitest';
import { makeForm } from './form.fixtures.ts';
import { guessFields } from './guess-fields.ts';
import { readForm } from './read-form.ts';

function guess(text: string, more: object = {}) {
  let count = 0;
  const newId = () => {
    count += 1;
    return `id${String(count).padStart(6, '0')}`;
  };
  return guessFields(text, { language: 'en', newId, ...more });
}

test.each([
  ['Full name', 'text', 'fullName'],
  ['What is your age?', 'number', 'age'],
  ['Monthly income', 'number', 'monthlyIncome'],
  ['Date of birth', 'date', 'dateBirth'],
  ['E-mail', 'email', 'eMail'],
  ['Mobile number', 'phone', 'mobileNumber'],
  ['At what time shall we call?', 'time', 'atTimeShall'],
  ['Postal address', 'longText', 'postalAddress'],
  ['Do you own a house?', 'yesNo', 'ownHouse'],
  ['I agree to be called', 'consent', 'agreeBeCalled'],
  ['Please rate us', 'rating', 'rateUs'],
  ['Your location', 'location', 'location'],
  ['Photo of the house', 'photo', 'photoHouse'],
  ['Upload your passbook', 'file', 'uploadPassbook'],
  ['Signature', 'signature', 'signature'],
  ['Guarantor', 'text', 'guarantor'],
  ['आपकी आयु', 'number', 'numberAnswer'],
  ['जन्म की तारीख', 'date', 'dateAnswer'],
  ['क्या आपका अपना घर है?', 'yesNo', 'yesNoAnswer'],
  ['2nd phone', 'phone', 'f2ndPhone'],
  ['Value', 'text', 'textAnswer'],
])('"%s" is a %s by the name %s', (line, kind, name) => {
  expect(guess(line)).toMatchObject([{ kind, name, label: { en: line }, required: '' }]);
});

test('a pasted list becomes fields: bullets and numbers go, a star makes one required, and options stand behind a colon or in brackets', () => {
  const fields = guess(
    '1. Name *\n\n- City (optional)\n• Plan: Gold, Silver, Bronze\n4) Gender (Female / Male / Other)\nNote: we call only by day',
  );
  expect(fields.map(({ label, kind, required }) => [label.en, kind, required])).toEqual([
    ['Name', 'text', 'true'],
    ['City', 'text', ''],
    ['Plan', 'choice', ''],
    ['Gender', 'choice', ''],
    ['Note: we call only by day', 'text', ''],
  ]);
  const titles = fields.map(({ options }) => (options?.kind === 'fixed' ? options.items.map(({ title }) => title.en) : []));
  expect(titles).toEqual([[], [], ['Gold', 'Silver', 'Bronze'], ['Female', 'Male', 'Other'], []]);
});

test('lines with boxes are several choices of the question above, and those with circles are one', () => {
  const fields = guess('Which fruits?\n[ ] Apple\n[x] Pear\nHow do you pay?\n( ) Cash\n( ) Card');
  expect(fields.map(({ kind, options }) => [kind, options?.kind === 'fixed' ? options.items.map(({ title }) => title.en) : []])).toEqual([
    ['choices', ['Apple', 'Pear']],
    ['choice', ['Cash', 'Card']],
  ]);
});

test('names are given once, a chosen kind stands, and what is guessed can be read as a form', () => {
  const fields = guess('Name\nName\nName', { taken: ['name'] });
  expect(fields.map(({ name }) => name)).toEqual(['name2', 'name3', 'name4']);
  expect(guess('Income', { kind: 'text' })).toMatchObject([{ kind: 'text', name: 'income' }]);
  expect(guess('Read this first', { kind: 'note' })).toMatchObject([{ kind: 'note', name: '' }]);
  expect(guess('Colour: red, blue', { kind: 'text' })).toMatchObject([{ kind: 'text', label: { en: 'Colour: red, blue' }, options: null }]);
  const form = { ...makeForm({ screen01: { fields: {} } }), screens: [{ id: 'screen01', fields: guess('A\nB (x, y)\n') }] };
  expect(readForm(form)).toHaveProperty('form');
});
