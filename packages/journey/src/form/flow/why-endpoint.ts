import type { CompiledForm } from '../compile.ts';
import type { FormScreen } from '../document.ts';
import { type FormField, hasOptions } from '../field.ts';
import { FlowConditions } from './condition.ts';
import type { FlowNote } from './notes.ts';
import { hasPlaceholder, namesAnswers } from './words.ts';

/** Options that are known only while the form is filled in. */
export const isLive = ({ options }: FormField): boolean =>
  options !== null &&
  (options.kind === 'list' || options.items.some(({ title, description }) => hasPlaceholder(title) || hasPlaceholder(description)));

/** Reasons why a flow needs our server at each screen; none: it runs without. */
export function whyEndpoint(form: CompiledForm): FlowNote[] {
  return form.document.screens.flatMap((screen) => {
    const conditions = new FlowConditions(form, screen.id);
    const note = (field: string, text: string): FlowNote => ({ kind: 'endpoint', screen: screen.id, field, text });
    return [
      ...([screen.title, screen.text].some((words) => namesAnswers(form, words)) ? [note('', 'Its words show answers.')] : []),
      ...screen.fields.filter(({ kind }) => kind !== 'hidden').flatMap((field) => whyField(form, conditions, field, note)),
      ...whyWays(screen, conditions).map((text) => note('', text)),
    ];
  });
}

function whyField(
  form: CompiledForm,
  conditions: FlowConditions,
  field: FormField,
  note: (field: string, text: string) => FlowNote,
): FlowNote[] {
  const found: FlowNote[] = [];
  for (const part of ['visibleIf', 'required'] as const) {
    if (field[part] === '') continue;
    const written = conditions.write(field[part]);
    if (written.kind === 'server') found.push(note(field.id, `${part}: ${written.reason}`));
  }
  if (hasOptions(field) && isLive(field)) found.push(note(field.id, 'Its options are read while the form is filled in.'));
  if ([field.label, field.help].some((words) => namesAnswers(form, words))) found.push(note(field.id, 'Its words show answers.'));
  return found;
}

/** A screen has one footer for each way, and footers stand side by side in one condition or one switch alone. */
function whyWays({ next }: FormScreen, conditions: FlowConditions): string[] {
  const written = next.map(({ when }) => conditions.write(when));
  const reasons = written.flatMap((one) => (one.kind === 'server' ? [`next: ${one.reason}`] : []));
  if (reasons.length > 0) return reasons;
  const open = next.filter((_, place) => written[place]?.kind === 'source');
  if (open.length < 2) return [];
  const choices = open.map(({ when }) => conditions.choiceOf(when)?.field.id);
  return choices.every((id) => id !== undefined && id === choices[0]) ? [] : ['next: Several ways hang on more than one choice.'];
}
