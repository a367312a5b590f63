import type { CompiledForm } from '../compile.ts';
import { isAsked } from '../field.ts';
import { fillForm, openForm } from '../fill.ts';
import { rawOf } from '../raw.ts';
import type { FormState } from '../state.ts';
import { accepted, asPosted, type FaceUnderTest, type Meant, type Played, refused, type World } from './meant.ts';

/** Plays a form on its page, screen by screen. */
export const pageFace = (form: CompiledForm, world: World): FaceUnderTest => ({
  name: 'page',
  play: (meant) => playPage(form, openForm(form, world.given, world.facts, world.now), meant, world, []),
});

/** Goes on with a form on its page, wherever it stands. */
export function playPage(form: CompiledForm, from: FormState, meant: Meant, { facts, now }: World, screens: readonly string[]): Played {
  let state = from;
  const seen = [...screens];
  for (let passed = 0; passed <= form.document.screens.length; passed += 1) {
    const id = state.screen;
    seen.push(id);
    const fields = (form.screens.get(id)?.fields ?? []).filter(isAsked);
    const raws = Object.fromEntries(fields.map((field) => [field.id, rawOf('page', field, asPosted(field, meant[field.id] ?? null))]));
    const filled = fillForm(form, state, { kind: 'screen', id, raws }, facts, now);
    if (filled.done) return accepted(filled.done.values, seen);
    if (filled.faults.length > 0) return refused(filled.faults, seen);
    state = filled.state;
  }
  throw new Error('The form does not end.');
}
