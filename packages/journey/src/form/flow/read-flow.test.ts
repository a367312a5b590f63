import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkForm } from '../check.ts';
import { compileForm } from '../compile.ts';
import { fieldsOf } from '../document.ts';
import { anyForm } from '../faces.fixtures.ts';
import { loanForm } from '../form.fixtures.ts';
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
