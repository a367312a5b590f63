import { expect, test } from 'vitest';
import { readSources } from './references.ts';

/** The one home of what writes numbers, money and dates. */
const home = 'packages/contract/src/format/';

const dateField = /\btype(?:=|: )(?:\{[^}]*)?['"](?:date|time|datetime-local|month|week)['"]/g;
/** A visitor's browser has the field that they know; a picker of our own would be half of the widget, and a form's page works without a script. */
const isVisitors = (name: string) => name.startsWith('apps/widget/') || name.startsWith('apps/server/src/domains/journey/page');

const refused: readonly [pattern: RegExp, instead: string][] = [
  [/\.toFixed\(/g, 'formatNumber(value, decimals) on screens, showPlain elsewhere'],
  [/\.toLocale(?:Date|Time)?String\(/g, 'formatNumber or one of the named forms of dates'],
  [
    /\bIntl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|DisplayNames|ListFormat|PluralRules)\(/g,
    'the kept formatters of format/intl.ts',
  ],
  [/\bdayjs\(/g, 'one of the named forms of dates'],
  [/(?:₹|\bRs\.)\s?\$\{/g, 'formatCost, formatBalance or showMoney'],
  [dateField, 'DateField, DateTimeField or TimeField of @parley/ui'],
];

const isScreenOrServer = (name: string) => /^(?:apps|packages)\/[^/]+\/(?:src|seed)\//.test(name) && !/\.(?:test|md|sql)\b/.test(name);

function findStrays(files: readonly { name: string; text: string }[]): string[] {
  return files
    .filter(({ name }) => isScreenOrServer(name) && !name.startsWith(home))
    .flatMap(({ name, text }) =>
      refused.flatMap(([pattern, instead]) =>
        (pattern === dateField && isVisitors(name) ? [] : [...text.matchAll(pattern)]).map(
          ({ 0: found, index }) => `${name}:${text.slice(0, index).split('\n').length} ${found} Use ${instead}.`,
        ),
      ),
    );
}

test('numbers, money and dates are written by one module, and no browser’s own date field is left', () => {
  expect(findStrays(readSources())).toEqual([]);
});

test('code that formats by itself is found', () => {
  const stray = (text: string, name = 'apps/console/src/a.tsx') => findStrays([{ name, text }]).length;
  expect(
    [
      'x.toFixed(2)',
      'count.toLocaleString()',
      'at.toLocaleDateString("en")',
      'new Intl.NumberFormat("en")',
      'Intl.DateTimeFormat()',
      'dayjs(at)',
      ['`₹$', '{amount}`'].join(''),
      '<TextInput type="date" />',
      "<TextInput type={isDay ? 'date' : 'text'} />",
      'const field = { type: "datetime-local" };',
    ].map((text) => stray(text)),
  ).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(stray('x.toFixed(2)', `${home}number.ts`)).toBe(0);
  expect(stray('const kind: "date" = x; formatNumber(2)')).toBe(0);
});
