import { thresholdInEffect } from '@parley/contract';
import {
  type EntityMatch,
  findHalfDateTimes,
  type HalfDateTime,
  type HalfOptions,
  type IntentPrediction,
  type Script,
  scriptOf,
} from '@parley/nlu';
import type { DefinedIntent } from '../version/bot.definition.ts';
import { findEntities, type When } from './entities.find.ts';
import type { BotRuntime } from './runtime.ts';

export type Slot = { slot: string; start: number; end: number; text: string };
export type Understanding = {
  text: string;
  script: Script;
  prediction: IntentPrediction | undefined;
  threshold: number;
  /** Entities that parameters of the bot ask for, custom and system. */
  entities: EntityMatch[];
  /** Days and times that stand alone, for a parameter that wants both. */
  findHalves: (options: HalfOptions) => HalfDateTime[];
};

/** SVM goes by what its training found, the others by what the builder chose (CFG-011 to CFG-014). */
export function thresholdOf({ definition, intentModel }: BotRuntime): number {
  if (definition.config.modelType === 'SVM' && intentModel) return intentModel.defaultThreshold;
  return thresholdInEffect(definition.config.confidenceThreshold);
}

const longestRead = 10_000;

/** Reads a text, before anything is known of the conversation. */
export function understand(runtime: BotRuntime, given: string, when: When): Understanding {
  const text = given.slice(0, longestRead);
  const threshold = thresholdOf(runtime);
  // entities first: in the intent a value stands for its entity
  const entities = findEntities(runtime, text, when);
  const prediction = runtime.intentModel?.predict(text, entities);
  return {
    text,
    script: scriptOf(text),
    prediction: prediction && { ...prediction, isInScope: prediction.intent !== '' && prediction.confidence >= threshold },
    threshold,
    entities,
    findHalves: (options) => findHalfDateTimes(text, when, options),
  };
}

/** Finds slots in this text by the annotated phrases, when the intent is known. */
export function findSlots(runtime: BotRuntime, intent: DefinedIntent, text: string): Slot[] {
  return runtime.slotModel?.find(text, intent.intentId) ?? [];
}
