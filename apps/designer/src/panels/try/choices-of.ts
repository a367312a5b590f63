import type { SentContent } from '@parley/journey';

/** Returns the choices of a message that can be pressed, as it shows them. */
export function choicesOf(content: SentContent): readonly { id: string; title: string }[] {
  if (content.kind === 'buttons') return content.buttons;
  if (content.kind === 'list') return content.rows;
  if (content.kind !== 'cards') return [];
  return content.cards.flatMap(({ items }) => items.filter(({ action }) => action.kind === 'reply'));
}
