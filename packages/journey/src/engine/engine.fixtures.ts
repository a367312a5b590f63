import { Document, type Settings } from '../document/document.ts';
import { readNumber } from '../expression/functions/number.ts';
import type { Media, Value } from '../expression/value.ts';
import { type Compiled, compileStream } from './compile.ts';
import type { Effect, Send } from './effects.ts';
import type { Facts } from './facts.ts';
import type { Input } from './input.ts';
import { dueAtOf, type Instance } from './state.ts';
import { type Stepped, start, step } from './step.ts';

/** Monday, 2026-03-09, 09:00 in Asia/Kolkata. */
export const monday = Date.UTC(2026, 2, 9, 3, 30);
export const minute = 60_000;
export const hour = 60 * minute;

type FixtureNode = { type: string; name?: string; config?: unknown; to?: Record<string, string> };
/** A document in short: nodes by id, each with where its exits lead. The first one is the start. */
export function makeDocument(
  nodes: Record<string, FixtureNode>,
  more: { id?: string; variables?: unknown[]; settings?: Partial<Record<keyof Settings, unknown>>; milestones?: unknown[] } = {},
): Document {
  return Document.parse({
    format: 'parley.journey',
    formatVersion: 1,
    kind: 'journey',
    id: more.id ?? 'main',
    name: 'Test',
    languages: ['en'],
    start: Object.keys(nodes)[0],
    settings: more.settings ?? {},
    variables: more.variables ?? [],
    milestones: more.milestones ?? [],
    nodes: Object.entries(nodes).map(([id, { type, name = '', config = {} }]) => ({ id, type, name, config })),
    edges: Object.entries(nodes).flatMap(([from, { to = {} }]) => Object.entries(to).map(([exit, target]) => ({ from, exit, to: target }))),
  });
}

export const compiledOf = (main: Document, ...inside: Document[]): Compiled => ({
  main: compileStream(main),
  streams: new Map(inside.map((document) => [document.id, compileStream(document)])),
});

const words: Record<string, number> = { one: 1, two: 2, three: 3 };
export const whatsapp = { buttons: { most: 3, titleLength: 20 }, list: { most: 10, titleLength: 24, descriptionLength: 72 } };
export const sms = { buttons: { most: 0, titleLength: 0 }, list: { most: 0, titleLength: 0, descriptionLength: 0 } };

export const makeFacts = (changes: Partial<Facts> = {}): Facts => ({
  zone: 'Asia/Kolkata',
  language: 'en',
  country: 'IN',
  customer: { name: 'Asha', groups: [], labels: [] },
  channel: { name: 'WhatsApp' },
  isWindowOpen: true,
  shape: whatsapp,
  readers: {
    number: (text) => words[text.trim().toLowerCase()] ?? readNumber(text),
    date: (text) =>
      /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? { day: text } : text === '3/4' ? 'unclear' : null,
  },
  refusalOf: () => '',
  hoursOf: () => ({ calendarId: null, isOpen: () => true, opensAt: (at) => at }),
  customerId: 'c1',
  mostNodes: 100,
  ...changes,
});

export const photo = (id = 'm1', kind = 'image', size = 1000): Media => ({
  $: 'media',
  id,
  kind,
  name: `${id}.jpg`,
  mime: 'image/jpeg',
  size,
});

/** Describes a message in one line. */
export function shownOf({ content }: Send): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'buttons':
      return `${content.text} [${content.buttons.map(({ title }) => title).join('|')}]`;
    case 'list':
      return `${content.text} <${content.rows.map(({ title }) => title).join('|')}>`;
    case 'media':
      return `media ${content.media.kind === 'library' ? content.media.id : content.media.media.id} ${content.caption}`;
    case 'template':
      return `template ${content.template} ${JSON.stringify(content.values)}`;
    case 'cards':
      return content.cards.map(({ title, text, items }) => `${title}/${text} [${items.map((item) => item.title).join('|')}]`).join(' ');
    case 'flow':
      return `flow ${content.flowId} ${content.text} [${content.button}]`;
    case 'location':
      return `location ${content.latitude},${content.longitude} ${content.name}`;
  }
}

/** A conversation with an instance: what is said to it, and what it answers. */
export class Talk {
  readonly compiled: Compiled;
  facts: Facts;
  now = monday;
  stepped: Stepped;
  readonly effects: Effect[] = [];

  constructor(
    compiled: Compiled,
    { facts = makeFacts(), entry = null, said = null }: { facts?: Facts; entry?: Value; said?: string | null } = {},
  ) {
    this.compiled = compiled;
    this.facts = facts;
    this.stepped = start(
      compiled,
      { id: 'i1', entry, said: said === null ? null : { text: said, media: [], location: null, pressed: null } },
      facts,
      this.now,
    );
    this.#keep();
  }

  #keep(): void {
    if (this.stepped.kind === 'done') this.effects.push(...this.stepped.effects);
  }

  get instance(): Instance {
    return this.stepped.instance;
  }

  get variables(): Record<string, Value> {
    return this.instance.frames[0]?.variables ?? {};
  }

  /** The messages of the last turn. */
  get shown(): string[] {
    return this.stepped.effects.flatMap((effect) => (effect.kind === 'send' ? [shownOf(effect)] : []));
  }

  /** Nodes and exits of the last turn. */
  get path(): string[] {
    return this.stepped.visits.map(({ node, exit }) => `${node}>${exit ?? ''}`);
  }

  get standing(): string {
    const { state, reason } = this.instance;
    return reason === '' ? state : `${state}/${reason}`;
  }

  give(input: Input): this {
    this.stepped = step(this.compiled, this.instance, input, this.facts, this.now);
    this.#keep();
    return this;
  }

  say(text: string): this {
    return this.give({ kind: 'message', text, media: [], location: null });
  }

  send(...media: Media[]): this {
    return this.give({ kind: 'message', text: '', media, location: null });
  }

  press(item: string, turn = this.instance.turn): this {
    return this.give({ kind: 'press', turn, item });
  }

  /** Lets time pass, with whatever becomes due on the way. */
  pass(ms: number): this {
    const until = this.now + ms;
    for (let due = dueAtOf(this.instance); due !== null && due <= until; due = dueAtOf(this.instance)) {
      this.now = Math.max(this.now, due);
      this.give({ kind: 'timer' });
    }
    this.now = until;
    return this;
  }
}
