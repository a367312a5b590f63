import { showNumber } from '@parley/contract/format/number';
import { toVariable } from '../document/variables.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import type { Value } from '../expression/value.ts';
import type { Compiled, CompiledStream } from './compile.ts';
import type { Effect, Visit } from './effects.ts';
import type { Facts } from './facts.ts';
import { handedOver } from './hand-over.ts';
import type { Input } from './input.ts';
import {
  type Received,
  receiveCall,
  receiveEvent,
  receiveForm,
  receiveHours,
  receiveMessage,
  receivePress,
  receiveReceipt,
  receiveResume,
  receiveTimer,
} from './receive.ts';
import { end, openFrame, run } from './run.ts';
import type { Said } from './said.ts';
import { type Frame, type Instance, isOver } from './state.ts';
import { leave, PersonBlocked, SentTooMuch, Turn } from './turn.ts';

/** Turns that an instance may take. */
export const mostTurns = 10_000;
const dayMs = 86_400_000;

/**
 * Result of a turn. `work` is the cost of its expressions, in characters that they looked at. `kept`: the input is for later, when the
 * instance asks again; `ignored`: it changes nothing.
 * @property visits the nodes in their order, with what was compared and set there
 */
export type Stepped = { kind: 'done' | 'kept' | 'ignored'; instance: Instance; visits: Visit[]; effects: Effect[]; work: number };

/** @property given values of its variables, by their names */
export type Start = { id: string; entry: Value; said?: Said | null; given?: Readonly<Record<string, Value>> };

/** Values that a walk begins with, as its variables hold them; what no variable can hold is left out. */
function fill(
  frame: Frame,
  { variables, document }: CompiledStream,
  given: Readonly<Record<string, Value>>,
  { zone, language }: Facts,
): Frame {
  for (const [name, value] of Object.entries(given)) {
    const variable = variables.get(name);
    if (!variable) continue;
    try {
      frame.variables[name] = toVariable(value, variable, { zone, language: language === '' ? (document.languages[0] ?? 'en') : language });
    } catch (error) {
      if (!(error instanceof FunctionFault)) throw error;
    }
  }
  return frame;
}

/** Begins an instance, up to its first wait or its end. */
export function start(compiled: Compiled, { id, entry, said = null, given = {} }: Start, facts: Facts, now: number): Stepped {
  const { document } = compiled.main;
  const instance: Instance = {
    id,
    state: 'RUNNING',
    reason: '',
    outcome: '',
    turn: 0,
    startedAt: now,
    at: now,
    lifeUntil: now + document.settings.lifeDays * dayMs,
    language: facts.language === '' ? (document.languages[0] ?? 'en') : facts.language,
    frames: [fill(openFrame(compiled.main, facts, now), compiled.main, given, facts)],
    wait: null,
    entry,
    last: { text: said?.text ?? null, media: said?.media[0] ?? null, time: said ? { $: 'instant', at: now } : null, isSensitive: false },
    calls: {},
    callCount: 0,
    sends: {},
    milestones: [],
  };
  const turn = new Turn(compiled, instance, facts, now);
  turn.said = said;
  unlessBlocked(turn, () => {
    run(turn, undefined);
    return undefined;
  });
  return doneBy(turn);
}

/**
 * Ends the work of a turn for a blocked customer, and for one who gets messages without end. A blocked customer is left alone at the next
 * message, even if the stream would send.
 */
function unlessBlocked(turn: Turn, work: () => 'kept' | 'ignored' | undefined): 'kept' | 'ignored' | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PersonBlocked) end(turn, 'STOPPED', 'BLOCKED');
    else if (error instanceof SentTooMuch) end(turn, 'FAILED', 'LIMIT');
    else throw error;
    return undefined;
  }
}

/**
 * One turn: from an input to the next wait, call or end. It knows neither clock nor chance, so the same turn taken twice is the same to the byte.
 * @param facts as they are now, read once
 * @param now milliseconds since 1970; an instance's time never runs backwards
 */
export function step(compiled: Compiled, instance: Instance, input: Input, facts: Facts, now: number): Stepped {
  const nothing = (kind: 'kept' | 'ignored'): Stepped => ({ kind, instance, visits: [], effects: [], work: 0 });
  if (isOver(instance.state)) return nothing('ignored');
  const turn = new Turn(compiled, instance, facts, now);
  turn.open(turn.frame.node);
  if (turn.now >= instance.lifeUntil) {
    end(turn, 'TIMEDOUT', 'LIFE');
    return doneBy(turn);
  }
  if (turn.instance.turn > mostTurns) {
    turn.visit.warnings.push(`A walk takes at most ${showNumber(mostTurns, 'en')} turns.`);
    end(turn, 'FAILED', 'LIMIT');
    return doneBy(turn);
  }
  const left = unlessBlocked(turn, () => {
    const outcome = receive(turn, input);
    if (outcome === 'kept' || outcome === 'ignored') return outcome;
    if (outcome !== 'over' && outcome !== 'noted') run(turn, outcome === 'again' ? undefined : outcome);
    return undefined;
  });
  return left ? nothing(left) : doneBy(turn);
}

const doneBy = ({ instance, visits, effects, work }: Turn): Stepped => ({ kind: 'done', instance, visits, effects, work: work.used });

function receive(turn: Turn, input: Input): Received | 'again' {
  // Out of hours people answer at once that nobody is there: that is no pause, and a circle of it is stopped like any other.
  const isFromPeople = input.kind === 'message' || input.kind === 'press' || (input.kind === 'agent' && input.exit !== 'outOfHours');
  if (isFromPeople) delete turn.instance.pace;
  switch (input.kind) {
    case 'message':
      return receiveMessage(turn, { text: input.text, media: input.media, location: input.location, pressed: null });
    case 'press':
      return receivePress(turn, input);
    case 'timer':
      return receiveTimer(turn);
    case 'call':
      return receiveCall(turn, input);
    case 'receipt':
      return receiveReceipt(turn, input);
    case 'event':
      return receiveEvent(turn, input);
    case 'form':
      return receiveForm(turn, input);
    case 'agent':
      return turn.instance.wait?.kind === 'agent' ? leave(input.exit) : 'ignored';
    case 'optOut':
      if (turn.settings.onOptOut === 'go on') return 'ignored';
      end(turn, 'STOPPED', 'OPTED_OUT');
      return 'over';
    case 'stop':
      end(turn, 'STOPPED', input.reason);
      return 'over';
    case 'hours':
      return receiveHours(turn);
    case 'resume':
      return receiveResume(turn);
    case 'continue': {
      if (!turn.compiled.main.nodes.has(input.node)) return 'ignored';
      turn.instance.frames.splice(1);
      turn.frame.loops = [];
      return { kind: 'goto', node: input.node };
    }
    case 'retry':
      // The node itself opens what is told of it.
      turn.visits.pop();
      turn.instance.wait = null;
      turn.instance.state = 'RUNNING';
      return 'again';
    case 'handOver':
      return handedOver(turn, input.department);
  }
}
