import { answerType, type FormDocument, fieldsOf, type KnownType } from '@parley/journey';
import type { Chosen } from '../editor/form-editor.ts';

export type Names = { types: ReadonlyMap<string, KnownType>; list: { name: string; type: string }[] };

/** Names that an expression may use where it stands: those of the fields above, computed values, and what is known of the customer. */
export function namesAt(document: FormDocument, { screen, field }: Chosen, customer: Readonly<Record<string, KnownType>>): Names {
  const fields = fieldsOf(document);
  const own = fields.findIndex(({ id }) => id === field);
  const upTo = own >= 0 ? own : fieldsUpTo(document, screen);
  const known = fields.slice(0, upTo).flatMap((one): [string, KnownType][] => {
    const type = answerType(one);
    return type && one.name !== '' ? [[one.name, type]] : [];
  });
  const computed = document.computed.map(({ name, type }): [string, KnownType] => [name, { type }]);
  const chosen = fields[own];
  const types = new Map<string, KnownType>([
    ...known,
    ...computed,
    ...(chosen ? ([['value', answerType(chosen) ?? { type: 'Any' }]] as [string, KnownType][]) : []),
    ['customer', { type: 'Map', fields: customer }],
    ['entry', { type: 'Any' }],
    ['call', { type: 'Map' }],
  ]);
  return {
    types,
    list: [
      ...[...known, ...computed].map(([name, { type }]) => ({ name, type })),
      ...Object.entries(customer).map(([name, { type }]) => ({ name: `customer.${name}`, type })),
      { name: 'today', type: 'Date' },
      { name: 'now', type: 'Date' },
      { name: 'entry', type: 'Any' },
    ],
  };
}

/** Ways out of a screen see its own fields too; the form itself sees all. */
function fieldsUpTo({ screens }: FormDocument, screen: string): number {
  const at = screens.findIndex(({ id }) => id === screen);
  return screens.slice(0, at < 0 ? screens.length : at + 1).reduce((count, { fields }) => count + fields.length, 0);
}
