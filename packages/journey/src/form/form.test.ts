import { expect, test } from 'vitest';
import { checkForm } from './check.ts';
import { compileForm } from './compile.ts';
import { type FormAct, fillForm, openForm } from './fill.ts';
import { formFacts, loanForm, makeForm, makeOption, now } from './form.fixtures.ts';
import { faultWords } from './form-texts.ts';
import { readForm } from './read-form.ts';
import { showScreen } from './show.ts';
import type { FormState } from './state.ts';

const loan = compileForm(loanForm());
const facts = formFacts();
const opened = (): FormState => openForm(loan, {}, facts, now);
const act = (state: FormState, one: FormAct) => fillForm(loan, state, one, facts, now);
const first = { fullnam1: 'Asha Rao', agefiel1: '30' };

test('A screen that passes leads on, and one that does not tells each fault and keeps what was good', () => {
  const refused = act(opened(), { kind: 'screen', id: 'screen01', raws: { fullnam1: 'Asha Rao', agefiel1: '17' } });
  expect(refused.state.screen).toBe('screen01');
  expect(refused.state.values).toEqual({ fullnam1: 'Asha Rao' });
  expect(refused.faults).toEqual([{ field: 'agefiel1', code: 'TOO_SMALL', slots: { least: '18' } }]);
  expect(refused.faults.map((fault) => faultWords(fault, 'en'))).toEqual(['It must be at least 18.']);
  const taken = act(refused.state, { kind: 'screen', id: 'screen01', raws: first });
  expect(taken.faults).toEqual([]);
  expect(taken.state).toMatchObject({ path: ['screen01'], screen: 'screen02', values: { fullnam1: 'Asha Rao', agefiel1: 30 } });
});

test('A field that another one brings to light is asked for before the screen is left', () => {
  const { state } = act(opened(), { kind: 'screen', id: 'screen01', raws: first });
  const low = act(state, { kind: 'screen', id: 'screen02', raws: { incomef1: '20,000' } });
  expect(low.faults).toEqual([{ field: 'guarant1', code: 'REQUIRED', slots: {} }]);
  expect(showScreen(loan, low.state, facts, now).fields.map(({ name }) => name)).toEqual(['income', 'guarantor']);
  const high = act(state, { kind: 'screen', id: 'screen02', raws: { incomef1: '30000', guarant1: 'somebody' } });
  expect(high.faults).toEqual([]);
  expect(showScreen(loan, high.state, facts, now)).toMatchObject({ id: 'screen03', step: 3, steps: 3, isLast: true, canGoBack: true });
});

test('Words typed into a field that is hidden in the end are no part of the answers', () => {
  let { state } = act(opened(), { kind: 'screen', id: 'screen01', raws: first });
  state = act(state, { kind: 'screen', id: 'screen02', raws: { incomef1: '20000', guarant1: 'Ravi' } }).state;
  state = act(state, { kind: 'back' }).state;
  state = act(state, { kind: 'screen', id: 'screen02', raws: { incomef1: '40000' } }).state;
  const sent = act(state, { kind: 'screen', id: 'screen03', raws: { planfie1: ['option01'], agreefi1: true } });
  expect(sent.done?.values).toEqual({ fullnam1: 'Asha Rao', agefiel1: 30, incomef1: 40_000, planfie1: 'G', agreefi1: true });
  expect(sent.done?.path).toEqual(['screen01', 'screen02', 'screen03']);
});

test('A way that holds leaves screens out, and what they require is not asked', () => {
  const { state } = act(opened(), { kind: 'screen', id: 'screen01', raws: { ...first, agefiel1: '75' } });
  expect(state.screen).toBe('screen03');
  const sent = act(state, { kind: 'screen', id: 'screen03', raws: { planfie1: ['option02'], agreefi1: true } });
  expect(sent.done?.values).toEqual({ fullnam1: 'Asha Rao', agefiel1: 75, planfie1: 'Silver', agreefi1: true });
});

