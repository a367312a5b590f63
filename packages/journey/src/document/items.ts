import type { ChoiceItem } from './fields.ts';
import type { Node } from './node.ts';

/** Lists the items of a node that can be tapped, as its document has them. */
export function itemsOf({ type, config }: Node): readonly ChoiceItem[] {
  if (type === 'message.card') return config.cards.flatMap(({ items }) => items);
  if (type === 'input.choice') return config.options.kind === 'fixed' ? config.options.items : [];
  return 'items' in config ? config.items : [];
}
