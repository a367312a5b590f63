import type { Value, ValueMap } from '../expression/value.ts';
import type { CompiledForm } from './compile.ts';
import type { FormScreen } from './document.ts';
import type { FormFacts } from './facts.ts';
import { type FormField, isAsked, isOfFiles } from './field.ts';
import { checkField, rawAgain } from './judge.ts';
import { optionsOf } from './options.ts';
import type { Raw } from './raw.ts';
import type { FieldFault, FormAnswers, FormState, FormValues } from './state.ts';
import { type FormTrouble, FormView } from './view.ts';

/** Answers of a screen by the id of their field. */
export type Raws = Readonly<Record<string, Raw | 'unreadable'>>;
/**
 * An act on a form. `screen` leaves a screen with its answers, and `submit` may bring those of every screen at once, as a flow does that runs
 * without a server.
 */
export type FormAct =
  | { kind: 'field'; id: string; raw: Raw | 'unreadable' }
  | { kind: 'screen'; id: string; raws: Raws }
  | { kind: 'back' }
  | { kind: 'submit'; raws: Raws };
/** @property faults of the screen that stands open now @property done null: it is not sent yet */
export type Filled = { state: FormState; faults: FieldFault[]; done: FormAnswers | null; troubles: FormTrouble[] };

/** Begins a form, with what is known of the person already. @param given values by the name of their field, before those of `prefill` */
export function openForm(form: CompiledForm, given: ValueMap, facts: FormFacts, now: number): FormState {
  const view = new FormView(form, facts, now);
  const values: FormValues = {};
  for (const { fields } of form.document.screens)
    for (const field of fields) {
      const value = knownOf(view, field, given);
      view.put(field, value);
      if (value !== null) values[field.id] = value;
    }
  return { path: [], screen: form.document.screens[0]?.id ?? '', values, asked: '', skipped: [] };
}

function knownOf(view: FormView, field: FormField, given: ValueMap): Value {
  if (field.name === '' || (!view.facts.isProved && !field.showsByLink && field.kind !== 'hidden')) return null;
  const own = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
  const value = own ?? (field.prefill === '' ? null : (view.maybe(field, 'prefill', field.prefill) ?? null));
  if (value === null || field.kind === 'hidden') return value;
  const judged = checkField(view, field, rawOfValue(view, field, value));
  return 'value' in judged ? judged.value : null;
}

/** A value from elsewhere means an option by what it stands for or by its title. */
function rawOfValue(view: FormView, field: FormField, value: Value): Raw {
  if (!field.options) return rawAgain(view, field, value);
  const options = optionsOf(view, field);
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => options.find((option) => option.value === one || option.title === one)?.id ?? 'gone');
}

/**
 * Takes one act. It knows neither clock nor chance, and the same act on the same state gives the same state to the byte; an act on a screen that
 * the person has not come to changes nothing.
 */
export function fillForm(form: CompiledForm, state: FormState, act: FormAct, facts: FormFacts, now: number): Filled {
  const view = new FormView(form, facts, now);
  const filled = take(view, state, act);
  return { ...filled, troubles: view.troubles };
}

type Taken = Omit<Filled, 'troubles'>;
const still = (state: FormState, faults: FieldFault[] = []): Taken => ({ state, faults, done: null });

function take(view: FormView, state: FormState, act: FormAct): Taken {
  switch (act.kind) {
    case 'back': {
      const screen = state.path.at(-1);
      return still(screen === undefined ? state : { ...state, path: state.path.slice(0, -1), screen });
    }
    case 'field':
      return takeField(view, state, act);
    case 'screen':
      return takeScreen(view, state, act);
    case 'submit':
      return submit(view, state, act.raws);
  }
}

const screenOf = (view: FormView, id: string): FormScreen | undefined => view.form.screens.get(id);

/** Reads the screens that were passed before one. */
function readBefore(view: FormView, path: readonly string[], values: FormValues): void {
  for (const id of path) {
    const screen = screenOf(view, id);
    if (screen) view.read(screen, values);
  }
}

/** @returns undefined where the person has not come to the screen */
function pathTo(state: FormState, screen: string): string[] | undefined {
  if (screen === state.screen) return state.path;
  const place = state.path.indexOf(screen);
  return place < 0 ? undefined : state.path.slice(0, place);
}

function takeField(view: FormView, state: FormState, { id, raw }: FormAct & { kind: 'field' }): Taken {
  const holder = [...state.path, state.screen]
    .map((one) => screenOf(view, one))
    .find((screen) => screen?.fields.some((field) => field.id === id));
  if (!holder) return still(state);
  readBefore(view, pathTo(state, holder.id) ?? [], state.values);
  for (const field of holder.fields) {
    if (!view.readField(field, state.values[field.id] ?? null) || field.id !== id) continue;
    const { values, faults } = judge(view, field, raw, state.values);
    return still({ ...state, values }, faults);
  }
  return still(state);
}

