import type { KnownHours } from '@parley/contract';
import { dueAtOf, type Facts, type Instance, isOver, type Passed, type Played } from '@parley/journey';
import type { StoredInput, WaitingInput } from '../inbox/input.repository.ts';
import { afterwards, type PlayedTurns, playTurns, type TakenTurn } from '../inbox/instance.turns.ts';
import type { RunningVersion } from '../row/instance.versions.ts';

/**
 * Facts about the world at a walk's time, as far as they are known now.
 * @property hours those behind the facts, which are told as values to the process that plays
 * @property windowMs time after the last message for free text; null: without limit
 */
export type World = { facts: Facts; hours: KnownHours; windowMs: number | null };
/** Nodes that each turn sent from, the last one last. */
type Sent = ReadonlyMap<number, readonly { node: string; place: number }[]>;
export type Replayed = Played & { sent: Sent };

type Playing = {
  running: RunningVersion;
  instanceId: string;
  /** Inputs, each at the time when it was read */
  past: readonly WaitingInput[];
  world: World;
  until: number;
  /** Messages that the walk itself had sent: buttons and receipts name its turns, which may have other numbers here */
  asSent?: Sent;
};

/** Timers that one walk has at most, so that a circle of waits ends. */
const mostTimers = 1000;
const earlyMs = 86_400_000;

/**
 * Lets a version have what came in to a walk, by the code that takes turns. Time passes as it did: what is due between two inputs happens between
 * them. Nothing leaves the house: what the turns want done is done by nobody, and the gate lets everything pass.
 */
export function play(playing: Playing): Replayed {
  const player = new Player(playing);
  for (const [at, inputs] of Map.groupBy(playing.past, (input) => input.at.getTime())) {
    player.pass(at - 1);
    player.give(inputs, at);
  }
  player.pass(playing.until);
  return player.result();
}

class Player {
  readonly #playing: Playing;
  readonly #passed: Passed[] = [];
  readonly #sent = new Map<number, { node: string; place: number }[]>();
  readonly #numbers = new Map<StoredInput, number>();
  #customer: Facts['customer'];
  #instance: Instance | null = null;
  #kept: WaitingInput[] = [];
  /** Events of the last day: one may come before anybody waits for it */
  #events: WaitingInput[] = [];
  #heardAt: number | null = null;
  #timers = 0;

  constructor(playing: Playing) {
    this.#playing = playing;
    this.#customer = playing.world.facts.customer;
  }

  result(): Replayed {
    return { passed: this.#passed, state: this.#instance?.state ?? 'RUNNING', sent: this.#sent };
  }

  /** Plays all timers that are due until then, each at its time. */
  pass(until: number): void {
    for (; this.#timers < mostTimers; this.#timers += 1) {
      const due = this.#instance && dueAtOf(this.#instance);
      if (due === null || due > until) return;
      this.#playTurns([], due);
    }
  }

  give(inputs: readonly WaitingInput[], at: number): void {
    const given = inputs.map((one) => ({ ...one, input: this.#translate(one.input) }));
    for (const { inputId, input } of given) {
      this.#numbers.set(input, inputId);
      if (isSaid(input)) this.#heardAt = at;
    }
    this.#events.push(...given.filter(({ input }) => input.kind === 'event'));
    let open = given;
    // One walk takes so many turns at once; a flood of inputs is read in several.
    for (let before = -1; open.length > 0 && open.length !== before; ) {
      before = open.length;
      const done = this.#playTurns(open, at);
      if (!done) return;
      open = open.filter(({ inputId }) => !done.read.includes(inputId) && !done.kept.includes(inputId));
    }
  }

  #playTurns(inputs: readonly WaitingInput[], at: number): PlayedTurns | undefined {
    const all = [...this.#kept, ...inputs];
    if (!this.#instance && !all.some(({ input }) => input.kind === 'start')) return undefined;
    const { running, instanceId, world } = this.#playing;
    const end = world.windowMs === null ? null : (this.#heardAt ?? 0) + world.windowMs;
    const facts: Facts = { ...world.facts, customer: this.#customer, isWindowOpen: end === null || end > at, refusalOf: () => '' };
    const played = playTurns({ running, instanceId, instance: this.#instance, facts, inputs: all, now: at });
    this.#instance = played.instance;
    this.#kept = isOver(played.instance.state) ? [] : all.filter(({ inputId }) => played.kept.includes(inputId));
    for (const turn of played.turns) this.#note(turn);
    this.#tellEarly(at);
    return played;
  }

  #tellEarly(at: number): void {
    const wait = this.#instance?.wait;
    if (wait?.kind !== 'event') return;
    const found = this.#events.find(
      ({ input, at: told }) =>
        input.kind === 'event' && input.event === wait.event && input.key === wait.key && told.getTime() > at - earlyMs,
    );
    if (found) this.#playTurns([found], at);
  }

  #note({ input, visits, effects, turn, at }: TakenTurn): void {
    const by = this.#numbers.get(input) ?? 0;
    this.#events = this.#events.filter((event) => event.input !== input);
    for (const { stream, node, exit } of visits) this.#passed.push({ stream, node, exit, by, at });
    const sends = effects.flatMap((effect) => (effect.kind === 'send' ? [{ node: effect.node, place: effect.place }] : []));
    if (sends.length > 0) this.#sent.set(turn, sends);
    this.#customer = afterwards(this.#customer, effects);
  }

  /** A button or a receipt belongs to what its node has sent here. */
  #translate(input: StoredInput): StoredInput {
    if (input.kind !== 'press' && input.kind !== 'receipt') return input;
    const sends = this.#playing.asSent?.get(input.turn) ?? [];
    const node = (input.kind === 'receipt' ? sends.find(({ place }) => place === input.place) : sends.at(-1))?.node ?? '';
    const here = this.#instance?.sends[node];
    if (!here) return { ...input };
    return input.kind === 'receipt' ? { ...input, turn: here.turn, place: here.place } : { ...input, turn: here.turn };
  }
}

const isSaid = (input: StoredInput): boolean =>
  input.kind === 'message' || input.kind === 'press' || (input.kind === 'start' && (input.text !== null || input.media.length > 0));