test('All screens sent at once are judged along the way that their answers make', () => {
  const raws = { ...first, incomef1: '20000', guarant1: 'Ravi', planfie1: ['option01'], agreefi1: true };
  expect(act(opened(), { kind: 'submit', raws }).done?.values).toMatchObject({ incomef1: 20_000, guarant1: 'Ravi', planfie1: 'G' });
  const missing = act(opened(), { kind: 'submit', raws: { ...raws, guarant1: '' } });
  expect(missing.done).toBeNull();
  expect(missing.state).toMatchObject({ screen: 'screen02', path: ['screen01'] });
  expect(missing.faults).toEqual([{ field: 'guarant1', code: 'REQUIRED', slots: {} }]);
});

test('The check of a field says its own words, and a consent that is needed cannot be refused', () => {
  const { state } = act(opened(), { kind: 'screen', id: 'screen01', raws: first });
  const { faults } = act(state, { kind: 'field', id: 'incomef1', raw: '20050' });
  expect(faults.map((fault) => faultWords(fault, 'en'))).toEqual(['In hundreds.']);
  const last = act(act(state, { kind: 'screen', id: 'screen02', raws: { incomef1: 50_000 } }).state, {
    kind: 'screen',
    id: 'screen03',
    raws: { planfie1: ['option01'], agreefi1: false },
  });
  expect(last.faults).toEqual([{ field: 'agreefi1', code: 'REQUIRED', slots: {} }]);
});

test('An option that is not offered any more, and a shape that no face brings, are refused and not kept', () => {
  const { state } = act(opened(), { kind: 'screen', id: 'screen01', raws: { ...first, agefiel1: 80 } });
  expect(act(state, { kind: 'field', id: 'planfie1', raw: ['option99'] }).faults).toEqual([
    { field: 'planfie1', code: 'OPTION_GONE', slots: {} },
  ]);
  expect(act(state, { kind: 'field', id: 'planfie1', raw: 'unreadable' }).faults).toEqual([
    { field: 'planfie1', code: 'UNREADABLE', slots: {} },
  ]);
});

test('A screen that the person has not come to changes nothing', () => {
  expect(act(opened(), { kind: 'screen', id: 'screen03', raws: { planfie1: 'option01' } }).state).toEqual(opened());
  expect(act(opened(), { kind: 'field', id: 'planfie1', raw: ['option01'] }).state).toEqual(opened());
});

test('A check that cannot be computed refuses, and a condition that cannot be shows; both are told to the owner', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: {
          amountf1: { kind: 'number', id: 'amountf1', name: 'amount', check: '1 / (value - 5) > 0' },
          notefie1: { kind: 'text', id: 'notefie1', name: 'more', visibleIf: '1 / amount > 0' },
        },
      },
    }),
  );
  const state = openForm(form, {}, facts, now);
  const refused = fillForm(form, state, { kind: 'field', id: 'amountf1', raw: '5' }, facts, now);
  expect(refused.faults).toEqual([{ field: 'amountf1', code: 'CANNOT_CHECK', slots: {} }]);
  expect(refused.troubles).toEqual([{ field: 'amountf1', part: 'check', text: 'Nothing can be divided by 0.' }]);
  const { state: zero } = fillForm(form, state, { kind: 'field', id: 'amountf1', raw: '0' }, facts, now);
  expect(showScreen(form, zero, facts, now).fields.map(({ name }) => name)).toEqual(['amount', 'more']);
});

test('Known values fill the form, those of a caller first; a link that proves nobody tells only what it may', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: {
          namefie1: { kind: 'text', id: 'namefie1', name: 'who', prefill: 'customer.name', showsByLink: true },
          cityfie1: { kind: 'text', id: 'cityfie1', name: 'city', prefill: 'customer.city' },
          planfie1: {
            kind: 'choice',
            id: 'planfie1',
            name: 'plan',
            prefill: '"Silver"',
            options: { kind: 'fixed', items: [makeOption('option01', 'Silver', { value: 'S' })] },
          },
          sourcef1: { kind: 'hidden', id: 'sourcef1', name: 'source', prefill: 'entry.source' },
          mailfie1: { kind: 'email', id: 'mailfie1', name: 'mail', prefill: '"no address"' },
        },
      },
    }),
  );
  const known = formFacts({ customer: { name: 'Asha', city: 'Pune' }, entry: { source: 'flyer' } });
  expect(openForm(form, {}, known, now).values).toEqual({ namefie1: 'Asha', cityfie1: 'Pune', planfie1: 'S', sourcef1: 'flyer' });
  expect(openForm(form, { city: 'Delhi' }, known, now).values.cityfie1).toBe('Delhi');
  expect(openForm(form, { city: 'Delhi' }, { ...known, isProved: false }, now).values).toEqual({ namefie1: 'Asha', sourcef1: 'flyer' });
});

