import { fillSlots } from '@parley/contract/faults';
import { type ChoiceQuestion, matchChoice, type Offered } from '../content/choices.ts';
import { fold } from '../content/fold.ts';
import { showValue } from '../expression/show.ts';
import type { Location, Media } from '../expression/value.ts';
import type { CompiledForm } from './compile.ts';
import type { FormFacts } from './facts.ts';
import { type FormField, hasOptions, isAsked, isOfFiles } from './field.ts';
import { fillForm, viewOf } from './fill.ts';
import { type FormTexts, formTexts } from './form-texts.ts';
import { checkField } from './judge.ts';
import { optionsOf } from './options.ts';
import type { Raw } from './raw.ts';
import type { FieldFault, FormAnswers, FormState } from './state.ts';
import type { FormView } from './view.ts';

/** The question of a form that is asked one by one. @property choices null: it is answered in words, by a place or by files */
export type FormQuestion = { text: string; choices: Pick<ChoiceQuestion, 'items' | 'style'> | null; isSensitive: boolean };
export type FormSaid = { text: string; media: readonly Media[]; location: Location | null; pressed: string | null };
/** @property fault told before the question is asked again */
export type Answered = { state: FormState; fault: FieldFault | null; done: FormAnswers | null };

export const summary = 'summary';

/** Goes on to the first field that is shown and has neither an answer nor been skipped. */
function atNext(form: CompiledForm, state: FormState, facts: FormFacts, now: number): FormState {
  let current = state;
  for (let passed = 0; passed <= form.document.screens.length; passed += 1) {
    const view = viewOf(form, current, facts, now);
    const open = form.screens
      .get(current.screen)
      ?.fields.find(
        (field) => isAsked(field) && view.isShown(field) && current.values[field.id] === undefined && !current.skipped.includes(field.id),
      );
    if (open) return { ...current, asked: open.id };
    const screen = form.screens.get(current.screen);
    const next = screen ? view.nextOf(screen) : 'end';
    if (next === 'end') return { ...current, asked: summary };
    current = { ...current, path: [...current.path, current.screen], screen: next };
  }
  return { ...current, asked: summary };
}

/**
 * Takes over what was filled in by another face meanwhile, field by field: what it has stands, and the open question stays until it is answered or needed
 * no more. @param kept the filling as the other face has left it
 */
export function goOnFrom(form: CompiledForm, own: FormState, kept: FormState, facts: FormFacts, now: number): FormState {
  const skipped = own.skipped.filter((id) => kept.values[id] === undefined);
  const merged: FormState = { ...kept, asked: own.asked, skipped };
  const isAnswered = own.asked === summary || kept.values[own.asked] !== undefined;
  return isAnswered ? atNext(form, merged, facts, now) : merged;
}

export const askFirst = (form: CompiledForm, state: FormState, facts: FormFacts, now: number): FormState => atNext(form, state, facts, now);

/** The fields that were answered or passed over so far, in the order in which they were asked. */
const askedFields = (view: FormView, { path, screen, values, skipped }: FormState): FormField[] =>
  [...path, screen]
    .flatMap((id) => view.form.screens.get(id)?.fields ?? [])
    .filter((field) => isAsked(field) && view.isShown(field) && (values[field.id] !== undefined || skipped.includes(field.id)));

const showing = (view: FormView) => ({ language: view.language, zone: view.facts.zone });

export function questionOf(form: CompiledForm, state: FormState, facts: FormFacts, now: number): FormQuestion {
  const view = viewOf(form, state, facts, now);
  const texts = formTexts(view.language);
  if (state.asked === summary) return { text: summaryOf(view, state, texts), choices: null, isSensitive: false };
  const field = form.fields.get(state.asked);
  if (!field) return { text: '', choices: null, isSensitive: false };
  const lines = [...notesBefore(view, state, field), view.write(field.label), view.write(field.help), ...hintsOf(view, field, texts)];
  const text = lines.filter((line) => line !== '').join('\n');
  return { text, choices: choicesOf(view, field, texts), isSensitive: field.isSensitive };
}

