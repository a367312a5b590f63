import { type Instance, isOver, isSecretVariable, showValue, type Value } from '@parley/journey';
import type { WalkEnd } from '../../bot/door.ts';
import type { WaitingInput } from '../inbox/input.repository.ts';
import { messageKeys } from '../inbox/instance.inputs.ts';
import type { WalkState } from '../link/link.repository.ts';
import type { Acting } from './instance.effects.ts';

const isOfTool = ({ entry }: Instance): boolean => (entry as { kind?: unknown } | null)?.kind === 'tool';

const isOfPage = ({ entry }: Instance): boolean => (entry as { kind?: unknown } | null)?.kind === 'page';

/** States of the links behind walks on pages. */
export const statesOfLinks = (acting: readonly Pick<Acting, 'row' | 'instance'>[]): WalkState[] =>
  acting.flatMap(({ row: { instanceId }, instance }): WalkState[] => {
    if (!isOfPage(instance)) return [];
    if (!isOver(instance.state)) return [{ instanceId, state: instance.wait?.kind === 'agent' ? 'HANDED_OVER' : 'BEGUN' }];
    return [{ instanceId, state: instance.state === 'COMPLETED' ? 'COMPLETED' : 'ENDED' }];
  });

const shown = (value: Value, zone: string): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : showValue(value, { language: 'en', zone });

/** Keys of the messages behind the last input that a walk has taken before its end. What nobody may read in the chat is left out. */
function unheardOf(waiting: readonly WaitingInput[], { turns }: Pick<Acting, 'turns'>): string[] {
  const taken = new Set(turns.map(({ input }) => input));
  const last = waiting.findLastIndex(({ input }) => taken.has(input));
  return waiting
    .slice(last + 1)
    .flatMap(({ input, inputKey, isSealed }) =>
      input.kind === 'message' && inputKey?.startsWith(messageKeys) && !isSealed ? [inputKey.slice(messageKeys.length)] : [],
    );
}

/**
 * The ends of walks that bots have begun as tools. What may not be shown is in none of them.
 * @param inputs what waited for each walk
 */
export const endsOfTools = (acting: readonly Acting[], inputs: ReadonlyMap<string, readonly WaitingInput[]>): WalkEnd[] =>
  acting.flatMap(({ row, running, turns, instance, facts, chat }) => {
    const { state, reason, outcome } = instance;
    if (!isOver(state) || state === 'RUNNING' || state === 'WAITING' || !isOfTool(instance)) return [];
    const { main } = running.compiled;
    const [frame] = instance.frames;
    const values = [...main.variables.keys()].flatMap((name) => {
      const value = frame?.variables[name] ?? null;
      return !frame || value === null || isSecretVariable(main, frame, name) ? [] : [[name, shown(value, facts.facts.zone)] as const];
    });
    const unheard = unheardOf(inputs.get(row.instanceId) ?? [], { turns });
    return [{ instanceId: row.instanceId, chatId: chat.chatId, state, reason, outcome, values: Object.fromEntries(values), unheard }];
  });
