import type { BotMap } from '@parley/contract';

export type MapStory = BotMap['stories'][number];
export type MapIntent = MapStory['intents'][number];

/** Number of intents that may be open at first without burying the stories. */
const mostOpenAtFirst = 30;

const holds = (intent: MapIntent, wanted: string) =>
  [intent.name, intent.response, ...intent.parameters.flatMap(({ name, entity }) => [name, entity])].some((text) =>
    text.toLowerCase().includes(wanted),
  );

/** Stories with the intents that hold the text in their name, parameters or answer; a story found by its name keeps all of its own. */
export function filterMap(stories: readonly MapStory[], text: string): MapStory[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...stories];
  return stories
    .map((story) =>
      story.name.toLowerCase().includes(wanted) ? story : { ...story, intents: story.intents.filter((intent) => holds(intent, wanted)) },
    )
    .filter(({ intents, name }) => intents.length > 0 || name.toLowerCase().includes(wanted));
}

/** A small bot stands open as a whole; of a large one all stories are folded. @returns ids of folded stories */
export function foldAtFirst(stories: readonly MapStory[]): Set<string> {
  const count = stories.reduce((total, { intents }) => total + intents.length, 0);
  return new Set(count > mostOpenAtFirst ? stories.map(({ id }) => id) : []);
}

/** Counts the intents, and those of them that a saved test expects. */
export function countCoverage(stories: readonly MapStory[]): { count: number; tested: number } {
  const intents = stories.flatMap((story) => story.intents);
  return { count: intents.length, tested: intents.filter(({ testCount }) => testCount > 0).length };
}