/** Titles, texts and notes that stand on the screen above the first thing that it asks. */
function notesBefore(view: FormView, { screen }: FormState, field: FormField): string[] {
  const found = view.form.screens.get(screen);
  if (!found) return [];
  const place = found.fields.findIndex(({ id }) => id === field.id);
  const before = found.fields.slice(0, place);
  const above = before.findLastIndex(isAsked);
  const heads = above < 0 ? [view.write(found.title), view.write(found.text)] : [];
  return [
    ...heads,
    ...before.slice(above + 1).flatMap((note) => (note.kind === 'note' && view.isShown(note) ? [view.write(note.label)] : [])),
  ];
}

function hintsOf(view: FormView, field: FormField, texts: FormTexts): string[] {
  const skip = view.isRequired(field) ? [] : [isOfNumbers(field) ? texts.skipNumberHint : texts.skipHint];
  if (field.kind === 'choices') return [texts.severalHint, ...skip];
  if (field.kind === 'rating') return [fillSlots(texts.ratingHint, { most: field.steps }), ...skip];
  if (field.kind === 'location') return [texts.placeHint, ...skip];
  return isOfFiles(field) ? [texts.fileHint, ...skip] : skip;
}

const yes = 'yes1';
const no = 'no2';
function choicesOf(view: FormView, field: FormField, texts: FormTexts): FormQuestion['choices'] {
  const item = (id: string, title: string, description = '', synonyms: readonly string[] = []) => ({
    id,
    title,
    short: '',
    description,
    synonyms,
    action: { kind: 'reply' as const },
  });
  if (field.kind === 'yesNo' || field.kind === 'consent') return { style: 'buttons', items: [item(yes, texts.yes), item(no, texts.no)] };
  // Several are answered in words: a button can be pressed once.
  if (!hasOptions(field)) return null;
  const options = optionsOf(view, field).map(({ id, title, description, synonyms }) => item(id, title, description, synonyms));
  return { style: options.length <= 3 ? 'buttons' : 'list', items: options };
}

function summaryOf(view: FormView, state: FormState, texts: FormTexts): string {
  const lines = askedFields(view, state).map((field, place) => {
    const value = state.values[field.id] ?? null;
    const shown = field.isSensitive && value !== null ? '•••' : showAs(view, field, value, texts);
    return `${place + 1} ${view.write(field.label)}: ${shown || '–'}`;
  });
  return [texts.summary, ...lines, texts.summaryHint].join('\n');
}

function showAs(view: FormView, field: FormField, value: FormState['values'][string] | null, texts: FormTexts): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (!hasOptions(field)) return showValue(value, showing(view));
  const options = optionsOf(view, field);
  const titleOf = (one: unknown) => options.find((option) => option.value === one)?.title ?? String(one);
  return value === null ? '' : (Array.isArray(value) ? value : [value]).map(titleOf).join(', ');
}

/**
 * Hears what a person says to the question that is open: an answer, '0' or 'skip' to pass over what is not needed, 'back', and at the summary the number of
 * a line that is to be changed, or 'ok' to send.
 * @param offered numbers that stand before the choices on this channel
 */
export function hearAnswer(
  form: CompiledForm,
  state: FormState,
  said: FormSaid,
  facts: FormFacts,
  now: number,
  offered: readonly Offered[] = [],
): Answered {
  const view = viewOf(form, state, facts, now);
  const texts = formTexts(view.language);
  const word = said.pressed === null ? fold(said.text) : '';
  if (texts.backWords.some((one) => fold(one) === word)) return backFrom(view, state);
  if (state.asked === summary) return atSummary(view, state, said, texts);
  const field = form.fields.get(state.asked);
  if (!field) return { state: atNext(form, state, facts, now), fault: null, done: null };
  const isNeeded = view.isRequired(field);
  if (!isNeeded && isSkip(field, word, texts)) return skipped(view, state, field);
  if (isNeeded && isSkipWord(word, texts)) return { state, fault: { field: field.id, code: 'REQUIRED', slots: {} }, done: null };
  const raw = heardAs(view, field, said, texts, offered);
  const judged = checkField(viewBefore(view, state, field), field, raw);
  if ('fault' in judged) return { state, fault: judged.fault, done: null };
  if (judged.value === null) return skipped(view, state, field);
  return { state: atNext(form, { ...state, values: { ...state.values, [field.id]: judged.value } }, facts, now), fault: null, done: null };
}

