import type { Compiled } from '../engine/compile.ts';
import type { Effect, Visit } from '../engine/effects.ts';
import type { Facts } from '../engine/facts.ts';
import { isSecretVariable, mask } from '../engine/secrecy.ts';
import type { Instance } from '../engine/state.ts';
import { showValue } from '../expression/show.ts';
import { isMap, type Value } from '../expression/value.ts';
import { isSameValue, type NamedText, patternOf, valuePattern } from './pattern.ts';
import { shownOf } from './show.ts';
import { mostSays, mostVisits, type RecordedTurn } from './test-case.ts';

/** Events between two turns of a conversation, and the state of the walk then. */
export type Happened = { visits: readonly Pick<Visit, 'stream' | 'node' | 'exit'>[]; effects: readonly Effect[]; instance: Instance };
/** A turn as it is compared. @property variables all of them @property plain each of `says` without names */
export type NotedTurn = RecordedTurn & { plain: string[] };

const mostText = 4096;

/** A turn by what matters of it: exits, texts by their patterns, values, and how it stands. Nothing sensitive is in it. */
export function noteTurn(
  { main }: Compiled,
  { visits, effects, instance }: Happened,
  { zone, customer }: Pick<Facts, 'zone' | 'customer'>,
): NotedTurn {
  const { language, state, outcome } = instance;
  const frame = instance.frames[0];
  const names = [...main.variables.keys()];
  const isSecret = (name: string) => frame !== undefined && isSecretVariable(main, frame, name);
  const heldIn = (name: string): Value => frame?.variables[name] ?? null;
  const named: NamedText[] = [
    ...names.filter((name) => !isSecret(name)).map((name) => ({ name, text: showValue(heldIn(name), { language, zone }) })),
    ...Object.entries(customer).flatMap(([field, value]) =>
      value === null || Array.isArray(value) || isMap(value)
        ? []
        : [{ name: `customer.${field}`, text: showValue(value, { language, zone }) }],
    ),
  ].filter(({ name }) => /^[\w.]+$/.test(name));
  const texts = effects.flatMap((effect) =>
    effect.kind === 'send' ? [shownOf({ ...effect, content: effect.shown ?? effect.content })] : [],
  );
  const said = texts.filter((text) => text !== '').slice(0, mostSays);
  return {
    visits: visits
      .slice(0, mostVisits)
      .map(({ stream, node, exit }) => ({ stream: stream === main.document.id ? '' : stream, node, exit })),
    says: said.map((text) => patternOf(text, named, language).slice(0, mostText)),
    plain: said.map((text) => patternOf(text, [], language).slice(0, mostText)),
    variables: Object.fromEntries(
      names.map((name) => {
        const value = heldIn(name);
        return [name, (isSecret(name) && value !== null ? mask : valuePattern(value)) as RecordedTurn['variables'][string]];
      }),
    ),
    state,
    outcome,
  };
}

/** Turns as they are kept: each with the variables that it changed, the first with all of them. */
export function toRecord(turns: readonly NotedTurn[]): RecordedTurn[] {
  return turns.map(({ plain: _, ...turn }, place) => {
    const before = turns[place - 1]?.variables;
    if (!before) return turn;
    const changed = Object.entries(turn.variables).filter(([name, value]) => !isSameValue(value, before[name] ?? null));
    return { ...turn, variables: Object.fromEntries(changed) };
  });
}
