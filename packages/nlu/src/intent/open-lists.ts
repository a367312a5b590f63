import type { CustomEntity } from '../entity/custom.ts';
import { normalise } from '../text/tokens.ts';
import type { Example } from './examples.ts';

/** Fewer spellings, each marked once or so, may well be whole lists that somebody wrote. */
const fewestSpellings = 20;
/** Share of marks whose value is marked once. The same share of the next values will be new (Good and Turing's estimate). */
const mostNew = 0.5;

/**
 * Entities whose list is only what the phrases happened to mention, as lists made from annotations are: songs, people, streets. Most of what
 * customers name is not in them, so a training that recognised them in all of its phrases would promise itself what predictions do not have.
 * On SNIPS, 5 to 30 phrases an intent, a model that leans on such lists rejects 25 to 35 of 100 texts in scope.
 * One bot's lists are judged together: each is too short to tell by itself.
 * @returns ids of entities
 */
export function findOpenLists(examples: readonly Example[], entities: readonly CustomEntity[]): Set<string> {
  const marks = new Map<string, Map<string, number>>();
  for (const { text, values = [] } of examples)
    for (const { entity, start, end } of values) {
      const ofEntity = marks.get(entity) ?? new Map<string, number>();
      marks.set(entity, ofEntity);
      const spelling = fold(text.slice(start, end));
      ofEntity.set(spelling, (ofEntity.get(spelling) ?? 0) + 1);
    }
  const learned = entities.filter((entity) => isLearned(entity, marks.get(entity.id)));
  const counts = learned.flatMap(({ id }) => [...(marks.get(id)?.values() ?? [])]);
  const newShare = counts.filter((count) => count === 1).length / counts.reduce((sum, count) => sum + count, 0);
  return new Set(counts.length >= fewestSpellings && newShare >= mostNew ? learned.map(({ id }) => id) : []);
}

const fold = (text: string): string => normalise(text).trim();

/** Tells whether each spelling of the list is one that a phrase has marked. */
function isLearned({ values }: CustomEntity, marks: ReadonlyMap<string, number> | undefined): boolean {
  if (!marks || values.some(({ type }) => type === 'pattern')) return false;
  const isMarked = (spelling: string): boolean => marks.has(fold(spelling));
  // a name that only stands for marked spellings ("Mumbai" for "bombay") is no spelling of its own
  return values.every(({ value, synonyms }) => {
    const others = synonyms.filter((synonym) => synonym !== value);
    return others.length > 0 ? others.every(isMarked) : isMarked(value);
  });
}
