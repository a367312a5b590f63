import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showChoices } from '../content/choices.ts';
import { sms, whatsapp } from '../engine/engine.fixtures.ts';
import { type CompiledForm, compileForm } from './compile.ts';
import { fieldsOf } from './document.ts';
import { answersOf, anyForm, colours, type Meant } from './faces.fixtures.ts';
import type { FormField } from './field.ts';
import { fillForm, openForm } from './fill.ts';
import { formFacts, loanForm, makeForm, now } from './form.fixtures.ts';
import { askFirst, hearAnswer, questionOf, summary } from './question.ts';
import { rawOf } from './raw.ts';
import { showScreen } from './show.ts';
import type { FormAnswers, FormState } from './state.ts';

const facts = formFacts();
const runs = 2000;

/** A browser posts everything as words, and a box that is not ticked not at all. */
const asPage = (_field: FormField, meant: Meant[string]): unknown =>
  meant === null ? '' : typeof meant === 'boolean' ? (meant ? 'true' : 'false') : Array.isArray(meant) ? meant : String(meant);
const asFlow = (field: FormField, meant: Meant[string]): unknown =>
  meant === null ? '' : field.kind === 'choice' && Array.isArray(meant) ? meant[0] : meant;

type Ended = { done: FormAnswers['values'] | null; faults: string[] };

function byScreens(form: CompiledForm, meant: Meant, face: 'page' | 'flow'): Ended {
  let state: FormState = openForm(form, {}, facts, now);
  for (let screens = 0; screens < 50; screens += 1) {
    const shown = showScreen(form, state, facts, now);
    const screen = form.screens.get(shown.id);
    const raws = Object.fromEntries(
      (screen?.fields ?? []).map((field) => [
        field.id,
        rawOf(face, field, (face === 'page' ? asPage : asFlow)(field, meant[field.id] ?? null)),
      ]),
    );
    const filled = fillForm(form, state, { kind: 'screen', id: shown.id, raws }, facts, now);
    if (filled.done) return { done: filled.done.values, faults: [] };
    if (filled.faults.length > 0) return { done: null, faults: filled.faults.map(({ field, code }) => `${field} ${code}`).slice(0, 1) };
    state = filled.state;
  }
  throw new Error('The form does not end.');
}

function byFlowAtOnce(form: CompiledForm, meant: Meant): Ended {
  const raws = Object.fromEntries(
    fieldsOf(form.document).map((field) => [field.id, rawOf('flow', field, asFlow(field, meant[field.id] ?? null))]),
  );
  const { done, faults } = fillForm(form, openForm(form, {}, facts, now), { kind: 'submit', raws }, facts, now);
  return { done: done?.values ?? null, faults: faults.map(({ field, code }) => `${field} ${code}`).slice(0, 1) };
}

/** Answers of somebody who reads numbered lines. */
function byQuestions(form: CompiledForm, meant: Meant, shape: typeof sms): Ended {
  let state = askFirst(form, openForm(form, {}, facts, now), facts, now);
  for (let asked = 0; asked < 500; asked += 1) {
    if (state.asked === summary) {
      const sent = hearAnswer(form, state, { text: 'ok', media: [], location: null, pressed: null }, facts, now);
      return { done: sent.done?.values ?? null, faults: sent.fault ? [`${sent.fault.field} ${sent.fault.code}`] : [] };
    }
    const field = form.fields.get(state.asked) as FormField;
    const { choices } = questionOf(form, state, facts, now);
    const answer = meant[field.id] ?? null;
    const offered = choices
      ? showChoices({ text: '', items: choices.items, style: choices.style, button: '', more: '' }, shape).offered
      : [];
    const numberOf = (id: string) => String(offered.find((one) => one.id === id)?.number ?? id);
    const text =
      answer === null || answer === ''
        ? 'skip'
        : typeof answer === 'boolean'
          ? answer
            ? '1'
            : '2'
          : Array.isArray(answer)
            ? answer.map(numberOf).join(', ')
            : String(answer);
    const heard = hearAnswer(form, state, { text, media: [], location: null, pressed: null }, facts, now, offered);
    if (heard.fault) return { done: null, faults: [`${heard.fault.field} ${heard.fault.code}`] };
    state = heard.state;
  }
  throw new Error('The questions do not end.');
}

