import type { KnownHours } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import {
  type Compiled,
  compileForm,
  compileStream,
  type Document,
  dueAtOf,
  type Effect,
  type Facts,
  type FormDocument,
  fromJson,
  type Input,
  type Instance,
  isOver,
  type Node,
  type NotedTurn,
  noteTurn,
  type RehearsedTurn,
  type Stepped,
  shapeOfName,
  start,
  step,
  type TestCase,
  toRecord,
  type Value,
  type Visit,
} from '@parley/journey';
import { answerReaders } from '@parley/nlu/answers';
import { nodeOf } from '../editor/index-of.ts';

export type PlayFacts = {
  channel: string;
  language: string;
  zone: string;
  country: string;
  customer: Record<string, unknown>;
  said: string | null;
};
export type CallAnswer = { outcome: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: unknown; error: string };

/** The input of a turn, its results, and the state afterwards. */
export type PlayTurn = {
  /** null: the start; a timer or a stub's answer is no turn that a person takes */
  given:
    | RehearsedTurn
    | { kind: 'call'; node: string; answer: CallAnswer }
    | { kind: 'timer' }
    | { kind: 'start' }
    | { kind: 'jump'; node: string };
  effects: Effect[];
  visits: Visit[];
  instance: Instance;
  now: number;
};
export type PlayState = { turns: readonly PlayTurn[]; now: number };

/** Turns that a saved conversation may have. */
const mostTestTurns = 200;

type Forms = ReadonlyMap<string, FormDocument>;

/** A stream that is ready to be played, with the streams and forms inside of it. */
export const compileWith = (document: Document, inside: ReadonlyMap<string, Document>, forms: Forms = new Map()): Compiled => ({
  main: compileStream(document),
  streams: new Map([...inside].map(([id, one]) => [id, compileStream(one)])),
  forms: new Map([...forms].map(([id, form]) => [id, compileForm(form)])),
});

type Playing = { compiled: Compiled; facts: PlayFacts; startAt: number; hours: KnownHours };
const alwaysOpen: KnownHours = { calendars: {}, own: null };

/** One conversation with a stream, in memory: pure, so a turn back is the list without its last one. */
export class Play {
  readonly #compiled: Compiled;
  readonly #facts: PlayFacts;
  readonly #startAt: number;
  readonly #hours: KnownHours;
  turns: readonly PlayTurn[];
  now: number;

  private constructor({ compiled, facts, startAt, hours }: Playing, turns: readonly PlayTurn[], now: number) {
    this.#compiled = compiled;
    this.#facts = facts;
    this.#startAt = startAt;
    this.#hours = hours;
    this.turns = turns;
    this.now = now;
  }

  /** @param inside the streams inside of it, by their ids @param hours those that they name, as they are now @param forms those that they ask with */
  static begin(
    document: Document,
    facts: PlayFacts,
    now: number,
    inside: ReadonlyMap<string, Document> = new Map(),
    hours: KnownHours = alwaysOpen,
    forms: Forms = new Map(),
  ): Play {
    const compiled = compileWith(document, inside, forms);
    const play = new Play({ compiled, facts, startAt: now, hours }, [], now);
    const said = facts.said === null ? null : { text: facts.said, media: [], location: null, pressed: null };
    return play.#with(start(compiled, { id: 'try', entry: null, said }, play.#engineFacts(), now), { kind: 'start' }, now);
  }

  get #playing(): Playing {
    return { compiled: this.#compiled, facts: this.#facts, startAt: this.#startAt, hours: this.#hours };
  }

  #engineFacts(): Facts {
    const { channel, language, zone, country, customer } = this.#facts;
    return {
      zone,
      language,
      country,
      customer: { groups: [], labels: [], ...(fromJson(customer) as Record<string, Value>) },
      channel: { name: channel },
      isWindowOpen: true,
      shape: shapeOfName(channel),
      readers: answerReaders,
      refusalOf: () => '',
      hoursOf: hoursIn(this.#hours),
      customerId: 'try',
      mostNodes: 100,
    };
  }

  #with(stepped: Stepped, given: PlayTurn['given'], now: number): Play {
    const turn: PlayTurn = { given, effects: stepped.effects, visits: stepped.visits, instance: stepped.instance, now };
    return new Play(this.#playing, [...this.turns, turn], now);
  }

  get instance(): Instance {
    return (this.turns.at(-1) as PlayTurn).instance;
  }
  get isOver(): boolean {
    return isOver(this.instance.state);
  }
  /** Current node */
  get node(): string {
    return this.instance.frames.at(-1)?.node ?? '';
  }
  /** The document of a visit or a frame: of the stream itself, or of one inside of it. */
  documentOf(stream: string): Document {
    return (this.#compiled.streams.get(stream) ?? this.#compiled.main).document;
  }
  /** The node at which it waits, whichever stream's that is */
  get standing(): { document: Document; node: Node | undefined } {
    const frame = this.instance.frames.at(-1);
    const document = this.documentOf(frame?.stream ?? '');
    return { document, node: nodeOf(document, frame?.node ?? '') };
  }
  isInside(stream: string): boolean {
    return this.#compiled.streams.has(stream);
  }
  get dueAt(): number | null {
    return dueAtOf(this.instance);
  }

  #give(input: Input, given: PlayTurn['given'], now = this.now): Play {
    return this.#with(step(this.#compiled, this.instance, input, this.#engineFacts(), now), given, now);
  }

