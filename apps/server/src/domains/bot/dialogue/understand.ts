import { thresholdInEffect } from '@parley/contract';
import { type EntityMatch, findSystemEntities, type IntentPrediction, type Script, scriptOf } from '@parley/nlu';
import type { DefinedIntent } from '../bot/bot.definition.ts';
import type { BotRuntime } from './runtime.ts';

export type When = { now: Date; timeZone: string };
export type Slot = { slot: string; start: number; end: number; text: string };
export type Understanding = {
  text: string;
  script: Script;
  prediction: IntentPrediction | undefined;
  threshold: number;
  /** Entities that parameters of the bot ask for, custom and system. */
  entities: EntityMatch[];
};

/** SVM goes by what its training found, the others by what the builder chose (CFG-011 to CFG-014). */
export function thresholdOf({ definition, intentModel }: BotRuntime): number {
  if (definition.config.modelType === 'SVM' && intentModel) return intentModel.defaultThreshold;
  return thresholdInEffect(definition.config.confidenceThreshold);
}

const longestRead = 10_000;

/** What a text says, before anything is known of the conversation. */
export function understand(runtime: BotRuntime, given: string, when: When): Understanding {
  const text = given.slice(0, longestRead);
  const threshold = thresholdOf(runtime);
  const prediction = runtime.intentModel?.predict(text);
  return {
    text,
    script: scriptOf(text),
    prediction: prediction && { ...prediction, isInScope: prediction.intent !== '' && prediction.confidence >= threshold },
    threshold,
    entities: findEntities(runtime, text, when),
  };
}

const wantedSystem = new WeakMap<BotRuntime, string[]>();

/** Only the system entities that some parameter has: a bot that asks for no dates has none found. */
function systemOf(runtime: BotRuntime): string[] {
  const known = wantedSystem.get(runtime);
  if (known) return known;
  const names = new Set(runtime.definition.intents.flatMap(({ parameters }) => parameters.map(({ id }) => id)));
  const found = [...names].filter((name) => name.startsWith('sys.'));
  wantedSystem.set(runtime, found);
  return found;
}

function findEntities(runtime: BotRuntime, text: string, when: When): EntityMatch[] {
  const wanted = systemOf(runtime);
  const system = wanted.length > 0 ? findSystemEntities(text, when, wanted) : [];
  const custom = runtime.entities.find(text);
  return [...custom, ...system].sort((one, other) => one.start - other.start || other.end - one.end);
}

/** What the annotated phrases teach about this text, when the intent is known. */
export function findSlots(runtime: BotRuntime, intent: DefinedIntent, text: string): Slot[] {
  return runtime.slotModel?.find(text, intent.intentId) ?? [];
}
