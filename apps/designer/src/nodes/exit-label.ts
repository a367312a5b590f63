import { type Document, exitNames, exitTitle, itemsOf, type Node } from '@parley/journey';
import { exitWords } from '@parley/ui/exits';
import { designerWords } from '../words.ts';

const isFixed = (exit: string): exit is (typeof exitNames)[number] => (exitNames as readonly string[]).includes(exit);

/** Returns the label of an exit on the card: an item's title, a case's name or its comparison, otherwise its word. */
export function exitLabel(document: Document, node: Node, exit: string): string {
  if (isFixed(exit)) return exitWords(exit);
  if (exit === '') return exitWords('goesTo');
  const title = exitTitle(node, exit, document.languages);
  if (node.type === 'logic.switch') {
    const found = node.config.cases.find(({ id }) => id === exit);
    return found && found.name === '' ? `${designerWords.operator(found.operator)} ${title}` : title || exit;
  }
  return title || (itemsOf(node).some(({ id }) => id === exit) ? designerWords.exit('noTitle') : exit);
}
