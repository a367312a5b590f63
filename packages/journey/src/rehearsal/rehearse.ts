import type { ChoiceShape } from '../content/choices.ts';
import { canonical } from '../document/canonical.ts';
import { exitsOf } from '../document/exits.ts';
import type { Compiled } from '../engine/compile.ts';
import type { Send } from '../engine/effects.ts';
import type { Facts, Readers } from '../engine/facts.ts';
import type { Input } from '../engine/input.ts';
import { waitsForSecret } from '../engine/secrecy.ts';
import { dueAtOf, isOver } from '../engine/state.ts';
import { type Stepped, start, step } from '../engine/step.ts';
import { fromJson, toJson, type ValueMap } from '../expression/value.ts';
import { type Difference, differencesOf } from './differ.ts';
import { type NotedTurn, noteTurn } from './record.ts';
import { shownOf } from './show.ts';
import type { Expectation, RehearsedTurn, TestCase } from './test-case.ts';

/** Environment of a test: parsers of answers, limits of channels, and hours as they are now. No call leaves the server. */
export type Stage = Pick<Facts, 'hoursOf'> & { readers: Readers; shapeOf(channel: string): ChoiceShape };

/** @property visits nodes with their exits, in their order */
export type PlayedTurn = {
  shown: string[];
  visits: { stream: string; node: string; exit: string | null }[];
  standing: { state: string; reason: string; outcome: string };
};
export type Rehearsed = {
  isPassed: boolean;
  /** Expectations that were not met, by their place, with what there was instead */
  failures: { expectation: number; found: string }[];
  /** Differences from the record */
  differences: Difference[];
  /** The start first, then one for each turn of the test */
  turns: PlayedTurn[];
  /** The same turns by what is compared of them */
  noted: NotedTurn[];
  /** 'node' and 'node exit' of the stream that was rehearsed */
  covered: string[];
  /** Turns of the test, by their place, that answer a sensitive question */
  secretTurns: number[];
};

/** Timers and calls that one turn may lead to. */
const mostSteps = 1000;

/** Plays a saved conversation on a stream, in memory. */
export function rehearse(compiled: Compiled, test: TestCase, stage: Stage): Rehearsed {
  const play = new Play(compiled, test, stage);
  const secretTurns: number[] = [];
  for (const [place, turn] of test.turns.entries()) {
    if (play.asksSecret) secretTurns.push(place);
    play.take(turn);
  }
  const failures = test.expect.flatMap((expectation, place) => {
    const found = play.missed(expectation);
    return found === undefined ? [] : [{ expectation: place, found }];
  });
  const { turns, noted } = play;
  const differences = differencesOf(test.record ?? [], noted);
  const isPassed = failures.length + differences.length === 0;
  return { isPassed, failures, differences, turns, noted, covered: [...play.covered].sort(), secretTurns };
}

class Play {
  readonly turns: PlayedTurn[] = [];
  readonly noted: NotedTurn[] = [];
  readonly covered = new Set<string>();
  readonly #variables: ValueMap[] = [];
  readonly #compiled: Compiled;
  readonly #test: TestCase;
  readonly #facts: Facts;
  #now: number;
  #stepped: Stepped;
  #sent: Send[] = [];
  #open: PlayedTurn = { shown: [], visits: [], standing: { state: '', reason: '', outcome: '' } };
  #steps = 0;

