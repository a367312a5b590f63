// biome-ignore-all lint/suspicious/noTemplateCurlyInString: bindings of Flow JSON look so
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sms, whatsapp } from '../packages/journey/src/engine/engine.fixtures.ts';
import { type CompiledForm, compileForm } from '../packages/journey/src/form/compile.ts';
import type { FormDocument } from '../packages/journey/src/form/document.ts';
import { answersOf, anyForm } from '../packages/journey/src/form/faces.fixtures.ts';
import { planFlow } from '../packages/journey/src/form/flow/plan.ts';
import { formFacts, loanForm, makeForm, makeOption, now } from '../packages/journey/src/form/form.fixtures.ts';
import { flowFace } from '../packages/journey/src/form/walk/flow-face.ts';
import type { Meant } from '../packages/journey/src/form/walk/meant.ts';
import { pageFace } from '../packages/journey/src/form/walk/page-face.ts';
import { questionsFace } from '../packages/journey/src/form/walk/questions-face.ts';
import { playWalk, walkForm } from '../packages/journey/src/form/walk.ts';
import { FlowPhone } from '../packages/vendors/src/simulator/flow-phone.ts';

const world = { facts: formFacts(), now, given: {} };
const runs = Number(process.env.FORM_RUNS ?? 2000);

test('A page, a flow on the phone, with an endpoint and without, and questions take the same answers and keep the same values', () => {
  const counts = { static: 0, endpoint: 0, accepted: 0, unsaid: 0 };
  fc.assert(
    fc.property(
      anyForm.chain(({ form, kinds }) =>
        fc.record({
          form: fc.constant(form),
          answers: fc.tuple(...kinds.map((kind) => answersOf[kind])) as fc.Arbitrary<Meant[string][]>,
        }),
      ),
      ({ form, answers }) => {
        const compiled = compileForm(form);
        const { mode, notes } = planFlow(compiled);
        expect(notes.filter(({ kind }) => kind === 'limit')).toEqual([]);
        const meant: Meant = Object.fromEntries(answers.map((answer, place) => [`field00${place}`, answer]));
        const page = pageFace(compiled, world).play(meant);
        const flow = flowFace(compiled, world, (json) => new FlowPhone(json)).play(meant);
        const questions = questionsFace(compiled, world, sms).play(meant);
        counts[mode] += 1;
        if (page.values) counts.accepted += 1;
        expect(questions.values).toEqual(page.values);
        if (flow.unsaid) {
          counts.unsaid += 1;
          return;
        }
        expect(flow.values).toEqual(page.values);
        if (page.values) expect(flow.screens.filter((id) => page.screens.includes(id))).toEqual(page.screens);
      },
    ),
    { numRuns: runs },
  );
  // Each kind of flow has its share, and enough forms end.
  expect({ ...counts, isEnough: Math.min(counts.static, counts.endpoint, counts.accepted) > runs / 10 }).toMatchObject({ isEnough: true });
  if (process.env.FORM_RUNS) console.info(counts);
});

