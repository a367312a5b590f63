import { errorCatalog } from '@parley/contract';
import { caseOperators, exitNames, findingCodes, rowOperators } from '@parley/journey';
import exitsAr from '@parley/ui/exits/ar.json' with { type: 'json' };
import exitsEn from '@parley/ui/exits/en.json' with { type: 'json' };
import exitsEs from '@parley/ui/exits/es.json' with { type: 'json' };
import exitsHi from '@parley/ui/exits/hi.json' with { type: 'json' };
import findingsAr from '@parley/ui/findings/ar.json' with { type: 'json' };
import findingsEn from '@parley/ui/findings/en.json' with { type: 'json' };
import findingsEs from '@parley/ui/findings/es.json' with { type: 'json' };
import findingsHi from '@parley/ui/findings/hi.json' with { type: 'json' };
import type { Catalogue } from '@parley/ui/i18n';
import { languages } from '@parley/ui/languages';
import { expect, test } from 'vitest';
import { nodeGroups } from '../nodes/catalogue.ts';
import en from './en/designer.json';

/** Keys that no source spells, because they are the values of something: by group, what they are. */
const dynamic: Readonly<Record<string, readonly string[]>> = {
  group: nodeGroups,
  operator: [...rowOperators, ...caseOperators],
  unit: ['days', 'hours', 'minutes', 'seconds'],
  bar: ['waiting', 'conflict'],
  refusal: Object.keys(errorCatalog).map((code) => code.replaceAll('.', '_')),
};

type Words = Readonly<Record<string, string>>;
const shared = import.meta.glob<Catalogue>('./*/designer.json', { eager: true, import: 'default' });
const ofKinds = import.meta.glob<Words>('../nodes/*/words.*.json', { eager: true, import: 'default' });
const sources = Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })).filter(
  ([path]) => !/\.test\.tsx?$|\.gen\.ts$|test-draw|test-stream/.test(path),
);
const textOf = (isWanted: (path: string, text: string) => boolean): string =>
  sources.flatMap(([path, text]) => (isWanted(path, text) ? [text] : [])).join('\n');

const slots = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([slot]) => slot).toSorted();
const slotsOf = (words: Words) => Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text === '' ? 'none' : slots(text)]));
/** A form of one number may say it in words. */
const loose = (found: ReturnType<typeof slotsOf>) =>
  Object.fromEntries(Object.entries(found).map(([key, slots]) => [key, /_(zero|one|two)$/.test(key) ? 'counted' : slots]));
/** The same for another language, which has the forms that it counts by where English has two. */
function slotsIn(language: string, words: Words): ReturnType<typeof slotsOf> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(slotsOf(words)).flatMap(([key, found]) => {
      const stem = key.replace(/_(one|other)$/, '');
      if (stem === key || !Object.hasOwn(words, `${stem}_one`) || !Object.hasOwn(words, `${stem}_other`)) return [[key, found]];
      return forms.map((form) => [`${stem}_${form}`, found]);
    }),
  );
}
const flat = (groups: Catalogue): Words =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, words]) => Object.entries(words).map(([key, text]) => [`${group}.${key}`, text])),
  );

const isSpelled = (key: string, text: string): boolean =>
  new RegExp(`['"\`.]${key.replace(/_(one|other)$/, '')}['"\`]`).test(text) ||
  [...text.matchAll(/`(\w+_)\$\{/g)].some(([, start = '']) => key.startsWith(start));

const folders = [...new Set(Object.keys(ofKinds).map((path) => path.slice(0, path.lastIndexOf('/') + 1)))];
const englishOf = (folder: string): Words => ofKinds[`${folder}words.en.json`] ?? {};

test.each(languages.filter(({ code }) => code !== 'en'))(
  '$name has every word that English has, with the same values in it',
  ({ code }) => {
    expect(loose(slotsOf(flat(shared[`./${code}/designer.json`] ?? {})))).toEqual(loose(slotsIn(code, flat(en))));
    for (const folder of folders)
      expect(loose(slotsOf(ofKinds[`${folder}words.${code}.json`] ?? {})), folder).toEqual(loose(slotsIn(code, englishOf(folder))));
  },
);

test.each([
  ['hi', findingsHi, exitsHi],
  ['es', findingsEs, exitsEs],
  ['ar', findingsAr, exitsAr],
])('findings and exits are said in %s with the same values', (language, findings, exits) => {
  expect(loose(slotsOf(flat(findings)))).toEqual(loose(slotsIn(language, flat(findingsEn))));
  expect(loose(slotsOf(flat(exits)))).toEqual(loose(slotsIn(language, flat(exitsEn))));
});

test('each code of a finding has a title, and each exit that nodes of every stream have a word', () => {
  expect(Object.keys(findingsEn.title).toSorted()).toEqual([...findingCodes].toSorted());
  expect(Object.keys(exitsEn.exit).toSorted()).toEqual([...exitNames, 'goesTo'].toSorted());
});

test('no word is kept that nothing says', () => {
  const unsaid = Object.entries(en).flatMap(([group, words]) => {
    const names = group === 'field' ? /designerWords\.field\b|useFieldWords/ : new RegExp(`designerWords\\.${group}\\b`);
    const text = textOf((_, one) => names.test(one));
    return Object.keys(words).flatMap((key) => (dynamic[group]?.includes(key) || isSpelled(key, text) ? [] : [`${group}.${key}`]));
  });
  const unsaidOfKinds = folders.flatMap((folder) => {
    const text = textOf((path) => path.startsWith(folder));
    return Object.keys(englishOf(folder)).flatMap((key) => (key === 'kind' || isSpelled(key, text) ? [] : [`${folder}${key}`]));
  });
  expect([...unsaid, ...unsaidOfKinds]).toEqual([]);
});

test("a label is either its kind's own or shared, and one that a single kind says stands in its folder", () => {
  const twice = folders.flatMap((folder) => Object.keys(englishOf(folder)).filter((key) => Object.hasOwn(en.field, key)));
  expect(twice).toEqual([]);
  const ofOthers = textOf((path, text) => /designerWords\.field\b/.test(text) || path.startsWith('../nodes/shared/'));
  const alone = Object.keys(en.field).flatMap((key) => {
    if (isSpelled(key, ofOthers)) return [];
    const users = folders.filter((folder) =>
      isSpelled(
        key,
        textOf((path) => path.startsWith(folder)),
      ),
    );
    return users.length > 1 ? [] : [`${key}: ${users.join()}`];
  });
  expect(alone).toEqual([]);
});
