import { partsOf, type RichCardPart } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findCard } from './card.repository.ts';

/** A card of the library; its texts and suggestions are told as they are stored. */
export const cardRecord = defineRecord({
  kind: 'rich_card',
  module: 'content',
  tables: ['richCards'],
  fields: { name: 'plain', cardKind: 'plain', height: 'plain', layout: 'plain', cards: 'long', variables: 'long', smsText: 'long' },
  async read(tx, enterpriseId, id) {
    const row = await findCard(tx, enterpriseId, id);
    if (!row) return undefined;
    const { height, layout, variables, smsText } = row.document;
    const cards = partsOf<RichCardPart>(row.document).map(({ title, description, media, suggestions }) => ({
      title,
      description,
      media,
      suggestions,
    }));
    return { name: row.name, cardKind: row.kind, height, layout, cards, variables, smsText };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/richcard/${id}`,
});
