import { formFindingCodes, type KnownType } from '@parley/journey';
import { expect, test } from 'vitest';
import { readFormAddress } from '../frame/address.ts';
import en from '../locales/en/form.json';
import hi from '../locales/hi/form.json';
import { rowsIn, sourceOf } from './settings/source-rows.ts';

test('DESIGN-014 DESIGN-015 the address of the frame names the access and the form, and for a flow its screen', () => {
  const read = (hash: string) => readFormAddress({ pathname: '/designer/view/access-1', hash });
  expect(read('#forms/f1?zone=Asia%2FKolkata&country=IN&owner=e1%3Au1')).toEqual({
    accessId: 'access-1',
    formId: 'f1',
    screenId: null,
    zone: 'Asia/Kolkata',
    country: 'IN',
    owner: 'e1:u1',
  });
  expect(read('#flow/f1/screen/screen02')).toMatchObject({ formId: 'f1', screenId: 'screen02' });
  expect([read('#forms/'), read('#journey/flows/f1'), read('#flow/f1')]).toEqual([undefined, undefined, undefined]);
});

const types: Record<string, KnownType> = {
  income: { type: 'Number' },
  born: { type: 'Date' },
  agree: { type: 'Boolean' },
  plan: { type: 'Text' },
  fruits: { type: 'List', items: { type: 'Text' } },
};
const typeOf = (name: string) => types[name];

test.each([
  ['income < 25000', ['income before 25000']],
  ['income >= 10.5 && agree == true', ['income atLeast 10.5', 'agree is true']],
  ['lower(plan) == "gold" || lower(plan) != "a \\"b\\""', ['plan is gold', 'plan isNot a "b"']],
  ['(plan ?? "") == ""', ['plan isEmpty ']],
  ['income != null', ['income isNotEmpty ']],
  ['born < date("2000-01-31")', ['born before 2000-01-31']],
  ['"Apple" in fruits', ['fruits contains Apple']],
  ['!("Apple" in fruits)', ['fruits notContains Apple']],
  ['', []],
])('the expression %s is written as rows, and back', (source, expected) => {
  const read = rowsIn(source, typeOf);
  expect(read?.rows.map(({ field, operator, values }) => `${field} ${operator} ${values.join()}`)).toEqual(expected);
  expect(read && sourceOf(read, typeOf)).toBe(source);
});

test.each(['income * 2 < 10', 'plan == "Gold"', 'true', 'a && (b || c)'])('%s is no condition of rows', (source) => {
  expect(rowsIn(source, typeOf)).toBeUndefined();
});

type Groups = Record<string, Record<string, string>>;
const slotsOf = (groups: Groups) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, words]) =>
      Object.entries(words).map(([key, text]) => [`${group}.${key}`, [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()]),
    ),
  );

test('Hindi has every word that English has, with the same values, and each finding has words', () => {
  expect(slotsOf(hi)).toEqual(slotsOf(en));
  expect(Object.keys(en.finding).toSorted()).toEqual([...formFindingCodes].toSorted());
});
