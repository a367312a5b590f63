import type { CheckFacts, Document, KnownType } from '@parley/journey';

const text: KnownType = { type: 'Text' };
const list: KnownType = { type: 'List', items: text };

/** Returns the types of a stream's names, as its check sees them. */
export function knownNames(document: Document, customer: CheckFacts['customer']): ReadonlyMap<string, KnownType> {
  return new Map<string, KnownType>([
    ...document.variables.map(({ name, type }) => [name, { type }] as const),
    ['customer', { type: 'Map', fields: { ...customer, groups: list, labels: list } }],
    ['last', { type: 'Map', fields: { text, media: { type: 'Media' }, time: { type: 'Date' } } }],
    ['entry', { type: 'Any' }],
    ['call', { type: 'Map' }],
    ['channel', { type: 'Map' }],
    ['window', { type: 'Map', fields: { open: { type: 'Boolean' } } }],
  ]);
}

/** Lists the names that may be inserted into a text or an expression, the stream's own first. */
export function namesToInsert(document: Document, customer: CheckFacts['customer']): { name: string; type: string }[] {
  return [
    ...document.variables.map(({ name, type }) => ({ name, type })),
    ...Object.entries(customer).map(([name, { type }]) => ({ name: `customer.${name}`, type })),
    { name: 'last.text', type: 'Text' },
    { name: 'last.media', type: 'Media' },
    { name: 'last.time', type: 'Date' },
    { name: 'now', type: 'Date' },
    { name: 'today', type: 'Date' },
    { name: 'channel.name', type: 'Text' },
    { name: 'window.open', type: 'Boolean' },
    { name: 'entry', type: 'Any' },
  ];
}
