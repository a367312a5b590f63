import { type Document, exitNames, type Node } from '@parley/journey';
import { designerWords } from '../words.ts';
import { pickText } from './summary.ts';

const isFixed = (exit: string): exit is (typeof exitNames)[number] => (exitNames as readonly string[]).includes(exit);

/** What an exit is called on the card: an item by its title, a case by its name or what it compares, everything else by its word. */
export function exitLabel(document: Document, node: Node, exit: string): string {
  if (isFixed(exit)) return designerWords.exit(exit);
  if (exit === '') return designerWords.exit('goesTo');
  const items =
    node.type === 'input.choice'
      ? node.config.options.kind === 'fixed'
        ? node.config.options.items
        : []
      : 'items' in node.config
        ? node.config.items
        : [];
  const item = items.find(({ id }) => id === exit);
  if (item) return pickText(item.title, document.languages) || designerWords.exit('noTitle');
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
