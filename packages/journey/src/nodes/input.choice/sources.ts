import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, options }) {
    to.words('text', text);
    if (options.kind === 'fixed') {
      to.items('options.items', options.items);
      return;
    }
    to.expression('options.source', options.source, false, ['List']);
    const item = { name: options.item, of: options.source };
    to.parts.push({ field: 'options.title', kind: 'expression', source: options.title, item });
    if (options.value !== '') to.parts.push({ field: 'options.value', kind: 'expression', source: options.value, item });
  },
  sets: ({ asking, options, isSplit }) =>
    settingOf(asking.variable, isSplit && options.kind === 'fixed' ? options.items.map(({ id }) => id) : ['ok']),
  // A choice from secret options is secret too.
  passesOn: (field) => field.startsWith('options.'),
  choices: ({ options, style }) => ({ items: options.kind === 'fixed' ? options.items : [], style }),
};
