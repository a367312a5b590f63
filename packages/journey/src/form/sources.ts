import type { FormDocument } from './document.ts';
import type { FormPlace } from './finding.ts';

/**
 * One expression or text of a form, with the names that it may use: those of the fields above it.
 * @property upTo number of fields that stand above, in the order of the document
 */
export type FormSource = FormPlace & {
  kind: 'condition' | 'expression' | 'text';
  source: string;
  upTo: number;
  hasValue?: true;
};

/** Everything in a form that is an expression, or a text with placeholders. */
export function formSources({ screens, computed }: FormDocument): FormSource[] {
  const found: FormSource[] = [];
  const add = (place: FormPlace, kind: FormSource['kind'], source: string, upTo: number, hasValue?: true) => {
    if (source !== '') found.push({ ...place, kind, source, upTo, ...(hasValue ? { hasValue } : {}) });
  };
  const texts = (place: FormPlace, words: Readonly<Record<string, string>>, upTo: number) => {
    for (const [language, text] of Object.entries(words))
      if (text.includes('{{')) add({ ...place, part: `${place.part ?? ''}.${language}` }, 'text', text, upTo);
  };
  let above = 0;
  for (const screen of screens) {
    texts({ screen: screen.id, part: 'title' }, screen.title, above);
    texts({ screen: screen.id, part: 'text' }, screen.text, above);
    for (const field of screen.fields) {
      const at = (part: string) => ({ screen: screen.id, field: field.id, part });
      for (const part of ['required', 'visibleIf'] as const) add(at(part), 'condition', field[part], above);
      add(at('check'), 'condition', field.check, above, true);
      for (const part of ['least', 'most', 'prefill'] as const) add(at(part), 'expression', field[part], above);
      if (field.options?.kind === 'list') add(at('options'), 'expression', field.options.source, above);
      for (const part of ['label', 'help', 'checkText'] as const) texts(at(part), field[part], above);
      above += 1;
    }
    for (const { id, when } of screen.next) add({ screen: screen.id, part: `next.${id}` }, 'condition', when, above);
  }
  for (const { name, source } of computed) add({ part: `computed.${name}` }, 'expression', source, above);
  return found;
}
