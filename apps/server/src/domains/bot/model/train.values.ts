import { compileEntities, type Example, type ExampleValue, findOpenLists, findSystemEntities, type Recogniser } from '@parley/nlu';
import { wantedSystemEntities } from '../runtime/entities.find.ts';
import type { BotSnapshot } from '../version/bot.definition.ts';

/**
 * The parser needs only the place of a word such as "tomorrow", not its day. One instant for all, so that the same bot gives the same
 * model.
 */
const anyTime = { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' };

/** The phrases of a bot with their marks, as the engine has them. */
export const toExamples = ({ phrases }: Pick<BotSnapshot, 'phrases'>): Example[] =>
  phrases.map(({ text, intentId, refs }) => ({
    text,
    intent: intentId,
    values: refs.map(({ entityId, entityStartPos, entityEndPos }) => ({
      entity: entityId,
      start: entityStartPos,
      end: entityEndPos + 1,
    })),
  }));

/**
 * Creates a recogniser that finds values in phrases as `findEntities` will in messages. Lists that hold no more than the values in phrases
 * are left out, and so are the marks of their entities.
 */
export function createRecogniser(
  { definition }: BotSnapshot,
  examples: readonly Example[],
): { recognise: Recogniser; examples: Example[] } {
  const entities = definition.entities.map(({ entityId, name, values }) => ({ id: entityId, name, values }));
  const open = findOpenLists(examples, entities);
  const matcher = compileEntities(entities.filter(({ id }) => !open.has(id)));
  const system = wantedSystemEntities(definition);
  // the same phrases are read for the model, for each fold of its evaluation and for the learning curve
  const known = new Map<string, readonly ExampleValue[]>();
  const recognise: Recogniser = (text) => {
    const found = known.get(text) ?? [...matcher.find(text), ...(system.length > 0 ? findSystemEntities(text, anyTime, system) : [])];
    known.set(text, found);
    return found;
  };
  return {
    recognise,
    examples: examples.map((example) => ({ ...example, values: example.values?.filter(({ entity }) => !open.has(entity)) ?? [] })),
  };
}
