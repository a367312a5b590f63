import { type Document, exitNames, itemsOf, type Node } from '@parley/journey';
import { designerWords } from '../words.ts';
import { pickText } from './summary.ts';

const isFixed = (exit: string): exit is (typeof exitNames)[number] => (exitNames as readonly string[]).includes(exit);

/** Of several cards in a row, the one that an item is of: they have items of the same words. */
function cardOf({ languages }: Document, node: Node, exit: string): string {
  if (node.type !== 'message.card' || node.config.cards.length === 1) return '';
  const card = node.config.cards.find(({ items }) => items.some(({ id }) => id === exit));
  const title = card ? pickText(card.title, languages) : '';
  return title === '' ? '' : `${title}: `;
}

/** What an exit is called on the card: an item by its title, a case by its name or what it compares, everything else by its word. */
export function exitLabel(document: Document, node: Node, exit: string): string {
  if (isFixed(exit)) return designerWords.exit(exit);
  if (exit === '') return designerWords.exit('goesTo');
  const item = itemsOf(node).find(({ id }) => id === exit);
  if (item) return [cardOf(document, node, exit), pickText(item.title, document.languages) || designerWords.exit('noTitle')].join('');
  switch (node.type) {
    case 'logic.switch': {
      const found = node.config.cases.find(({ id }) => id === exit);
      return found ? found.name || `${designerWords.operator(found.operator)} ${found.values.join(', ')}` : exit;
    }
    case 'logic.split': {
      const found = node.config.shares.find(({ id }) => id === exit);
      return found ? `${found.name} ${found.share / 100} %`.trim() : exit;
    }
    case 'data.http': {
      const found = node.config.statuses.find(({ id }) => id === exit);
      return found ? found.name || (found.from === found.to ? String(found.from) : `${found.from}–${found.to}`) : exit;
    }
    case 'talk.skill':
      return node.config.intents.find(({ id }) => id === exit)?.intent.name ?? exit;
    default:
      return exit;
  }
}