const isOfNumbers = ({ kind }: FormField) => kind === 'number' || kind === 'rating';
const isSkipWord = (word: string, texts: FormTexts): boolean => texts.skipWords.some((one) => fold(one) === word);
/** '0' leaves out whatever it is no answer to. */
const isSkip = (field: FormField, word: string, texts: FormTexts): boolean =>
  isSkipWord(word, texts) || (word === '0' && !isOfNumbers(field));

/** A view that has read nothing below the field. */
function viewBefore(view: FormView, state: FormState, field: FormField): FormView {
  const { [field.id]: _, ...values } = state.values;
  return viewOf(view.form, { ...state, values }, view.facts, view.now);
}

const skipped = (view: FormView, state: FormState, { id }: FormField): Answered => ({
  state: atNext(view.form, { ...state, skipped: [...new Set([...state.skipped, id])] }, view.facts, view.now),
  fault: null,
  done: null,
});

function backFrom(view: FormView, state: FormState): Answered {
  const last = askedFields(view, state)
    .filter(({ id }) => id !== state.asked)
    .at(-1);
  return { state: last ? askAnew(view, state, last) : state, fault: null, done: null };
}

/** Asks one field once more; what was answered behind it stays. */
function askAnew({ form }: FormView, state: FormState, { id }: FormField): FormState {
  const { [id]: _, ...values } = state.values;
  const holder = [...state.path, state.screen].findIndex((screen) => form.screens.get(screen)?.fields.some((field) => field.id === id));
  const path = [...state.path, state.screen];
  return {
    ...state,
    values,
    skipped: state.skipped.filter((one) => one !== id),
    path: path.slice(0, holder),
    screen: path[holder] ?? state.screen,
    asked: id,
  };
}

function atSummary(view: FormView, state: FormState, said: FormSaid, texts: FormTexts): Answered {
  const word = fold(said.text);
  if (texts.okWords.some((one) => fold(one) === word)) {
    const { state: sent, faults, done } = fillForm(view.form, state, { kind: 'submit', raws: {} }, view.facts, view.now);
    const [fault] = faults;
    const field = fault && view.form.fields.get(fault.field);
    return field
      ? { state: askAnew(view, { ...state, values: sent.values }, field), fault, done: null }
      : { state: { ...sent, asked: summary }, fault: null, done };
  }
  const number = view.facts.readers.number(said.text, view.language);
  const field = number === null ? undefined : askedFields(view, state)[number - 1];
  return { state: field ? askAnew(view, state, field) : state, fault: null, done: null };
}

function heardAs(view: FormView, field: FormField, said: FormSaid, texts: FormTexts, offered: readonly Offered[]): Raw {
  if (isOfFiles(field)) return said.media.length > 0 ? { files: [...said.media] } : said.text;
  if (field.kind === 'location') return said.location ? { place: said.location } : said.text;
  const choices = choicesOf(view, field, texts);
  if (!choices) return said.text;
  const match = (text: string) =>
    matchChoice(
      text,
      { items: choices.items, offered: offered.length > 0 ? offered : numbered(choices.items), hasMore: false, more: '' },
      (words) => view.facts.readers.number(words, view.language),
    );
  if (said.pressed !== null) return field.kind === 'yesNo' || field.kind === 'consent' ? said.pressed === yes : [said.pressed];
  if (field.kind === 'yesNo' || field.kind === 'consent') {
    const meant = match(said.text);
    return meant === undefined ? said.text : meant === yes;
  }
  const whole = match(said.text);
  if (whole !== undefined || field.kind === 'choice') return [whole ?? `unknown:${said.text}`];
  const parts = said.text.split(/[,;\n]/).filter((part) => fold(part) !== '');
  return [...new Set(parts.map((part) => match(part) ?? `unknown:${part}`))];
}

const numbered = (items: readonly { id: string }[]): Offered[] => items.map(({ id }, place) => ({ id, number: place + 1 }));
