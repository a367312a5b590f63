import {
  dueAtOf,
  type Effect,
  type Stepped as EngineStep,
  type Facts,
  type Instance,
  isOver,
  type Send,
  start,
  step,
  type Visit,
  waitsForSecret,
} from '@parley/journey';
import type { RunningVersion } from '../row/instance.versions.ts';
import type { StoredInput, WaitingInput } from './input.repository.ts';

/** Turns that one walk takes in one transaction; a flood of inputs is read in several. */
const mostTurns = 20;
/** Characters that their expressions look at: less than a tenth of a second, and the rest is read in the next transaction. */
const mostWalkWork = 6_000_000;

/** One turn as it happened. @property place where its effects stand among those of the walk */
export type TakenTurn = { input: StoredInput; visits: Visit[]; effects: Effect[]; turn: number; at: number; isSensitive: boolean };
export type PlayedTurns = {
  instance: Instance;
  turns: TakenTurn[];
  /** Inputs that are done with, and those that wait until the walk asks again */
  read: number[];
  kept: number[];
};

const isAsking = ({ wait }: Instance) => wait?.kind === 'answer';

/** Tells whether the question that is open takes what was said before it; a bot answers all that is said while it thinks. */
function takesEarlier({ compiled }: RunningVersion, instance: Instance): boolean {
  // A text from before a sensitive question stands in the chat already, readable: it does not answer the question.
  if (waitsForSecret(compiled, instance)) return false;
  const frame = instance.frames.at(-1);
  const stream = frame && (frame.stream === compiled.main.document.id ? compiled.main : compiled.streams.get(frame.stream));
  const node = stream?.nodes.get(frame?.node ?? '');
  return node !== undefined && (node.type === 'talk.skill' || ('asking' in node.config && node.config.asking.takesEarlier));
}

type TurnsToPlay = {
  running: RunningVersion;
  instanceId: string;
  instance: Instance | null;
  facts: Facts;
  inputs: readonly WaitingInput[];
  now: number;
};

/**
 * Takes the turns of one walk: what is due, and each input in its order, until it is over or has read everything. Nothing outside is asked: what
 * a turn changes of the customer is known to the next one.
 */
export function playTurns({ running, instanceId, instance, facts, inputs, now }: TurnsToPlay): PlayedTurns {
  const walker = new Walker(running, instanceId, instance, facts, now);
  walker.beDue();
  for (const input of inputs) if (!walker.isFull) walker.read(input);
  walker.settleEarly(inputs);
  return walker.result();
}

class Walker {
  readonly #running: RunningVersion;
  readonly #instanceId: string;
  readonly #now: number;
  /** Position of the question that was open before these turns: nobody has seen questions that are opened in them */
  readonly #open: string;
  #instance: Instance | null;
  #facts: Facts;
  readonly turns: TakenTurn[] = [];
  #work = 0;
  readonly #read: number[] = [];
  readonly #kept: number[] = [];

  constructor(running: RunningVersion, instanceId: string, instance: Instance | null, facts: Facts, now: number) {
    this.#running = running;
    this.#instanceId = instanceId;
    this.#instance = instance;
    this.#facts = facts;
    this.#now = now;
    this.#open = instance && isAsking(instance) ? standingOf(instance) : '';
  }