test('Every face accepts and refuses the same answers of the same form, and keeps the same values', () => {
  fc.assert(
    fc.property(
      anyForm.chain(({ form, kinds: of }) =>
        fc.record({ form: fc.constant(form), answers: fc.tuple(...of.map((kind) => answersOf[kind])) as fc.Arbitrary<Meant[string][]> }),
      ),
      ({ form, answers }) => {
        const compiled = compileForm(form);
        const meant: Meant = Object.fromEntries(answers.map((answer, place) => [`field00${place}`, answer]));
        const page = byScreens(compiled, meant, 'page');
        expect(byScreens(compiled, meant, 'flow')).toEqual(page);
        expect(byFlowAtOnce(compiled, meant)).toEqual(page);
        // One by one, whoever leaves out what is needed is told so in the words of the answer that they gave.
        const isLeftOut = page.faults.some((fault) => fault.endsWith('REQUIRED'));
        for (const shape of [sms, whatsapp]) {
          const asked = byQuestions(compiled, meant, shape);
          if (isLeftOut)
            expect({ done: asked.done, field: asked.faults[0]?.split(' ')[0] }).toEqual({
              done: null,
              field: page.faults[0]?.split(' ')[0],
            });
          else expect(asked).toEqual(page);
        }
      },
    ),
    { numRuns: Number(process.env.FORM_RUNS ?? runs) },
  );
});

test('Acts are repeated and the state is the same to the byte; nothing that passes is lost by going back', () => {
  const form = compileForm(loanForm());
  const once = fillForm(
    form,
    openForm(form, {}, facts, now),
    { kind: 'screen', id: 'screen01', raws: { fullnam1: 'A', agefiel1: '40' } },
    facts,
    now,
  );
  const again = fillForm(form, once.state, { kind: 'screen', id: 'screen01', raws: { fullnam1: 'A', agefiel1: '40' } }, facts, now);
  expect(JSON.stringify(again.state)).toBe(JSON.stringify(once.state));
  const back = fillForm(form, once.state, { kind: 'back' }, facts, now);
  expect(showScreen(form, back.state, facts, now).fields.map(({ given }) => given)).toEqual(['A', 40]);
});

test('A person who is asked one by one goes back, passes over, changes a line of the summary and sends', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        title: 'You',
        fields: {
          namefie1: { kind: 'text', id: 'namefie1', name: 'who', required: 'true', label: { en: 'Your name?' } },
          mailfie1: { kind: 'email', id: 'mailfie1', name: 'mail', label: { en: 'Your address?' } },
          planfie1: {
            kind: 'choice',
            id: 'planfie1',
            name: 'plan',
            label: { en: 'Plan?' },
            required: 'true',
            options: colours,
            isSensitive: true,
          },
        },
      },
    }),
  );
  let state = askFirst(form, openForm(form, {}, facts, now), facts, now);
  const say = (text: string) => {
    const heard = hearAnswer(form, state, { text, media: [], location: null, pressed: null }, facts, now);
    state = heard.state;
    return heard;
  };
  const shown = () => questionOf(form, state, facts, now).text;
  expect(shown()).toBe('You\nYour name?');
  say('Asha');
  expect(shown()).toBe('Your address?\nAnswer 0 to leave it out.');
  say('back');
  expect(shown()).toBe('You\nYour name?');
  say('Asha Rao');
  expect(say('asha').fault).toMatchObject({ code: 'NOT_EMAIL' });
  say('0');
  expect(questionOf(form, state, facts, now)).toMatchObject({ text: 'Plan?', isSensitive: true, choices: { style: 'buttons' } });
  say('blue');
  expect(shown()).toBe(
    'This is what we have:\n1 Your name?: Asha Rao\n2 Your address?: –\n3 Plan?: •••\nAnswer with a number to change a line, or with OK to send it.',
  );
  say('2');
  expect(shown()).toBe('Your address?\nAnswer 0 to leave it out.');
  say('asha@example.com');
  expect(say('ok').done?.values).toEqual({ namefie1: 'Asha Rao', mailfie1: 'asha@example.com', planfie1: 'B' });
});
