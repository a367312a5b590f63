import { namesIn } from '../../check/variables.ts';
import { ExpressionFault } from '../../expression/fault.ts';
import type { CompiledForm } from '../compile.ts';
import type { FormScreen } from '../document.ts';
import { type FormField, isOfFiles } from '../field.ts';
import type { FlowCondition, FlowConditions } from './condition.ts';
import { conditional } from './conditional.ts';
import { writeField } from './field-component.ts';
import type { FlowMode } from './flow-plan.ts';
import { mostOf } from './limits.ts';
import type { FlowNote } from './notes.ts';
import type { FlowComponent } from './schema.ts';
import type { ScreenData } from './screen-data.ts';
import { hasPlaceholder, pickWords } from './words.ts';

type Given = {
  form: CompiledForm;
  screen: FormScreen;
  language: string;
  pictures: ReadonlyMap<string, string>;
  mode: FlowMode;
  conditions: FlowConditions;
  data: ScreenData;
  notes: FlowNote[];
};
type Written = { children: FlowComponent[]; asked: FormField[]; reactive: Set<string> };
/** Fields below one another under the same condition share one `If`. */
type Part = { condition: string; components: FlowComponent[] };

/** Writes everything on a screen but its footer. */
export function childrenOfScreen(given: Given): Written {
  const { screen } = given;
  const parts: Part[] = [{ condition: '', components: headOf(given) }];
  const asked: FormField[] = [];
  const reactive = new Set<string>();
  const add = (condition: string, components: FlowComponent[]) => {
    const last = parts.at(-1);
    if (last && last.condition === condition) last.components.push(...components);
    else parts.push({ condition, components: [...components] });
  };
  let hasFiles = false;
  for (const field of screen.fields) {
    const shown = shownBy(given, field.visibleIf);
    if (shown.kind === 'same' && !shown.holds) continue;
    // The server may hide again what an answer of this very screen has opened: the phone then must not hold on to it.
    const isLoose = shown.kind === 'server' && hangsOnScreen(given, field.visibleIf);
    const written = writeField(writerOf(given, field, !hasFiles), isLoose ? { ...field, least: '', most: '' } : field);
    if (written.components.length === 0) continue;
    if (written.isAsked) {
      asked.push(field);
      hasFiles ||= isOfFiles(field);
    }
    if (shown.kind !== 'server') reactive.add(field.id);
    const components = written.components.map((component) => ({
      ...component,
      ...(isLoose && component['input-type'] === 'email' ? { 'input-type': 'text' } : {}),
      ...('name' in component ? (isLoose ? { required: false } : requiredOf(given, field)) : {}),
      ...(shown.kind === 'server' ? { visible: given.data.bindField(screen.id, 'shown', field) } : {}),
    }));
    add(shown.kind === 'source' ? shown.source : '', components);
  }
  return { children: parts.flatMap(wrapped), asked, reactive };
}

const wrapped = ({ condition, components }: Part): FlowComponent[] =>
  condition === '' || components.length === 0 ? components : [conditional(condition, components)];

function headOf({ form, screen, language, data }: Given): FlowComponent[] {
  const title = pickWords(form, screen.title, language);
  const heading = hasPlaceholder(screen.title)
    ? [{ type: 'TextBody', text: data.bindText(screen.id, screen.title) }]
    : title.length > mostOf('screenTitle')
      ? [{ type: title.length > mostOf('heading') ? 'TextBody' : 'TextHeading', text: title }]
      : [];
  const words = pickWords(form, screen.text, language);
  if (words.trim() === '') return heading;
  const text = hasPlaceholder(screen.text) ? data.bindText(screen.id, screen.text) : words;
  return [...heading, { type: 'TextBody', text }];
}

/** A condition that the phone may decide: in a flow with an endpoint only where it hangs on this very screen, as the server knows the others. */
function shownBy(given: Given, source: string): FlowCondition {
  if (source === '') return { kind: 'same', holds: true };
  const written = given.conditions.write(source);
  if (given.mode === 'static' || written.kind !== 'source') return written;
  const own = new Set(given.screen.fields.map(({ id }) => id));
  return written.fields.every(({ id }) => own.has(id)) ? written : { kind: 'server', reason: '' };
}

function requiredOf(given: Given, field: FormField): Record<string, unknown> {
  if (field.required === '') return { required: false };
  const written = shownBy(given, field.required);
  if (written.kind === 'same') return { required: written.holds };
  if (written.kind === 'source') return { required: `\`${written.source}\`` };
  // A condition of this very screen changes while it is filled in: there the server says what is needed, at the screen's end.
  if (hangsOnScreen(given, field.required)) return { required: false };
  return { required: given.data.bindField(given.screen.id, 'required', field) };
}

function hangsOnScreen({ form, screen }: Given, source: string): boolean {
  const own = new Set([...screen.fields.map(({ name }) => name), ...form.document.computed.map(({ name }) => name)]);
  try {
    return [...namesIn(form.expression(source))].some((name) => own.has(name));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return true;
  }
}

const writerOf = ({ form, screen, language, pictures, data, notes }: Given, field: FormField, hasRoomForFiles: boolean) => ({
  form,
  language,
  pictures,
  hasRoomForFiles,
  bind: (texts: FormField['label']) => data.bindText(screen.id, texts),
  bindOptions: (one: FormField) => data.bindField(screen.id, 'options', one),
  note: (kind: FlowNote['kind'], text: string) => void notes.push({ kind, screen: screen.id, field: field.id, text }),
});
