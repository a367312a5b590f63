import { showValue } from '../expression/show.ts';
import type { Value } from '../expression/value.ts';
import type { CompiledForm } from './compile.ts';
import type { FormFacts } from './facts.ts';
import { type FormFieldKind, isOfFiles } from './field.ts';
import { stepsLeft, viewOf } from './fill.ts';
import { rawAgain } from './judge.ts';
import { textLengths } from './limits.ts';
import { optionsOf, type ShownOption } from './options.ts';
import type { Raw } from './raw.ts';
import type { FormState } from './state.ts';
import type { FormView } from './view.ts';

/** @property given what stands in it now @property shown the same as words @property least bounds as a face may tell them; '' for none */
export type ShownField = {
  id: string;
  name: string;
  kind: FormFieldKind;
  label: string;
  help: string;
  isRequired: boolean;
  isSensitive: boolean;
  options: Omit<ShownOption, 'value' | 'synonyms'>[];
  steps: number;
  least: string;
  most: string;
  longest: number;
  picture: string;
  given: Raw;
  shown: string;
};
/** @property step counts from 1 @property steps about how many there are, as the answers stand */
export type ShownScreen = {
  id: string;
  title: string;
  text: string;
  fields: ShownField[];
  step: number;
  steps: number;
  canGoBack: boolean;
  isLast: boolean;
};

/** The open screen as a person sees it: without hidden fields, and without those whose condition does not hold. */
export function showScreen(form: CompiledForm, state: FormState, facts: FormFacts, now: number): ShownScreen {
  const view = viewOf(form, state, facts, now);
  const screen = form.screens.get(state.screen);
  const left = stepsLeft(view, state.screen);
  return {
    id: state.screen,
    title: view.write(screen?.title ?? {}),
    text: view.write(screen?.text ?? {}),
    fields: (screen?.fields ?? [])
      .filter((field) => field.kind !== 'hidden' && view.isShown(field))
      .map((field) => shownField(view, field, state)),
    step: state.path.length + 1,
    steps: state.path.length + left,
    canGoBack: state.path.length > 0,
    isLast: left <= 1,
  };
}

function shownField(view: FormView, field: Parameters<typeof optionsOf>[1], { values }: FormState): ShownField {
  const { id, name, kind, isSensitive, steps } = field;
  const value: Value = values[id] ?? null;
  const bound = (part: 'least' | 'most') => (field[part] === '' ? '' : plain(view.maybe(field, part, field[part]) ?? null));
  return {
    id,
    name,
    kind,
    label: view.write(field.label),
    help: view.write(field.help),
    isRequired: view.isRequired(field),
    isSensitive,
    options: optionsOf(view, field).map((option) => ({ id: option.id, title: option.title, description: option.description })),
    steps,
    least: bound('least'),
    most: bound('most'),
    longest: kind === 'longText' ? textLengths.longText : textLengths.text,
    picture: field.picture?.id ?? '',
    given: rawAgain(view, field, value),
    shown: isOfFiles(field) && Array.isArray(value) ? value.map((file) => show(view, file)).join(', ') : show(view, value),
  };
}

const show = (view: FormView, value: Value) => showValue(value, { language: view.language, zone: view.facts.zone });
/** A bound as a browser's own field takes it. */
const plain = (value: Value): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && value.$ === 'day'
    ? String(value.day)
    : value === null
      ? ''
      : String(value);
