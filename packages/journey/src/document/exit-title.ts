import { exitNames } from './exits.ts';
import type { LocalText } from './fields.ts';
import { itemsOf } from './items.ts';
import type { Node } from './node.ts';

const isNamed = (exit: string): boolean => (exitNames as readonly string[]).includes(exit);
const pick = (texts: LocalText, languages: readonly string[]): string =>
  [...languages, ...Object.keys(texts)].map((language) => texts[language] ?? '').find((text) => text !== '') ?? '';

/** Of several cards in a row, the one that an item is of: they have items of the same words. */
function cardOf({ type, config }: Node, exit: string, languages: readonly string[]): string {
  if (type !== 'message.card' || config.cards.length === 1) return '';
  const card = config.cards.find(({ items }) => items.some(({ id }) => id === exit));
  const title = card ? pick(card.title, languages) : '';
  return title === '' ? '' : `${title}: `;
}

/**
 * What the maker of a stream calls an exit that has an id of its own: an item by its title, a case by its name or what it compares. '' for the
 * exits that every stream has, which have words (`exitNames`), and for what the node does not have.
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