  result(): PlayedTurns {
    if (!this.#instance) throw new Error(`The walk ${this.#instanceId} has no beginning.`);
    return { instance: this.#instance, turns: this.turns, read: this.#read, kept: this.#kept };
  }

  get hasBegun(): boolean {
    return this.#instance !== null;
  }

  /** It has done as much as one walk does at once. */
  get isFull(): boolean {
    return this.turns.length >= mostTurns || this.#work >= mostWalkWork;
  }

  #take(input: StoredInput, stepped: EngineStep, isSensitive: boolean): void {
    const { instance, visits, effects, work } = stepped;
    this.#work += work;
    this.#instance = instance;
    this.turns.push({ input, visits, effects, turn: instance.turn, at: instance.at, isSensitive });
    this.#facts = { ...this.#facts, customer: afterwards(this.#facts.customer, effects) };
  }

  /** Takes all timers that are due by now, the earliest first. */
  beDue(): void {
    for (let round = 0; round < mostTurns; round += 1) {
      const instance = this.#instance;
      const due = instance && dueAtOf(instance);
      if (!instance || due === null || due > this.#now || this.#work >= mostWalkWork) return;
      const stepped = step(this.#running.compiled, instance, { kind: 'timer' }, this.#facts, this.#now);
      if (stepped.kind !== 'done') return;
      this.#take({ kind: 'timer' }, stepped, false);
    }
  }

  read({ inputId, input }: WaitingInput): void {
    const instance = this.#instance;
    if (input.kind === 'start') {
      this.#read.push(inputId);
      if (!instance) this.#start(input);
      return;
    }
    if (!instance) return;
    if (isOver(instance.state)) {
      this.#read.push(inputId);
      return;
    }
    if (input.kind === 'message' && this.#isEarly(instance)) {
      this.#kept.push(inputId);
      return;
    }
    // The question that was due while another stream talked has just been replaced by a new one: it is not asked twice.
    if (input.kind === 'resume' && this.#isEarly(instance)) {
      this.#read.push(inputId);
      return;
    }
    this.#step(inputId, input, instance);
  }

  #start(input: Extract<StoredInput, { kind: 'start' }>): void {
    const { text, media, entry, given: values = {} } = input;
    const said = text === null && media.length === 0 ? null : { text: text ?? '', media, location: null, pressed: null };
    const given = { id: this.#instanceId, entry: entry as never, said, given: values };
    this.#take(input, start(this.#running.compiled, given, this.#facts, this.#now), false);
    this.beDue();
  }

  #step(inputId: number, input: Exclude<StoredInput, { kind: 'start' }>, instance: Instance): void {
    const isSensitive = (input.kind === 'message' || input.kind === 'press') && waitsForSecret(this.#running.compiled, instance);
    const stepped = step(this.#running.compiled, instance, input, this.#facts, this.#now);
    if (stepped.kind === 'kept') {
      this.#kept.push(inputId);
      return;
    }
    this.#read.push(inputId);
    if (stepped.kind !== 'done') return;
    this.#take(input, stepped, isSensitive);
    this.beDue();
  }

  #isEarly(instance: Instance): boolean {
    return isAsking(instance) && standingOf(instance) !== this.#open;
  }

  /** Settles texts from before a question: they do not answer it, unless the question says so. */
  settleEarly(inputs: readonly WaitingInput[]): void {
    for (const { inputId, input } of inputs) {
      const instance = this.#instance;
      if (!instance || isOver(instance.state) || input.kind !== 'message' || !this.#kept.includes(inputId) || !this.#isEarly(instance))
        continue;
      this.#kept.splice(this.#kept.indexOf(inputId), 1);
      if (takesEarlier(this.#running, instance)) this.#step(inputId, input, instance);
      else this.#read.push(inputId);
    }
  }
}

/** The node at which a walk stands, in the stream that runs. */
const standingOf = ({ frames }: Instance): string => {
  const frame = frames.at(-1);
  return frame ? `${frame.stream} ${frame.node}` : '';
};

/** The customer as the effects of a turn leave them. */
export function afterwards(customer: Facts['customer'], effects: readonly Effect[]): Facts['customer'] {
  const changed = { ...customer };
  for (const effect of effects) {
    if (effect.kind === 'customer') {
      for (const { attribute, value } of effect.attributes) changed[attribute] = value;
      if (effect.language) changed.language = effect.language;
    }
    if (effect.kind !== 'sets') continue;
    for (const { ref, id } of effect.sets) {
      const name = ref === 'group' ? 'groups' : 'labels';
      const held = changed[name];
      const others = (Array.isArray(held) ? held : []).filter((one) => one !== id);
      changed[name] = effect.action === 'add' ? [...others, id] : others;
    }
  }
  return changed;
}

export const sendsOf = (turns: readonly TakenTurn[]): Send[] =>
  turns.flatMap(({ effects }) => effects.filter((effect) => effect.kind === 'send'));
