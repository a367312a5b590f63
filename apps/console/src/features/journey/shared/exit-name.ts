import { type ExitName, exitNames } from '@parley/journey';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

const isNamed = (exit: string): exit is ExitName => (exitNames as readonly string[]).includes(exit);

/** What an exit is called: as the stream's maker calls it, or else by its word. */
export function useExitName(): (exit: string, title: string) => string {
  const say = useWords(journeyWords.part);
  return (exit, title) => {
    if (title !== '') return title;
    if (exit === '') return say('exit_goesTo');
    return isNamed(exit) ? say(`exit_${exit}`) : exit;
  };
}
