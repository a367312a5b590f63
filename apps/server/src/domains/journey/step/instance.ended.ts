import { type Instance, isOver, isSecretVariable, showValue, type Value } from '@parley/journey';
import type { WalkEnd } from '../../bot/door.ts';
import type { Acting } from './instance.effects.ts';

const isOfTool = ({ entry }: Instance): boolean => (entry as { kind?: unknown } | null)?.kind === 'tool';

const shown = (value: Value, zone: string): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : showValue(value, { language: 'en', zone });

/** The ends of walks that bots have begun as tools. What may not be shown is in none of them. */
export const endsOfTools = (acting: readonly Acting[]): WalkEnd[] =>
  acting.flatMap(({ row, running, instance, facts, chat }) => {
    const { state, reason, outcome } = instance;
    if (!isOver(state) || state === 'RUNNING' || state === 'WAITING' || !isOfTool(instance)) return [];
    const { main } = running.compiled;
    const [frame] = instance.frames;
    const values = [...main.variables.keys()].flatMap((name) => {
      const value = frame?.variables[name] ?? null;
      return !frame || value === null || isSecretVariable(main, frame, name) ? [] : [[name, shown(value, facts.facts.zone)] as const];
    });
    return [{ instanceId: row.instanceId, chatId: chat.chatId, state, reason, outcome, values: Object.fromEntries(values) }];
  });