test('Options may come from a call, and are found again by their ids', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: { slotfie1: { kind: 'choice', id: 'slotfie1', name: 'slot', options: { kind: 'list', source: 'call.slots.answer' } } },
      },
    }),
  );
  const at = (answer: unknown) => formFacts({ call: { slots: { answer } as never } });
  const offered = at([
    { id: 'a1', title: '9:00' },
    { id: 'a2', title: '10:00' },
  ]);
  const state = openForm(form, {}, offered, now);
  expect(showScreen(form, state, offered, now).fields[0]?.options).toEqual([
    { id: 'a1', title: '9:00', description: '' },
    { id: 'a2', title: '10:00', description: '' },
  ]);
  const chosen = fillForm(form, state, { kind: 'field', id: 'slotfie1', raw: ['a2'] }, offered, now);
  expect(chosen.state.values).toEqual({ slotfie1: 'a2' });
  expect(fillForm(form, chosen.state, { kind: 'submit', raws: {} }, at([{ id: 'a1', title: '9:00' }]), now).faults).toEqual([
    { field: 'slotfie1', code: 'OPTION_GONE', slots: {} },
  ]);
});

test('The check of a form names each fault with its place', () => {
  const codesOf = (form: Parameters<typeof checkForm>[0]) =>
    checkForm(form, { customer: { pin: { type: 'Number' } }, hasRef: (_, id) => id !== 'gone' }).map(({ code, screen, field, part }) =>
      [code, field || screen, part].join(' '),
    );
  expect(codesOf(loanForm())).toEqual([]);
  expect(codesOf(makeForm({ screen01: { fields: {} } }))).toEqual(['FORM_EMPTY  ']);
  expect(
    codesOf(
      makeForm({
        screen01: {
          fields: {
            firstfi1: { kind: 'text', id: 'firstfi1', name: 'same', visibleIf: 'later == "x"', check: 'value + 1' },
            secondf1: { kind: 'choice', id: 'secondf1', name: 'same' },
            thirdfi1: { kind: 'consent', id: 'thirdfi1', name: 'later', label: {} },
            fourthf1: { kind: 'date', id: 'fourthf1', name: 'birth', least: 'nobody', saveTo: { ref: 'attribute', id: 'pin' } },
            fifthfi1: { kind: 'text', id: 'fifthfi1', name: 'customer', pattern: '(', saveTo: { ref: 'attribute', id: 'gone' } },
          },
          next: [{ when: 'true', to: 'screen03' }],
        },
        screen02: { fields: {} },
        screen03: { fields: {}, next: [{ when: '1', to: 'screen01' }] },
      }),
    ),
  ).toEqual([
    'NAME_TWICE secondf1 name',
    'NAME_TAKEN fifthfi1 name',
    'SCREEN_UNREACHED screen02 ',
    'SCREEN_BACKWARD screen03 next.way00000',
    'OPTIONS_MISSING secondf1 options',
    'CONSENT_TEXT_MISSING thirdfi1 label',
    'SAVE_TYPE fourthf1 saveTo',
    'PATTERN fifthfi1 pattern',
    'REF_GONE fifthfi1 saveTo',
    'NAME_LATER firstfi1 visibleIf',
    'EXPRESSION firstfi1 check',
    'EXPRESSION fourthf1 least',
    'NOT_YES_NO screen03 next.way00000',
  ]);
});

test('A form with unknown keys, doubles or too many fields is refused with the place', () => {
  expect(readForm({ format: 'other' })).toMatchObject({ faults: [{ code: 'not_a_stream' }] });
  expect(readForm({ ...loanForm(), extra: 1 })).toMatchObject({ faults: [{ code: 'field' }] });
  const whole = loanForm();
  const double = { ...whole, screens: whole.screens.map((screen, place) => (place === 1 ? { ...screen, id: 'screen01' } : screen)) };
  expect(readForm(double)).toMatchObject({ faults: [{ code: 'double', path: 'screens.1' }] });
  expect(readForm(JSON.parse(JSON.stringify(loanForm())))).toEqual({ form: loanForm() });
});
