import type { Settings } from '../document/document.ts';
import type { LocalText, MediaSource, Sending } from '../document/fields.ts';
import type { Node } from '../document/node.ts';
import type { Test } from '../document/nodes/logic.ts';
import type { Known } from '../expression/check.ts';
import type { Environment } from '../expression/environment.ts';
import { evaluate } from '../expression/evaluate.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { RowFault, rowsToSource } from '../expression/rows.ts';
import { showValue } from '../expression/show.ts';
import { writeText } from '../expression/text.ts';
import { isTagged, type Value } from '../expression/value.ts';
import type { Compiled, CompiledStream } from './compile.ts';
import type { CallRequest, Effect, MediaRef, Send, SentContent, Visit } from './effects.ts';
import type { Facts } from './facts.ts';
import type { Said } from './nodes/answers.ts';
import type { Frame, Instance, Wait } from './state.ts';
import { toVariable } from './variables.ts';

/** Why a node cannot do its work; it leaves by `error`. */
export class NodeFault extends Error {}

/** The person gets nothing any more, whoever sends; the instance ends. */
export class PersonBlocked extends Error {}

/** What a node comes to. */
export type Outcome =
  | { kind: 'exit'; exit: string }
  | { kind: 'wait'; wait: Wait }
  | { kind: 'goto'; node: string }
  | { kind: 'enter'; stream: string; given: Record<string, Value> }
  | { kind: 'end'; outcome: string }
  | { kind: 'handedOver' };
export const leave = (exit: string): Outcome => ({ kind: 'exit', exit });
export const waitFor = (wait: Wait): Outcome => ({ kind: 'wait', wait });

/**
 * One turn of an instance: from an input to the next wait, call or end. It works on a copy, and knows neither clock nor chance nor anything
 * outside of what it is given.
 */
export class Turn {
  readonly compiled: Compiled;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly now: number;
  readonly effects: Effect[] = [];
  readonly visits: Visit[] = [];
  /** What came in with this turn and answers no question yet */
  said: Said | null = null;
  /** The node that led to the one that works now; null at the start and behind a wait of none */
  cameFrom: string | null = null;
  /** Of what this turn changes of the customer, so that later nodes see it */
  readonly customer: Record<string, Value>;

  constructor(compiled: Compiled, instance: Instance, facts: Facts, now: number) {
    this.compiled = compiled;
    this.instance = structuredClone(instance);
    this.facts = facts;
    // An instance's time never runs backwards, whatever the clocks of its workers say.
    this.now = Math.max(now, instance.at);
    this.customer = { ...facts.customer };
    this.instance.at = this.now;
    this.instance.turn += 1;
  }

  get frame(): Frame {
    return this.instance.frames.at(-1) as Frame;
  }

  get stream(): CompiledStream {
    return this.streamOf(this.frame);
  }

  streamOf(frame: Frame): CompiledStream {
    const found = frame.stream === this.compiled.main.document.id ? this.compiled.main : this.compiled.streams.get(frame.stream);
    if (!found) throw new NodeFault(`The stream ${frame.stream} is not there.`);
    return found;
  }

  /** Of the stream that was started, whichever is inside of it now. */
  get settings(): Settings {
    return this.compiled.main.document.settings;
  }

  get node(): Node | undefined {
    return this.stream.nodes.get(this.frame.node);
  }

  get visit(): Visit {
    return this.visits.at(-1) as Visit;
  }

  /** Begins what is told of a node. */
  open(node: string): void {
    this.visits.push({ stream: this.frame.stream, node, exit: null, comparisons: [], sets: [], warnings: [] });
  }

  get language(): string {
    return this.instance.language;
  }

  /** How values are written for the person */
  get showing(): { language: string; zone: string } {
    return { language: this.language, zone: this.facts.zone };
  }