/** Judges one field and gives its name its value. */
function judge(
  view: FormView,
  field: FormField,
  raw: Raw | 'unreadable',
  before: FormValues,
): { values: FormValues; faults: FieldFault[] } {
  const { [field.id]: _, ...values } = before;
  const judged =
    raw === 'unreadable' ? { fault: { field: field.id, code: 'UNREADABLE' as const, slots: {} } } : checkField(view, field, raw);
  if ('fault' in judged) {
    view.put(field, null);
    return { values, faults: [judged.fault] };
  }
  view.put(field, judged.value);
  return { values: judged.value === null ? values : { ...values, [field.id]: judged.value }, faults: [] };
}

/** Judges what a screen asks, in its order, so that what is shown below sees what was said above. */
function judgeScreen(
  view: FormView,
  screen: FormScreen,
  before: FormValues,
  rawFor: (field: FormField) => Raw | 'unreadable',
): { values: FormValues; faults: FieldFault[] } {
  let values = before;
  const faults: FieldFault[] = [];
  for (const field of screen.fields) {
    if (!view.readField(field, values[field.id] ?? null) || !isAsked(field)) continue;
    const judged = judge(view, field, rawFor(field), values);
    values = judged.values;
    faults.push(...judged.faults);
  }
  return { values, faults };
}

function takeScreen(view: FormView, state: FormState, { id, raws }: FormAct & { kind: 'screen' }): Taken {
  const path = pathTo(state, id);
  const screen = screenOf(view, id);
  if (!path || !screen) return still(state);
  readBefore(view, path, state.values);
  // Files come by a road of their own: a screen that does not name them keeps them.
  const rawFor = (field: FormField) =>
    raws[field.id] ?? (isOfFiles(field) && !Object.hasOwn(raws, field.id) ? rawAgain(view, field, state.values[field.id] ?? null) : null);
  const { values, faults } = judgeScreen(view, screen, state.values, rawFor);
  if (faults.length > 0) return still({ ...state, path, screen: id, values }, faults);
  const next = onward(view, screen);
  if (next === 'end') return submit(new FormView(view.form, view.facts, view.now, view.work), { ...state, path, screen: id, values }, {});
  return still({ ...state, path: [...path, id], screen: next, values });
}

/** A way that leads back or nowhere is not taken, so that every form ends. */
function onward(view: FormView, screen: FormScreen): string {
  const to = view.nextOf(screen);
  const order = view.form.document.screens.map(({ id }) => id);
  return to === 'end' || order.indexOf(to) > order.indexOf(screen.id) ? to : (view.form.below(screen.id) ?? 'end');
}

/** Judges the whole form along the way that its answers make; the first screen with a fault stands open again. */
function submit(view: FormView, state: FormState, raws: Raws): Taken {
  let { values } = state;
  const path: string[] = [];
  const shown: FormValues = {};
  for (let at: string = view.form.document.screens[0]?.id ?? 'end'; at !== 'end'; ) {
    const screen = screenOf(view, at);
    if (!screen) break;
    const rawFor = (field: FormField) =>
      Object.hasOwn(raws, field.id) ? (raws[field.id] ?? null) : rawAgain(view, field, values[field.id] ?? null);
    const judged = judgeScreen(view, screen, values, rawFor);
    values = judged.values;
    if (judged.faults.length > 0) return still({ ...state, path, screen: at, values }, judged.faults);
    for (const field of screen.fields) {
      const value = values[field.id];
      if (value !== undefined && view.isShown(field)) shown[field.id] = value;
    }
    path.push(at);
    at = onward(view, screen);
  }
  return { state: { ...state, path: path.slice(0, -1), screen: path.at(-1) ?? '', values }, faults: [], done: { values: shown, path } };
}

/** A view of a form as it stands, its open screen read. */
export function viewOf(form: CompiledForm, state: FormState, facts: FormFacts, now: number): FormView {
  const view = new FormView(form, facts, now);
  readBefore(view, [...state.path, state.screen], state.values);
  return view;
}

/** Screens from the open one to the end, as the answers are now. */
export function stepsLeft(view: FormView, screen: string): number {
  let count = 0;
  for (let at = screen; at !== 'end' && at !== ''; count += 1) {
    const found = screenOf(view, at);
    if (!found) break;
    at = onward(view, found);
  }
  return count;
}
