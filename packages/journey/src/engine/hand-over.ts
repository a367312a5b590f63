import { showValue } from '../expression/show.ts';
import { isSecretVariable, mask } from './secrecy.ts';
import type { Outcome, Turn } from './turn.ts';

const mostShown = 30;

/** Lists variables that have a value as the agent's card shows them, sensitive ones masked. */
export const shownTo = (turn: Turn, names: readonly string[]): { name: string; value: string }[] =>
  names.flatMap((name) => {
    const value = turn.frame.variables[name] ?? null;
    if (value === null) return [];
    return [{ name, value: isSecretVariable(turn.stream, turn.frame, name) ? mask : showValue(value, turn.showing) }];
  });

/** An operator hands over, wherever the instance stands: with all that has a value. */
export function handedOver(turn: Turn, department: string): Outcome {
  const shown = shownTo(turn, [...turn.stream.variables.keys()]).slice(0, mostShown);
  turn.effects.push({ kind: 'handOver', node: turn.frame.node, department, priority: 5, note: '', shown, returns: false });
  return { kind: 'handedOver' };
}
