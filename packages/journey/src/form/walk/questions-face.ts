import { type ChoiceShape, showChoices } from '../../content/choices.ts';
import type { CompiledForm } from '../compile.ts';
import { openForm } from '../fill.ts';
import { askFirst, type FormSaid, hearAnswer, questionOf, summary } from '../question.ts';
import { accepted, type FaceUnderTest, type MeantValue, refused, type World } from './meant.ts';

const nothing: FormSaid = { text: '', media: [], location: null, pressed: null };

/** Plays a form as questions that are answered one by one, by numbers where there is something to choose. */
export const questionsFace = (form: CompiledForm, world: World, shape: ChoiceShape): FaceUnderTest => ({
  name: 'questions',
  play(meant) {
    const { facts, now, given } = world;
    let state = askFirst(form, openForm(form, given, facts, now), facts, now);
    const screens: string[] = [];
    for (let asked = 0; asked < 500; asked += 1) {
      // Screens that ask nothing are passed with the one that follows.
      for (const id of [...state.path, state.screen]) if (!screens.includes(id)) screens.push(id);
      if (state.asked === summary) {
        const { done, fault } = hearAnswer(form, state, { ...nothing, text: 'ok' }, facts, now);
        return done ? accepted(done.values, screens) : refused(fault ? [fault] : [], screens);
      }
      const field = form.fields.get(state.asked);
      if (!field) throw new Error('Nothing is asked.');
      const { choices } = questionOf(form, state, facts, now);
      const offered = choices
        ? showChoices({ text: '', items: choices.items, style: choices.style, button: '', more: '' }, shape).offered
        : [];
      const numberOf = (id: string) => String(offered.find((one) => one.id === id)?.number ?? id);
      const heard = hearAnswer(form, state, saidFor(meant[field.id] ?? null, numberOf), facts, now, offered);
      if (heard.fault) return refused([heard.fault], screens);
      if (heard.state.asked === state.asked) throw new Error('The answer was not taken.');
      state = heard.state;
    }
    throw new Error('The questions do not end.');
  },
});

function saidFor(meant: MeantValue, numberOf: (id: string) => string): FormSaid {
  if (meant === null) return { ...nothing, text: 'skip' };
  if (typeof meant === 'boolean') return { ...nothing, text: meant ? '1' : '2' };
  if (Array.isArray(meant)) return { ...nothing, text: meant.map(numberOf).join(', ') };
  if (typeof meant !== 'object') return { ...nothing, text: String(meant) };
  return 'files' in meant ? { ...nothing, media: meant.files } : { ...nothing, location: meant.place };
}
