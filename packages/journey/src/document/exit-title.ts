import { exitNames } from './exits.ts';
import type { LocalText } from './fields.ts';
import { itemsOf } from './items.ts';
import type { Node } from './node.ts';

const isNamed = (exit: string): boolean => (exitNames as readonly string[]).includes(exit);
const pick = (texts: LocalText, languages: readonly string[]): string =>
  [...languages, ...Object.keys(texts)].map((language) => texts[language] ?? '').find((text) => text !== '') ?? '';

/** Returns the title of the card that an item belongs to, where a node has several cards: their items may have equal titles. */
function cardOf({ type, config }: Node, exit: string, languages: readonly string[]): string {
  if (type !== 'message.card' || config.cards.length === 1) return '';
  const card = config.cards.find(({ items }) => items.some(({ id }) => id === exit));
  const title = card ? pick(card.title, languages) : '';
  return title === '' ? '' : `${title}: `;
}

/**
 * Returns the author's title of an exit that has an id of its own: an item's title, a case's name or its comparison. Returns '' for the
 * exits of every stream, which have words (`exitNames`), and for exits that the node lacks.
 */
export function exitTitle(node: Node, exit: string, languages: readonly string[]): string {
  if (exit === '' || isNamed(exit)) return '';
  const item = itemsOf(node).find(({ id }) => id === exit);
  if (item) return `${cardOf(node, exit, languages)}${pick(item.title, languages)}`;
  switch (node.type) {
    case 'logic.switch': {
      const found = node.config.cases.find(({ id }) => id === exit);
      return found ? found.name || found.values.join(', ') : '';
    }
    case 'logic.split': {
      const found = node.config.shares.find(({ id }) => id === exit);
      return found ? `${found.name} ${found.share / 100} %`.trim() : '';
    }
    case 'data.http': {
      const found = node.config.statuses.find(({ id }) => id === exit);
      return found ? found.name || (found.from === found.to ? String(found.from) : `${found.from}–${found.to}`) : '';
    }
    case 'talk.skill':
      return node.config.intents.find(({ id }) => id === exit)?.intent.name ?? '';
    default:
      return '';
  }
}
