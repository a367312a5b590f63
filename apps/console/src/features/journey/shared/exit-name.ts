import { type Document, type ExitName, exitNames, exitTitle } from '@parley/journey';
import { exitWords } from '@parley/ui/exits';
import { useWords } from '../../../lib/words.ts';

const isNamed = (exit: string): exit is ExitName => (exitNames as readonly string[]).includes(exit);

/** Returns the name that the document's author gave an exit of a node; '' if it has none. */
export function exitTitleIn(document: Document | undefined, nodeId: string, exit: string): string {
  const node = document?.nodes.find(({ id }) => id === nodeId);
  return node ? exitTitle(node, exit, document?.languages ?? []) : '';
}

/** Returns the function that names an exit: by its author's name, or else by its word. */
export function useExitName(): (exit: string, title: string) => string {
  const say = useWords(exitWords);
  return (exit, title) => {
    if (title !== '') return title;
    if (exit === '') return say('goesTo');
    return isNamed(exit) ? say(exit) : exit;
  };
}
