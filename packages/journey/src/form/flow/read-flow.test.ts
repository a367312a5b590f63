import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkForm } from '../check.ts';
import { compileForm } from '../compile.ts';
import { fieldsOf } from '../document.ts';
import { anyForm } from '../faces.fixtures.ts';
import { formFacts, loanForm, now } from '../form.fixtures.ts';
import { readForm } from '../read-form.ts';
import { pageFace } from '../walk/page-face.ts';
import { walkForm } from '../walk.ts';
import { foreignFlows } from './foreign.fixtures.ts';
import { readForeign } from './foreign-expression.ts';
import { readFlow } from './read-flow.ts';
import { toFlow } from './to-flow.ts';

const read = (json: unknown) => {
  const found = readFlow(json, { id: 'form', name: 'Loan', language: 'en' });
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found;
};

test('A form that became a flow comes back with its screens, fields, options and conditions', () => {
  const form = loanForm();
  const { document, notes } = read(toFlow(compileForm(form)).json);
  expect(document.screens.map(({ id, title }) => [id, title])).toEqual(form.screens.map(({ id, title }) => [id, title]));
  const shapeOf = (one: typeof form) =>
    fieldsOf(one).map(({ name, kind, label, required, visibleIf, options }) => ({
      name,
      kind,
      label,
      required,
      visibleIf,
      options: options?.kind === 'fixed' ? options.items.map(({ id, title }) => ({ id, title })) : options,
    }));
  expect(shapeOf(document)).toEqual(shapeOf(form));
  expect(document.screens[0]?.next.map(({ when, to }) => ({ when, to }))).toEqual([{ when: 'age > 70', to: 'screen03' }]);
  expect(new Set(notes.map(({ kind }) => kind))).toEqual(new Set(['changed']));
});

test('Random forms come back with what the flow asks, and the draft has no fault of its own', () => {
  fc.assert(
    fc.property(anyForm, ({ form }) => {
      const { json, mode } = toFlow(compileForm(form));
      const { document } = read(json);
      const asked = (one: typeof form) => fieldsOf(one).map(({ name, kind }) => `${name} ${kind === 'time' ? 'text' : kind}`);
      const soft = (list: string[]) => list.map((one) => one.replace(/ email$/, ' text'));
      expect(soft(asked(document))).toEqual(soft(asked(form)));
      const faults = checkForm(document, { customer: {} }).filter(({ level, code }) => level === 'error' && code !== 'FORM_EMPTY');
      if (mode === 'static') expect(faults).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each(Object.entries(foreignFlows))('Foreign Flow JSON is read: %s', (_name, { json, fields, note }) => {
  const { document, notes } = read(json);
  expect(readForm(JSON.parse(JSON.stringify(document)))).toEqual({ form: document });
  expect(document.screens.flatMap((screen) => screen.fields.map(({ name, kind }) => `${name} ${kind}`))).toEqual(fields);
  const lost = notes.filter(({ kind }) => kind !== 'changed').map(({ text }) => text);
  if (note === '') expect(lost).toEqual([]);
  else expect(notes.map(({ text }) => text).join('\n')).toContain(note);
  // It becomes a flow again, within the vendor's limits.
  expect(toFlow(compileForm(document)).notes.filter(({ kind }) => kind === 'limit')).toEqual([]);
});

test('Shapes of foreign flows are more than forty', () => {
  expect(Object.keys(foreignFlows).length).toBeGreaterThan(40);
});

test('Conditions, ways and words of a foreign flow say the same in our language', () => {
  const conditions = (name: string) => {
    const found = foreignFlows[name];
    return read(found?.json).document.screens.flatMap(({ fields, next, text }) => [
      ...fields.flatMap(({ name: field, visibleIf, required, prefill, label }) => [
        ...(visibleIf === '' ? [] : [`${field}: ${visibleIf}`]),
        ...(required === '' || required === 'true' ? [] : [`${field}! ${required}`]),
        ...(prefill === '' ? [] : [`${field} = ${prefill}`]),
        ...(field === '' ? [label.en] : []),
      ]),
      ...next.map(({ when }) => `→ ${when}`),
      ...(text.en?.includes('{{') ? [text.en] : []),
    ]);
  };
  expect(conditions('first values as an object')).toEqual(['city = "Pune"', 'age = 5']);
  expect(conditions('a first value of its own')).toEqual(['city = entry.city']);
  expect(conditions('a condition beside a field')).toEqual(['why: kind == "a"', 'what: !(kind == "a")']);
  expect(conditions('a condition in backticks')).toEqual(['parent: age < 18', 'parent! age < 12']);
  expect(conditions('conditions in one another')).toEqual(['b: a == "x"', 'c: (a == "x") && ((b == "y" && !(a == "y")))']);
  expect(conditions('a condition of data')).toEqual(['code: entry.is_new']);
  expect(conditions('a switch')).toEqual(['card: plan == "gold"', 'other: !(plan == "gold" || plan == "basic")']);
  expect(conditions('ways by a condition')).toEqual(['→ who == "me"', '→ true', '→ true']);
  expect(conditions('words that are put together')).toEqual(['Hello {{ who }}!']);
  expect(conditions('words with sums')).toEqual(['Twice: {{ (n + n) }}']);
  expect(conditions('one name on two screens')).toEqual(['{{ name }}']);
});

test.each([null, 5, 'x', [], {}, { version: '7.3' }, { version: '7.3', screens: [] }, { version: {}, screens: [{}] }, { screens: 'x' }])(
  'Something that is no flow is refused with a reason: %j',
  (given) => {
    expect(readFlow(given, { id: 'form', name: 'Loan', language: 'en' })).toMatchObject({ faults: expect.any(Array) });
  },
);

test('A flow with too many screens and fields becomes the largest form there is, and says what had no room', () => {
  const children = Array.from({ length: 60 }, (_, place) => ({ type: 'TextInput', name: `n${place}`, label: 'x' }));
  const screens = Array.from({ length: 45 }, (_, place) => ({ id: `S${place}`, layout: { type: 'SingleColumnLayout', children } }));
  const { document, notes } = read({ version: '7.3', screens });
  expect([document.screens.length, fieldsOf(document).length]).toEqual([40, 200]);
  expect(notes.filter(({ text }) => text.includes('no room')).length).toBeGreaterThan(1000);
});

test('An expression that never ends in brackets is not read, and does not hold anybody up', () => {
  const deep = `${'('.repeat(5000)}1${')'.repeat(5000)}`;
  expect(readForeign(deep)).toBeUndefined();
  expect(readForeign('!'.repeat(5000))).toBeUndefined();
});

test('A form that comes back from a flow without an endpoint takes what the form takes, on the same screens', () => {
  const facts = formFacts();
  const world = { facts, now, given: {} };
  fc.assert(
    fc.property(anyForm, ({ form }) => {
      const compiled = compileForm(form);
      const { json, mode } = toFlow(compiled);
      if (mode === 'endpoint') return;
      const back = compileForm(read(json).document);
      const page = pageFace(compiled, world);
      for (const { meant } of walkForm(compiled, world, 20).walks) {
        const played = page.play(meant);
        if (!played.values) continue;
        const named = Object.fromEntries(
          Object.entries(meant).flatMap(([id, value]) => {
            const twin = back.byName.get(compiled.fields.get(id)?.name ?? '');
            return twin ? [[twin.id, value] as const] : [];
          }),
        );
        const again = pageFace(back, world).play(named);
        expect(again.values).not.toBeNull();
        expect(again.screens).toEqual(played.screens);
      }
    }),
    { numRuns: 200 },
  );
});
