import {
  type CustomEntity,
  type CustomEntityMatcher,
  compileInSteps,
  type EmotionModel,
  type IntentModel,
  loadEmotionModel,
  loadIntentModel,
  loadPassageIndex,
  loadSlotModel,
  type PassageIndex,
  readBundledModel,
  type SlotModel,
} from '@parley/nlu';
import { createPauses } from '#platform/pauses.ts';
import type { BotDefinition, DefinedIntent, DefinedPassage } from '../version/bot.definition.ts';
import type { VersionParts } from '../version/version.repository.ts';

/** A version in memory, ready to answer. */
export type BotRuntime = {
  versionId: string;
  versionNumber: number;
  definition: BotDefinition;
  intents: ReadonlyMap<string, DefinedIntent>;
  intentsByName: ReadonlyMap<string, DefinedIntent>;
  intentModel: IntentModel | undefined;
  entities: CustomEntityMatcher;
  slotModel: SlotModel | undefined;
  passages: readonly DefinedPassage[];
  passageIndex: PassageIndex | undefined;
  /** About what it takes in memory. */
  sizeBytes: number;
};

export type RuntimeParts = Pick<VersionParts, 'definition' | 'passages' | 'intentModel' | 'slotModel' | 'passageIndex'>;

/** Lists of thousands of names and patterns take their time: chats of other bots have their turns in between. */
async function compileWithPauses(entities: readonly CustomEntity[]): Promise<CustomEntityMatcher> {
  const pauses = createPauses();
  const steps = compileInSteps(entities);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pauses.ifDue();
  }
}

/** @param parts of a version, or of one that is being made */
export async function createRuntime(version: { versionId: string; versionNumber: number }, parts: RuntimeParts): Promise<BotRuntime> {
  const { definition, passages } = parts;
  const intentModel = parts.intentModel ? loadIntentModel(parts.intentModel) : undefined;
  const textSize = passages.reduce((sum, { text }) => sum + text.length * 2 + 200, 0);
  return {
    ...version,
    definition,
    intents: new Map(definition.intents.map((intent) => [intent.intentId, intent])),
    // The engine's classes are intent ids: a name may change without a training.
    intentsByName: new Map(definition.intents.map((intent) => [intent.name.toLowerCase(), intent])),
    intentModel,
    entities: await compileWithPauses(definition.entities.map(({ entityId, name, values }) => ({ id: entityId, name, values }))),
    slotModel: parts.slotModel ? loadSlotModel(parts.slotModel) : undefined,
    passages,
    passageIndex: parts.passageIndex ? loadPassageIndex(parts.passageIndex) : undefined,
    sizeBytes:
      (intentModel?.sizeBytes ?? 0) +
      (parts.slotModel?.byteLength ?? 0) +
      (parts.passageIndex?.byteLength ?? 0) +
      textSize +
      JSON.stringify(definition).length * 3 +
      20_000,
  };
}

let emotion: EmotionModel | undefined;
/** The one emotion model of the process, read when the first message asks for it. */
export function emotionModel(): EmotionModel {
  emotion ??= loadEmotionModel(readBundledModel('emotion'));
  return emotion;
}