  say(text: string): Play {
    return this.#give({ kind: 'message', text, media: [], location: null }, { kind: 'say', text });
  }
  press(item: string): Play {
    // The question that is open: an older button is closed, as on a phone.
    return this.#give(
      { kind: 'press', turn: this.instance.wait?.kind === 'answer' ? this.instance.wait.turn : this.instance.turn, item },
      { kind: 'press', item },
    );
  }
  send(media: 'image' | 'audio' | 'video' | 'document'): Play {
    const name = `${media}.${{ image: 'jpg', audio: 'ogg', video: 'mp4', document: 'pdf' }[media]}`;
    return this.#give(
      { kind: 'message', text: '', media: [{ $: 'media', id: name, kind: media, name, mime: '', size: 1000 }], location: null },
      { kind: 'media', media, name, size: 1000 },
    );
  }
  place(latitude: number, longitude: number): Play {
    return this.#give(
      { kind: 'message', text: '', media: [], location: { $: 'location', latitude, longitude, name: '', address: '' } },
      { kind: 'location', latitude, longitude },
    );
  }
  agent(exit: 'returned' | 'missed' | 'outOfHours'): Play {
    return this.#give({ kind: 'agent', exit }, { kind: 'agent', exit });
  }
  event(event: string, key: string): Play {
    return this.#give({ kind: 'event', event, key, data: null }, { kind: 'event', event, key, data: null });
  }
  answer(answer: CallAnswer): Play {
    const { wait } = this.instance;
    if (wait?.kind !== 'call') return this;
    const { outcome, status, error } = answer;
    return this.#give(
      { kind: 'call', call: wait.call, outcome, status, answer: fromJson(answer.answer), error },
      { kind: 'call', node: this.node, answer },
    );
  }
  /** A bot would have answered so. @param intent of the outcome `intent` the one that it has answered */
  skill(outcome: 'goesOn' | 'intent' | 'notUnderstood' | 'handOver', intent = ''): Play {
    return this.answer({ outcome: 'DONE', status: 200, answer: { replies: [], state: {}, outcome, intent, values: {} }, error: '' });
  }
  /** Continues from this node, with the variables as they are. */
  jump(node: string): Play {
    return this.#give({ kind: 'continue', node }, { kind: 'jump', node });
  }

  /** Time passes, with whatever becomes due on the way. */
  skip(seconds: number): Play {
    const until = this.now + seconds * 1000;
    let play: Play = this;
    for (let due = play.dueAt, steps = 0; due !== null && due <= until && steps < 1000; due = play.dueAt, steps += 1)
      play = play.#give(
        { kind: 'timer' },
        { kind: 'skip', seconds: Math.max(1, Math.round((Math.max(due, play.now) - play.now) / 1000)) },
        Math.max(play.now, due),
      );
    if (until <= play.now) return play;
    const rest = Math.round((until - play.now) / 1000);
    const last = play.turns.at(-1) as PlayTurn;
    const quiet: PlayTurn = {
      given: { kind: 'skip', seconds: Math.max(1, rest) },
      effects: [],
      visits: [],
      instance: last.instance,
      now: until,
    };
    return new Play(this.#playing, [...play.turns, quiet], until);
  }
  /** Straight to what happens next by itself. */
  skipToDue(): Play {
    const due = this.dueAt;
    return due === null ? this : this.skip(Math.max(1, Math.ceil((due - this.now) / 1000)));
  }

  back(): Play {
    const turns = this.turns.slice(0, -1);
    const last = turns.at(-1);
    return last ? new Play(this.#playing, turns, last.now) : this;
  }

  /** Saves the conversation as a test: the inputs, the answers of calls, and the results of each turn. */
  toTest(id: string, name: string): TestCase {
    const turns: RehearsedTurn[] = [];
    const stubs: TestCase['stubs'] = {};
    const noted: NotedTurn[] = [];
    const facts = this.#engineFacts();
    const open: { visits: Visit[]; effects: Effect[] } = { visits: [], effects: [] };
    const close = (instance: Instance) => {
      noted.push(noteTurn(this.#compiled, { ...open, instance }, facts));
      open.visits = [];
      open.effects = [];
    };
    for (const [place, turn] of this.turns.entries()) {
      const { given, visits, effects } = turn;
      if (given.kind === 'call') stubs[given.node] = { ...given.answer, answer: given.answer.answer as TestCase['entry'] };
      else if (given.kind !== 'start' && given.kind !== 'timer' && given.kind !== 'jump') {
        close((this.turns[place - 1] ?? turn).instance);
        turns.push(given);
      }
      open.visits.push(...visits);
      open.effects.push(...effects);
    }
    close(this.instance);
    const { channel, language, zone, country, customer, said } = this.#facts;
    return {
      id,
      name,
      facts: {
        now: new Date(this.#startAt).toISOString(),
        zone,
        language,
        country,
        channel,
        isWindowOpen: true,
        customer: customer as TestCase['facts']['customer'],
        customerId: 'try',
      },
      entry: null,
      said,
      turns: turns.slice(0, mostTestTurns),
      stubs,
      expect: [],
      record: toRecord(noted.slice(0, mostTestTurns + 1)),
    };
  }

  /** Every node and exit that was taken, and where it stands. */
  trail(): { nodes: Set<string>; edges: Set<string>; current: string | null } {
    const nodes = new Set<string>();
    const edges = new Set<string>();
    const main = this.#compiled.main.document.id;
    for (const { visits } of this.turns)
      for (const { stream, node, exit } of visits) {
        if (stream !== main) continue;
        nodes.add(node);
        if (exit !== null) edges.add(`${node} ${exit}`);
      }
    return { nodes, edges, current: this.isOver ? null : (this.instance.frames[0]?.node ?? null) };
  }
}