  get #environment(): Environment {
    const { instance, facts, frame, stream } = this;
    const names: Record<string, () => Value> = {
      customer: () => this.customer,
      last: () => ({ text: instance.last.text, media: instance.last.media, time: instance.last.time }),
      entry: () => instance.entry,
      call: () => instance.calls,
      channel: () => facts.channel,
      window: () => ({ open: facts.isWindowOpen }),
    };
    return {
      now: this.now,
      zone: facts.zone,
      language: this.language,
      country: facts.country,
      lookUp: (name) => {
        if (stream.variables.has(name)) return frame.variables[name] ?? null;
        return Object.hasOwn(names, name) ? names[name]?.() : undefined;
      },
      isSensitive: ([name = '']) => stream.variables.get(name)?.isSensitive === true || (name === 'last' && instance.last.isSensitive),
    };
  }

  /** @throws NodeFault with the words of what is wrong */
  value(source: string): Value {
    return this.#guarded(() => {
      const { value, comparisons } = evaluate(this.stream.expression(source), source, this.#environment);
      this.visit.comparisons.push(...comparisons);
      return value;
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof ExpressionFault || error instanceof FunctionFault || error instanceof RowFault)
        throw new NodeFault(error.message);
      throw error;
    }
  }

  number(source: string, what: string): number {
    const value = this.value(source);
    if (typeof value !== 'number') throw new NodeFault(`${what} is no number.`);
    return value;
  }

  text(source: string): string {
    return showValue(this.value(source), { language: this.language, zone: this.facts.zone });
  }

  holds({ rows, source }: Test): boolean {
    const asked = source !== '' || rows === null ? source : this.#guarded(() => rowsToSource(rows, (field) => this.#knownOf(field)));
    const value = this.value(asked);
    if (value !== null && typeof value !== 'boolean') throw new NodeFault('The condition is neither yes nor no.');
    return value === true;
  }

  /** A row compares by the type of its field, which a variable declares and everything else has at the moment. */
  #knownOf(field: string): Known {
    const variable = this.stream.variables.get(field);
    if (variable) return { type: variable.type };
    const [name = '', key] = field.split('.');
    const value = key === undefined ? null : this.#environment.lookUp(name);
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !isTagged(value) &&
      key !== undefined &&
      Array.isArray(value[key])
    )
      return { type: 'List' };
    return { type: 'Any' };
  }

  /** The words of a text in the language of the conversation, its placeholders filled. What fails in it is empty, and told. */
  write(texts: LocalText): string {
    return this.fill(this.pick(texts));
  }

  pick(texts: LocalText): string {
    const [first = ''] = this.stream.document.languages;
    const base = this.language.split(/[-_]/)[0] ?? '';
    return texts[this.language] ?? texts[base] ?? texts[first] ?? Object.values(texts)[0] ?? '';
  }

  fill(text: string): string {
    return this.#guarded(() => {
      const written = writeText(this.stream.text(text), this.#environment);
      this.visit.comparisons.push(...written.comparisons);
      this.visit.warnings.push(...written.faults.map(({ message }) => message));
      return written.text;
    });
  }

  /**
   * Fills a text that is no message: each value is written by the caller, and a fault keeps the whole from being used.
   * @param onWords told of the words between placeholders
   */
  fillWith(text: string, write: (value: Value) => string, onWords: (words: string) => void = () => {}): string {
    return this.#guarded(() =>
      this.stream
        .text(text)
        .map((part) => {
          if (part.kind === 'placeholder') return write(evaluate(part.expression, part.source, this.#environment).value);
          onWords(part.words);
          return part.words;
        })
        .join(''),
    );
  }

  /** Sets a variable of the stream that runs, and the customer's attribute where it is kept there. @throws NodeFault */
  set(name: string, value: Value): void {
    if (name === '') return;
    const variable = this.stream.variables.get(name);
    if (!variable) throw new NodeFault(`There is no variable ${name}.`);
    const held = this.#guarded(() => toVariable(value, variable, { zone: this.facts.zone, language: this.language }));
    this.frame.variables[name] = held;
    const shown = variable.isSensitive && held !== null ? '•••' : showValue(held, { language: 'en', zone: this.facts.zone }).slice(0, 200);
    this.visit.sets.push({ name, value: shown });
    if (variable.saveTo) this.change([{ attribute: variable.saveTo.id, value: held }]);
  }

  change(attributes: { attribute: string; value: Value }[]): void {
    for (const { attribute, value } of attributes) this.customer[attribute] = value;
    this.effects.push({ kind: 'customer', attributes, language: null, consent: null });
  }

  media(source: MediaSource): MediaRef {
    if (source.kind === 'library') return { kind: 'library', id: source.media.id };
    const value = this.value(source.source);
    if (value === null || !isTagged(value) || value.$ !== 'media') throw new NodeFault('There is no file to send.');
    return { kind: 'value', media: value };
  }

  /**
   * Sends, as far as the gate lets it.
   * @returns why it was refused, or '' with the message's place in the turn
   */
  send(content: SentContent, sending?: Sending): { refused: string; place: number } {
    const place = this.effects.filter(({ kind }) => kind === 'send').length;
    const node = this.frame.node;
    const send: Send = {
      kind: 'send',
      node,
      place,
      content,
      via: sending?.via?.id ?? '',
      outsideWindow: sending?.outsideWindow?.id ?? '',
      pauseSeconds: sending?.pauseSeconds ?? 0,
      purpose: this.settings.purpose,
      language: this.language,
    };
    const refused = this.facts.refusalOf(send);
    if (refused === 'BLOCKED') throw new PersonBlocked();
    if (refused !== '') {
      this.visit.warnings.push(refused);
      return { refused, place };
    }
    this.effects.push(send);
    this.instance.sends[node] = { turn: this.instance.turn, place };
    return { refused: '', place };
  }

  /** Whether a question may be opened; the trace says why not. */
  mayAsk(): boolean {
    if (!this.facts.isBusy) return true;
    this.visit.warnings.push('BUSY');
    return false;
  }

  /** Sends a text of the stream's settings, which refuses nobody and stops nothing. */
  say(texts: LocalText): void {
    const text = this.write(texts);
    if (text !== '') this.send({ kind: 'text', text, showsLink: false });
  }

  call(request: CallRequest): Outcome {
    this.instance.callCount += 1;
    const call = this.instance.callCount;
    this.effects.push({ kind: 'call', node: this.frame.node, call, request });
    return waitFor({ kind: 'call', call });
  }
}
