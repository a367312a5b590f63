import { type Document, type ExitName, exitNames, exitTitle } from '@parley/journey';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

const isNamed = (exit: string): exit is ExitName => (exitNames as readonly string[]).includes(exit);

/** What an exit of a node is called by the document's maker; '' where it is called by its word. */
export function exitTitleIn(document: Document | undefined, nodeId: string, exit: string): string {
  const node = document?.nodes.find(({ id }) => id === nodeId);
  return node ? exitTitle(node, exit, document?.languages ?? []) : '';
}

/** What an exit is called: as the stream's maker calls it, or else by its word. */
export function useExitName(): (exit: string, title: string) => string {
  const say = useWords(journeyWords.part);
  return (exit, title) => {
    if (title !== '') return title;
    if (exit === '') return say('exit_goesTo');
    return isNamed(exit) ? say(`exit_${exit}`) : exit;
  };
}
