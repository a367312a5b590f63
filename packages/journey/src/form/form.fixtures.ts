import { makeFacts, monday } from '../engine/engine.fixtures.ts';
import { FormDocument } from './document.ts';
import type { FormFacts } from './facts.ts';
import type { FormField } from './field.ts';

type FieldGiven = Partial<Record<keyof FormField, unknown>> & { kind: string; name?: string };
type ScreenGiven = { fields: Record<string, FieldGiven>; next?: { when: string; to: string }[]; title?: string };

/** A form in short: screens by id, each with its fields by id. Labels are the names, in English. */
export function makeForm(screens: Record<string, ScreenGiven>, more: Record<string, unknown> = {}): FormDocument {
  return FormDocument.parse({
    format: 'parley.journey',
    formatVersion: 1,
    kind: 'form',
    id: 'form',
    name: 'Loan',
    languages: ['en'],
    screens: Object.entries(screens).map(([id, { fields, next = [], title }]) => ({
      id,
      title: title ? { en: title } : {},
      fields: Object.entries(fields).map(([field, given]) => ({
        id: field,
        name: field.slice(0, -1),
        label: { en: field.slice(0, -1) },
        ...given,
      })),
      next: next.map((way, place) => ({ id: `way0000${place}`, ...way })),
    })),
    ...more,
  });
}

export const makeOption = (id: string, title: string, more: Record<string, unknown> = {}) => ({ id, title: { en: title }, ...more });

export const formFacts = (changes: Partial<FormFacts> = {}): FormFacts => {
  const { zone, language, country, readers } = makeFacts();
  return { zone, language, country, readers, customer: { name: 'Asha' }, entry: null, call: {}, isProved: true, ...changes };
};
export const now = monday;

/** A guarantor is asked for below an income of 25,000, and nobody below 18 goes on. */
export const loanForm = () =>
  makeForm({
    screen01: {
      title: 'You',
      fields: {
        fullname1: { kind: 'text', id: 'fullnam1', name: 'fullname', required: 'true' },
        agefield1: { kind: 'number', id: 'agefiel1', name: 'age', required: 'true', least: '18', most: '99' },
      },
      next: [{ when: 'age > 70', to: 'screen03' }],
    },
    screen02: {
      title: 'Work',
      fields: {
        incomefi1: {
          kind: 'number',
          id: 'incomef1',
          name: 'income',
          required: 'true',
          check: 'value % 100 == 0',
          checkText: { en: 'In hundreds.' },
        },
        guaranto1: { kind: 'text', id: 'guarant1', name: 'guarantor', visibleIf: 'income < 25000', required: 'true' },
      },
    },
    screen03: {
      title: 'Plan',
      fields: {
        planfiel1: {
          kind: 'choice',
          id: 'planfie1',
          name: 'plan',
          required: 'true',
          options: { kind: 'fixed', items: [makeOption('option01', 'Gold', { value: 'G' }), makeOption('option02', 'Silver')] },
        },
        agreefie1: { kind: 'consent', id: 'agreefi1', name: 'agree', required: 'true', label: { en: 'I agree to be called.' } },
      },
    },
  });
