import { expect, test } from 'vitest';
import { sms } from '../engine/engine.fixtures.ts';
import { compileForm } from './compile.ts';
import { formFacts, loanForm, makeForm, makeOption, now } from './form.fixtures.ts';
import { pageFace } from './walk/page-face.ts';
import { questionsFace } from './walk/questions-face.ts';
import { sampleOf } from './walk/sample.ts';
import { isSamePlay, playWalk, walkForm } from './walk.ts';

const world = { facts: formFacts(), now, given: {} };

test('Walks of the loan form cover its way, its condition both ways and each fault, on page and questions alike', () => {
  const form = compileForm(loanForm());
  const { walks, missed } = walkForm(form, world);
  expect(missed).toEqual([]);
  expect(walks.length).toBeLessThan(20);
  expect(walks.flatMap(({ covers }) => covers).sort()).toEqual(
    [
      'fault agefiel1 NOT_NUMBER',
      'fault agefiel1 REQUIRED',
      'fault agefiel1 TOO_LARGE',
      'fault agefiel1 TOO_SMALL',
      'fault agreefi1 REQUIRED',
      'fault fullnam1 REQUIRED',
      'fault guarant1 REQUIRED',
      'fault incomef1 CHECK',
      'fault incomef1 NOT_NUMBER',
      'fault incomef1 REQUIRED',
      'fault planfie1 REQUIRED',
      'hidden guarant1',
      'screen screen01',
      'screen screen02',
      'screen screen03',
      'shown guarant1',
      'way screen01 way00000',
    ].sort(),
  );
  const page = pageFace(form, world);
  for (const walk of walks) expect(playWalk(walk, questionsFace(form, world, sms), page)).toMatchObject({ isSame: true });
});

test('A way that never holds and a field that is never shown are named; a condition of two answers is found in pairs', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: {
          afieldt1: { kind: 'number', id: 'afieldt1', name: 'a', required: 'true' },
          bfieldt1: { kind: 'number', id: 'bfieldt1', name: 'b', required: 'true' },
          cfieldt1: { kind: 'text', id: 'cfieldt1', name: 'c', visibleIf: 'a > 70 && b < 7' },
          dfieldt1: { kind: 'text', id: 'dfieldt1', name: 'd', visibleIf: 'a > b && b > a' },
        },
        next: [{ when: 'a == a + 1', to: 'end' }],
      },
    }),
  );
  expect(walkForm(form, world).missed).toEqual(['way screen01 way00000', 'shown dfieldt1']);
});

test('A form of forty fields that hang on one another is covered whole, and never by more walks than are allowed', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, place) => {
      const id = `field${String(place).padStart(3, '0')}`;
      return [
        id,
        {
          kind: 'number',
          id,
          name: `n${place}`,
          required: 'true',
          least: '5',
          ...(place > 0 ? { visibleIf: `n${place - 1} > ${place * 10}` } : {}),
        },
      ];
    }),
  );
  const form = compileForm(makeForm({ screen01: { fields } }));
  const { walks, missed } = walkForm(form, world);
  expect(missed).toEqual([]);
  expect(walks.length).toBeGreaterThan(80);
  expect(walkForm(form, world, 3).walks).toEqual(walks.slice(0, 3));
});

test.each(['[A-Z]{5}\\d{4}[A-Z]', '(?:abc|def)+x?', '\\d{6}', '[^0-9]{2}', 'a.c', '^[a-z]+@x\\.in$', '(a|b){3}'])(
  'A text that fits %s is found',
  (pattern) => {
    expect(sampleOf(pattern)).toMatch(new RegExp(`^(?:${pattern})$`));
  },
);

test('Faces differ where one takes what the other refuses, keeps another value, or leaves a screen out', () => {
  const played = { values: { a: 1 }, faults: [], unsaid: '', screens: ['s1'] };
  expect(isSamePlay(played, { ...played, screens: ['s1', 's2'] })).toBe(true);
  expect(isSamePlay(played, { ...played, values: null })).toBe(false);
  expect(isSamePlay(played, { ...played, values: { a: 2 } })).toBe(false);
  expect(isSamePlay(played, { ...played, screens: [] })).toBe(false);
  expect(isSamePlay({ ...played, values: null }, played)).toBe(false);
  expect(isSamePlay(played, { ...played, values: null, unsaid: 'a' })).toBe(true);
  // The order in which values were given says nothing.
  expect(isSamePlay({ ...played, values: { a: 1, b: 2 } }, { ...played, values: { b: 2, a: 1 } })).toBe(true);
});

test('Options, dates, files and places are answered as each face takes them', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: {
          panfield: { kind: 'text', id: 'panfiel1', name: 'pan', required: 'true', pattern: '[A-Z]{5}\\d{4}[A-Z]' },
          photofie: { kind: 'photo', id: 'photofi1', name: 'photo', required: 'true' },
          placefie: { kind: 'location', id: 'placefi1', name: 'place', required: 'true' },
          likesfie: {
            kind: 'choices',
            id: 'likesfi1',
            name: 'likes',
            least: '2',
            options: { kind: 'fixed', items: [makeOption('optiona1', 'A'), makeOption('optionb1', 'B')] },
          },
          daysfiel: { kind: 'date', id: 'dayfiel1', name: 'day', visibleIf: '"A" in likes' },
        },
      },
    }),
  );
  const { walks, missed } = walkForm(form, world);
  expect(missed).toEqual([]);
  const page = pageFace(form, world);
  for (const walk of walks) expect(playWalk(walk, questionsFace(form, world, sms), page)).toMatchObject({ isSame: true });
});
