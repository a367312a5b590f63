import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sms } from '../packages/journey/src/engine/engine.fixtures.ts';
import { compileForm } from '../packages/journey/src/form/compile.ts';
import { answersOf, anyForm } from '../packages/journey/src/form/faces.fixtures.ts';
import { planFlow } from '../packages/journey/src/form/flow/plan.ts';
import { formFacts, now } from '../packages/journey/src/form/form.fixtures.ts';
import { flowFace } from '../packages/journey/src/form/walk/flow-face.ts';
import type { Meant } from '../packages/journey/src/form/walk/meant.ts';
import { pageFace } from '../packages/journey/src/form/walk/page-face.ts';
import { questionsFace } from '../packages/journey/src/form/walk/questions-face.ts';
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
