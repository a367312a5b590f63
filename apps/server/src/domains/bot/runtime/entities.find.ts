import { type EntityMatch, findSystemEntities } from '@parley/nlu';
import type { BotDefinition } from '../version/bot.definition.ts';
import type { BotRuntime } from './runtime.ts';

export type When = { now: Date; timeZone: string };

/** Only the system entities that some parameter has: a bot that asks for no dates has none found. */
export function wantedSystemEntities({ intents }: Pick<BotDefinition, 'intents'>): string[] {
  const names = new Set(intents.flatMap(({ parameters }) => parameters.map(({ id }) => id)));
  return [...names].filter((name) => name.startsWith('sys.'));
}

const wantedSystem = new WeakMap<BotRuntime, string[]>();

function systemOf(runtime: BotRuntime): string[] {
  const known = wantedSystem.get(runtime);
  if (known) return known;
  const found = wantedSystemEntities(runtime.definition);
  wantedSystem.set(runtime, found);
  return found;
}

/** Entities that parameters of the bot ask for, custom and system, in order of the text. */
export function findEntities(runtime: BotRuntime, text: string, when: When): EntityMatch[] {
  const wanted = systemOf(runtime);
  const system = wanted.length > 0 ? findSystemEntities(text, when, wanted) : [];
  const custom = runtime.entities.find(text);
  return [...custom, ...system].sort((one, other) => one.start - other.start || other.end - one.end);
}