const colours = { kind: 'fixed', items: [makeOption('optiona1', 'Red'), makeOption('optionb1', 'Blue', { value: 'B' })] };
/** A form with every kind of field, so that some of it goes by a link. */
const everything = () =>
  makeForm({
    screen01: {
      title: 'You',
      fields: {
        namefie1: { kind: 'text', id: 'namefie1', name: 'name1', required: 'true', least: '2', most: '20' },
        kindfie1: { kind: 'choice', id: 'kindfie1', name: 'kind1', required: 'true', options: colours },
        birthfi1: { kind: 'date', id: 'birthfi1', name: 'birth', least: 'date("1930-01-01")', most: 'date("2010-01-01")' },
        panfiel1: {
          kind: 'text',
          id: 'panfiel1',
          name: 'pan',
          visibleIf: 'kind1 == "B"',
          required: 'true',
          pattern: '[A-Z]{5}\\d{4}[A-Z]',
        },
      },
      next: [{ when: 'kind1 == "Red"', to: 'screen03' }],
    },
    screen02: {
      fields: {
        incomef1: { kind: 'number', id: 'incomef1', name: 'income', required: 'true', check: 'value % 100 == 0' },
        starsfi1: { kind: 'rating', id: 'starsfi1', name: 'stars' },
        likesfi1: { kind: 'choices', id: 'likesfi1', name: 'likes', options: colours, most: '1' },
        photofi1: { kind: 'photo', id: 'photofi1', name: 'photo', required: 'true' },
      },
    },
    screen03: {
      fields: {
        mailfie1: { kind: 'email', id: 'mailfie1', name: 'mail', required: 'true' },
        gladfie1: { kind: 'yesNo', id: 'gladfie1', name: 'glad', required: 'true' },
        storyfi1: { kind: 'longText', id: 'storyfi1', name: 'story', visibleIf: '!glad' },
        agreefi1: { kind: 'consent', id: 'agreefi1', name: 'agree', required: 'true', label: { en: 'I agree to be called.' } },
      },
    },
  });

const facesOf = (form: CompiledForm) => [
  flowFace(form, world, (json) => new FlowPhone(json)),
  questionsFace(form, world, sms),
  questionsFace(form, world, whatsapp),
];
const differencesOf = (form: CompiledForm) => {
  const page = pageFace(form, world);
  const { walks, missed } = walkForm(form, world);
  const differences = walks.flatMap((walk) =>
    facesOf(form).flatMap((face) => {
      const { isSame, page: expected, played } = playWalk(walk, face, page);
      return isSame ? [] : [{ face: face.name, walk, expected, played }];
    }),
  );
  return { walks, missed, differences };
};

test.each([
  ['without an endpoint', everything, 'static', []],
  // Nobody else comes to it, so that one way of the condition stays untried.
  ['with an endpoint', () => withLive(everything()), 'endpoint', ['hidden namefie1']],
  ['of a loan', loanForm, 'static', []],
])('Every walk of a form %s ends alike on page, flow and questions, and each screen is seen on each', (_name, make, mode, untried) => {
  const form = compileForm(make());
  expect(planFlow(form)).toMatchObject({ mode });
  const { walks, missed, differences } = differencesOf(form);
  expect([missed, differences]).toEqual([untried, []]);
  expect(walks.length).toBeGreaterThan(10);
  const page = pageFace(form, world);
  for (const face of [page, ...facesOf(form)]) {
    const seen = new Set(walks.flatMap(({ meant }) => face.play(meant).screens));
    expect([face.name, [...seen].sort()]).toEqual([face.name, form.document.screens.map(({ id }) => id)]);
  }
});

/** The same form with a condition that only our server knows. */
function withLive(document: FormDocument): FormDocument {
  const [first] = document.screens;
  const field = first?.fields[0];
  if (field) field.visibleIf = 'customer.name == "Asha"';
  return document;
}

test('A flow that was written wrong is found by the walks: a way that leads elsewhere, a condition turned over, a field that is not sent', () => {
  const form = compileForm(loanForm());
  const page = pageFace(form, world);
  const broken = (change: (json: string) => string) =>
    walkForm(form, world).walks.some(
      (walk) =>
        !playWalk(
          walk,
          flowFace(form, world, (json) => new FlowPhone(JSON.parse(change(JSON.stringify(json))))),
          page,
        ).isSame,
    );
  expect(broken((json) => json)).toBe(false);
  expect(broken((json) => json.replace('form.age} > 70', 'form.age} < 70'))).toBe(true);
  expect(broken((json) => json.replace('form.income} < 25000', 'form.income} > 25000'))).toBe(true);
  expect(broken((json) => json.replace('"plan":"${form.plan}",', ''))).toBe(true);
  expect(broken((json) => json.replace('"name":"screenDaDc"', '"name":"screenDaDd"'))).toBe(true);
});