  constructor(compiled: Compiled, test: TestCase, { readers, shapeOf, hoursOf }: Stage) {
    const { facts } = test;
    this.#compiled = compiled;
    this.#test = test;
    this.#now = Date.parse(facts.now);
    this.#facts = {
      zone: facts.zone,
      language: facts.language,
      country: facts.country,
      customer: { groups: [], labels: [], ...(fromJson(facts.customer) as ValueMap) },
      channel: { name: facts.channel },
      isWindowOpen: facts.isWindowOpen,
      shape: shapeOf(facts.channel),
      readers,
      refusalOf: () => '',
      hoursOf,
      customerId: facts.customerId,
      mostNodes: 100,
    };
    const said = test.said === null ? null : { text: test.said, media: [], location: null, pressed: null };
    this.#stepped = start(compiled, { id: 'test', entry: fromJson(test.entry), said }, this.#facts, this.#now);
    this.#keep();
    this.#answerCalls();
    this.#close();
  }

  get asksSecret(): boolean {
    return waitsForSecret(this.#compiled, this.#stepped.instance);
  }

  take(turn: RehearsedTurn): void {
    if (turn.kind === 'skip') this.#pass(turn.seconds * 1000);
    else this.#give(this.#inputOf(turn));
    this.#answerCalls();
    this.#close();
  }

  #inputOf(turn: Exclude<RehearsedTurn, { kind: 'skip' }>): Input {
    switch (turn.kind) {
      case 'say':
        return { kind: 'message', text: turn.text, media: [], location: null };
      case 'press':
        return { kind: 'press', turn: this.#stepped.instance.turn, item: turn.item };
      case 'media':
        return {
          kind: 'message',
          text: '',
          media: [{ $: 'media', id: turn.name, kind: turn.media, name: turn.name, mime: '', size: turn.size }],
          location: null,
        };
      case 'location':
        return {
          kind: 'message',
          text: '',
          media: [],
          location: { $: 'location', latitude: turn.latitude, longitude: turn.longitude, name: '', address: '' },
        };
      case 'event':
        return { kind: 'event', event: turn.event, key: turn.key, data: fromJson(turn.data) };
      case 'agent':
        return { kind: 'agent', exit: turn.exit };
      case 'optOut':
        return { kind: 'optOut' };
    }
  }

  #give(input: Input): void {
    this.#steps += 1;
    this.#stepped = step(this.#compiled, this.#stepped.instance, input, this.#facts, this.#now);
    this.#keep();
  }

  #keep(): void {
    if (this.#stepped.kind !== 'done') return;
    const main = this.#compiled.main.document.id;
    for (const { stream, node, exit } of this.#stepped.visits) {
      this.#open.visits.push({ stream, node, exit });
      if (stream !== main) continue;
      this.covered.add(node);
      if (exit !== null && exit !== '') this.covered.add(`${node} ${exit}`);
    }
    const sent = this.#stepped.effects.filter((effect) => effect.kind === 'send');
    this.#sent.push(...sent);
    this.#open.shown.push(...sent.map(shownOf));
  }

  /** A call without a stub answers nothing, so the test stands where it waits for it. */
  #answerCalls(): void {
    for (; this.#steps < mostSteps; ) {
      const { instance } = this.#stepped;
      const node = instance.frames.at(-1)?.node ?? '';
      const stub = this.#test.stubs[node];
      if (instance.wait?.kind !== 'call' || !stub) return;
      const { outcome, status, answer, error } = stub;
      this.#give({ kind: 'call', call: instance.wait.call, outcome, status, answer: fromJson(answer), error });
    }
  }

  #pass(ms: number): void {
    const until = this.#now + ms;
    for (
      let due = dueAtOf(this.#stepped.instance);
      due !== null && due <= until && this.#steps < mostSteps;
      due = dueAtOf(this.#stepped.instance)
    ) {
      this.#now = Math.max(this.#now, due);
      this.#give({ kind: 'timer' });
      this.#answerCalls();
    }
    this.#now = until;
  }

  #close(): void {
    const { state, reason, outcome, frames } = this.#stepped.instance;
    this.#open.standing = { state, reason, outcome };
    this.turns.push(this.#open);
    const { visits } = this.#open;
    this.noted.push(noteTurn(this.#compiled, { visits, effects: this.#sent, instance: this.#stepped.instance }, this.#facts));
    this.#sent = [];
    this.#variables.push({ ...frames[0]?.variables });
    this.#open = { shown: [], visits: [], standing: { state, reason, outcome } };
    if (isOver(state)) this.#steps = 0;
  }

  /** Returns the actual result in place of the expected one; undefined where the expectation is met. */
  missed(expectation: Expectation): string | undefined {
    const turn = this.turns[expectation.after];
    if (!turn) return 'There is no such turn.';
    switch (expectation.kind) {
      case 'message':
        return turn.shown.some((shown) => shown.includes(expectation.text)) ? undefined : turn.shown.join(' · ');
      case 'variable': {
        const value = toJson(this.#variables[expectation.after]?.[expectation.name] ?? null);
        return canonical(value) === canonical(expectation.value) ? undefined : JSON.stringify(value);
      }
      case 'node':
        return turn.visits.some(({ node }) => node === expectation.node) ? undefined : turn.visits.map(({ node }) => node).join(' ');
      case 'end': {
        const { state, reason, outcome } = turn.standing;
        const isMet = state === expectation.state && (expectation.outcome === null || outcome === expectation.outcome);
        return isMet ? undefined : [state, reason, outcome].filter((part) => part !== '').join(' ');
      }
    }
  }
}

export type Coverage = { nodes: { covered: number; all: number }; exits: { covered: number; all: number }; untested: string[] };

/** Computes the coverage of a stream by its tests: nodes, and the exits that something is joined to. */
export function coverageOf({ main: { document, target } }: Compiled, rehearsed: readonly Rehearsed[]): Coverage {
  const covered = new Set(rehearsed.flatMap((one) => one.covered));
  const nodes = document.nodes.filter(({ type }) => type !== 'mark.note').map(({ id }) => id);
  const exits = document.nodes.flatMap((node) =>
    exitsOf(node).flatMap(({ id }) => (target(node.id, id) === undefined ? [] : [`${node.id} ${id}`])),
  );
  const count = (keys: readonly string[]) => ({ covered: keys.filter((key) => covered.has(key)).length, all: keys.length });
  return { nodes: count(nodes), exits: count(exits), untested: [...nodes, ...exits].filter((key) => !covered.has(key)) };
}
