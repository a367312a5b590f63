import { childrenOf, type Expression } from '../../expression/ast.ts';
import { ExpressionFault } from '../../expression/fault.ts';
import type { Media } from '../../expression/value.ts';
import type { CompiledForm } from '../compile.ts';
import type { FormField } from '../field.ts';
import { optionsOf } from '../options.ts';
import { formSources } from '../sources.ts';
import { FormView } from '../view.ts';
import type { MeantValue, World } from './meant.ts';
import { sampleOf } from './sample.ts';

type Constant = string | number;
/** Constants that stand beside a name somewhere in the form's expressions, and those of a field's own check. */
export type Constants = ReadonlyMap<string, ReadonlySet<Constant>>;

const constantsIn = (node: Expression): Constant[] => [
  ...(node.kind === 'literal' && (typeof node.value === 'number' || typeof node.value === 'string') ? [node.value] : []),
  ...childrenOf(node).flatMap(constantsIn),
];
export const namesOf = (node: Expression): string[] => [...(node.kind === 'name' ? [node.name] : []), ...childrenOf(node).flatMap(namesOf)];

/** Reads an expression; undefined where it has a fault, which the check of the form tells. */
export function parsed(form: CompiledForm, source: string): Expression | undefined {
  try {
    return form.expression(source);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return undefined;
  }
}

export function constantsOf(form: CompiledForm): Constants {
  const found = new Map<string, Set<Constant>>();
  for (const { kind, source, field, hasValue } of formSources(form.document)) {
    const read = kind === 'text' ? undefined : parsed(form, source);
    if (!read) continue;
    const own = hasValue && field !== undefined ? form.fields.get(field)?.name : undefined;
    for (const name of [...namesOf(read), ...(own ? [own] : [])])
      found.set(name, new Set([...(found.get(name) ?? []), ...constantsIn(read)]));
  }
  return found;
}

const picture: Media = { $: 'media', id: 'walk-picture', kind: 'image', name: 'picture.png', mime: 'image/png', size: 1000 };
const paper: Media = { ...picture, id: 'walk-paper', kind: 'document', name: 'paper.pdf', mime: 'application/pdf' };

/** Values worth trying in a field, the likeliest one first: constants of the expressions, what stands beside them, bounds, and what is wrong. */
export function candidatesOf(form: CompiledForm, field: FormField, constants: Constants, world: World): MeantValue[] {
  const beside = [...(constants.get(field.name) ?? [])];
  const numbers = beside.filter((one) => typeof one === 'number').flatMap((one) => [one, one - 1, one + 1]);
  const texts = beside.filter((one) => typeof one === 'string');
  const bounds = [...boundOf(form, field, 'least', world), ...boundOf(form, field, 'most', world)];
  switch (field.kind) {
    case 'number':
      return unique([...bounds, ...numbers, 1, 50, 100, 1000, 0, -1, 'x', null]);
    case 'rating':
      return unique([...Array.from({ length: field.steps }, (_, place) => place + 1), field.steps + 1, null]);
    case 'date':
      return unique([
        ...dayBoundsOf(form, field, world).flatMap(daysAround),
        ...texts.filter((text) => isDay(text)).flatMap(daysAround),
        ...daysAround(dayOf(world.now)),
        'x',
        null,
      ]);
    case 'time':
      return unique([...texts, '10:30', '23:59', 'x', null]);
    case 'email':
      return unique([...texts, 'person@example.com', 'x', null]);
    case 'phone':
      return unique([...texts, '+919812345678', 'x', null]);
    case 'yesNo':
      return [true, false, null];
    case 'consent':
      return [true, false];
    case 'choice':
      return [...idsOf(form, field, world).map((id) => [id]), null];
    case 'choices':
      return severalOf(idsOf(form, field, world), field);
    case 'location':
      return [{ place: { $: 'location', latitude: 19, longitude: 73, name: '', address: '' } }, null];
    case 'file':
      return filesOf(paper, field);
    case 'photo':
    case 'signature':
      return filesOf(picture, field);
    case 'hidden':
    case 'note':
    case 'picture':
      return [];
    default:
      return unique([
        ...texts,
        ...lengthsOf(field),
        ...(field.pattern === '' ? [] : [sampleOf(field.pattern)]),
        'Asha',
        'asha rao',
        '12345',
        'A1!',
        null,
      ]);
  }
}

const unique = (values: readonly MeantValue[]): MeantValue[] => [...new Set(values)];
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const dayMs = 86_400_000;
const daysAround = (day: string): string[] => {
  const at = Date.parse(day);
  return Number.isNaN(at) ? [] : [day, dayOf(at - dayMs), dayOf(at + dayMs), dayOf(at + 400 * dayMs), dayOf(at - 8000 * dayMs)];
};

/** A bound that is a number already, with what stands on either side. */
function boundOf(form: CompiledForm, field: FormField, part: 'least' | 'most', { facts, now }: World): number[] {
  if (field[part] === '') return [];
  const bound = new FormView(form, facts, now).maybe(field, part, field[part]);
  return typeof bound === 'number' ? [bound, bound - 1, bound + 1] : [];
}

function dayBoundsOf(form: CompiledForm, field: FormField, { facts, now }: World): string[] {
  const view = new FormView(form, facts, now);
  return (['least', 'most'] as const).flatMap((part) => {
    const bound = field[part] === '' ? undefined : view.maybe(field, part, field[part]);
    return typeof bound === 'object' && bound !== null && !Array.isArray(bound) && bound.$ === 'day' ? [String(bound.day)] : [];
  });
}

const idsOf = (form: CompiledForm, field: FormField, { facts, now }: World): string[] =>
  optionsOf(new FormView(form, facts, now), field).map(({ id }) => id);

function severalOf(ids: readonly string[], { least, most }: FormField): MeantValue[] {
  const counts = [least, most].flatMap((source) => (/^\d+$/.test(source) ? [Number(source) - 1, Number(source), Number(source) + 1] : []));
  const sizes = [...new Set([1, ids.length, ...counts])].filter((size) => size > 0 && size <= ids.length);
  return [...sizes.map((size) => ids.slice(0, size)), ...ids.map((id) => [id]), null];
}

function filesOf(file: Media, { most }: FormField): MeantValue[] {
  const count = /^\d+$/.test(most) ? Number(most) : 0;
  const many = Array.from({ length: count + 1 }, (_, place) => ({ ...file, id: `${file.id}-${place}` }));
  return [{ files: [file] }, ...(count > 0 ? [{ files: many }] : []), null];
}

function lengthsOf({ least, most }: FormField): string[] {
  const lengths = [least, most].flatMap((source) => (/^\d+$/.test(source) ? [Number(source), Number(source) - 1, Number(source) + 1] : []));
  return lengths.filter((length) => length > 0 && length <= 5000).map((length) => 'a'.repeat(length));
}
