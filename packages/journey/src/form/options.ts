import { showValue } from '../expression/show.ts';
import { isMap, type Value, valueAt } from '../expression/value.ts';
import type { FormField } from './field.ts';
import { formLimits } from './limits.ts';
import type { FormView } from './view.ts';

/** @property value what expressions and answers have of it */
export type ShownOption = { id: string; title: string; description: string; synonyms: readonly string[]; value: Value };

/** The options of a field as the person reads them; a list that cannot be read offers none. */
export function optionsOf(view: FormView, field: FormField): ShownOption[] {
  const { options } = field;
  if (!options) return [];
  if (options.kind === 'list') {
    const list = view.maybe(field, 'options', options.source);
    return Array.isArray(list) ? list.slice(0, formLimits.options).map((item, place) => listed(view, item, place)) : [];
  }
  const [first = ''] = view.form.document.languages;
  return options.items.map(({ id, title, description, synonyms, value }) => ({
    id,
    title: view.write(title),
    description: view.write(description),
    synonyms,
    value: value === '' ? (title[first] ?? view.pick(title)) : value,
  }));
}

/** An item of a list is a text, or a map with an id of its own, by which it is found again when the list has changed. */
function listed(view: FormView, item: Value, place: number): ShownOption {
  const show = (value: Value) => showValue(value, { language: view.language, zone: view.facts.zone });
  if (!isMap(item)) return { id: show(item) || `o${place + 1}`, title: show(item), description: '', synonyms: [], value: item };
  const id = show(valueAt(item, 'id')) || show(valueAt(item, 'title'));
  return { id, title: show(valueAt(item, 'title')) || id, description: show(valueAt(item, 'description')), synonyms: [], value: id };
}
