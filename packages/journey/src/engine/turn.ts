import type { Settings } from '../document/document.ts';
import type { LocalText, MediaSource, Sending } from '../document/fields.ts';
import type { Node } from '../document/node.ts';
import { toVariable } from '../document/variables.ts';
import type { Expression } from '../expression/ast.ts';
import type { KnownType } from '../expression/check.ts';
import type { Environment } from '../expression/environment.ts';
import { evaluate } from '../expression/evaluate.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { RowFault, rowsToSource } from '../expression/rows.ts';
import { tellsSecret } from '../expression/sensitive.ts';
import { showValue } from '../expression/show.ts';
import { writeText } from '../expression/text.ts';
import { isTagged, type Value } from '../expression/value.ts';
import { mostTurnMs, Work } from '../expression/work.ts';
import type { Test } from '../nodes/logic.condition/schema.ts';
import type { Compiled, CompiledStream } from './compile.ts';
import type { CallRequest, Effect, MediaRef, Send, SentContent, Visit } from './effects.ts';
import type { Facts } from './facts.ts';
import { countSent } from './pace.ts';
import type { Said } from './said.ts';
import { hasSecrets, hide, isSecretPath, isSecretVariable, mask, shownContent, withName, withoutQuotes } from './secrecy.ts';
import type { Frame, Instance, Wait } from './state.ts';

/** Reason why a node cannot do its work; it leaves by `error`. */
export class NodeFault extends Error {}

/** The instance has sent so much that something is wrong with its stream; it ends, and the person hears no more of it. */
export class SentTooMuch extends Error {}

/** The person gets no message of any sender any more; the instance ends. */
export class PersonBlocked extends Error {}

/** Result of a node. */
export type Outcome =
  | { kind: 'exit'; exit: string }
  | { kind: 'wait'; wait: Wait }
  | { kind: 'goto'; node: string }
  /** @property secret the given ones that may not be shown */
  | { kind: 'enter'; stream: string; given: Record<string, Value>; secret: string[] }
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
  /** Work that the turn's expressions may still do */
  readonly work: Work;
  readonly effects: Effect[] = [];
  readonly visits: Visit[] = [];
  /** Input of this turn that answers no question yet */
  said: Said | null = null;
  /** The node that led to the one that works now; null at the start and behind a wait of none */
  cameFrom: string | null = null;
  /** The customer's fields with this turn's changes, so that later nodes see them */
  readonly customer: Record<string, Value>;
  /** Secret values that this node's work has read, as texts: they are removed from all records */
  #told: string[] = [];
  #tellsSecret = false;

  constructor(compiled: Compiled, instance: Instance, facts: Facts, now: number) {
    this.compiled = compiled;
    this.instance = structuredClone(instance);
    this.facts = facts;
    const { processorMs } = facts;
    const began = processorMs?.() ?? 0;
    this.work = new Work(processorMs && (() => processorMs() - began > mostTurnMs));
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

  /** Settings of the stream that was started, even while another one inside of it runs. */
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
    this.#told = [];
    this.#tellsSecret = false;
    this.visits.push({ stream: this.frame.stream, node, exit: null, comparisons: [], sets: [], warnings: [] });
  }

  get language(): string {
    return this.instance.language;
  }

  /** Language and zone for values shown to the person */
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
      isOpen: (named) => facts.hoursOf(named === null ? null : { named })?.isOpen(this.now),
      lookUp: (name) => {
        if (stream.variables.has(name)) return frame.variables[name] ?? null;
        return Object.hasOwn(names, name) ? names[name]?.() : undefined;
      },
      isSensitive: (path) => isSecretPath(stream, frame, instance, path),
    };
  }

  /** @throws NodeFault with the words of what is wrong */
  value(source: string): Value {
    return this.#guarded(() => this.#valueOf(this.stream.expression(source), source));
  }

  #valueOf(expression: Expression, source: string): Value {
    const isSecret = this.#isSecret(expression);
    if (isSecret) this.#tellsSecret = true;
    const { value, comparisons } = evaluate(expression, source, this.#environment, this.work);
    this.visit.comparisons.push(...comparisons);
    if (isSecret) this.noteSecret(value);
    return value;
  }

  /** Tells whether an expression tells of what may not be shown; one that cannot be read tells nothing. */
  isSecret(source: string): boolean {
    try {
      return this.#isSecret(this.stream.expression(source));
    } catch (error) {
      if (error instanceof ExpressionFault) return false;
      throw error;
    }
  }

  #isSecret(expression: Expression): boolean {
    return hasSecrets(this.stream, this.frame, this.instance) && tellsSecret(expression, this.#environment, new Set());
  }

  /** True if the work at this node has read what may not be shown. */
  get tellsSecret(): boolean {
    return this.#tellsSecret;
  }

  /** Removes this value from all that is shown of this node's work from here on. */
  noteSecret(value: Value): void {
    this.#tellsSecret = true;
    // Items too: a list is shown as one text, and each of them may be shown alone.
    for (const one of [value, ...(Array.isArray(value) ? value : [])]) {
      const text = showValue(one, this.showing);
      if (text !== '' && !this.#told.includes(text)) this.#told.push(text);
    }
  }

  /** A text of this node as people may read it. */
  hidden(text: string): string {
    return hide(text, this.#told);
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof ExpressionFault || error instanceof FunctionFault || error instanceof RowFault)
        throw new NodeFault(this.#faultOf(error));
      throw error;
    }
  }

  /** The compiled pattern for a text, or in words why there is none. @throws NodeFault for a turn that has no work left */
  pattern(pattern: string, text: string): ReturnType<Work['pattern']> {
    return this.#guarded(() => this.work.pattern(pattern, text));
  }

  /** Faults quote what they are about. */
  #faultOf({ message }: Error): string {
    return this.#tellsSecret ? withoutQuotes(message) : message;
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
  #knownOf(field: string): KnownType {
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
      const parts = this.stream.text(text);
      for (const part of parts) if (part.kind === 'placeholder' && this.#isSecret(part.expression)) this.#noteResult(part);
      const written = writeText(parts, this.#environment, this.work);
      this.visit.comparisons.push(...written.comparisons);
      this.visit.warnings.push(...written.faults.map((fault) => this.#faultOf(fault)));
      return written.text;
    });
  }

  /** Notes the value of a placeholder as secret; a placeholder that fails writes nothing. */
  #noteResult({ expression, source }: { expression: Expression; source: string }): void {
    this.#tellsSecret = true;
    try {
      this.noteSecret(evaluate(expression, source, this.#environment, this.work).value);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
    }
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
          if (part.kind === 'placeholder') {
            if (this.#isSecret(part.expression)) this.#noteResult(part);
            return write(evaluate(part.expression, part.source, this.#environment, this.work).value);
          }
          onWords(part.words);
          return part.words;
        })
        .join(''),
    );
  }

  /**
   * Sets a variable of the stream that runs, and the customer's attribute where it is kept there.
   * @param isSecret the value was computed from what may not be shown, and may be shown as little @throws NodeFault
   */
  set(name: string, value: Value, isSecret = false): void {
    if (name === '') return;
    const variable = this.stream.variables.get(name);
    if (!variable) throw new NodeFault(`There is no variable ${name}.`);
    const { frame } = this;
    if (isSecret || variable.isSensitive) this.#tellsSecret = true;
    const held = this.#guarded(() => toVariable(value, variable, { zone: this.facts.zone, language: this.language }));
    frame.variables[name] = held;
    const names = withName(frame.secret, name, isSecret && !variable.isSensitive && held !== null);
    if (names) frame.secret = names;
    else delete frame.secret;
    const isHidden = isSecretVariable(this.stream, frame, name);
    const shown = isHidden && held !== null ? mask : showValue(held, { language: 'en', zone: this.facts.zone }).slice(0, 200);
    this.visit.sets.push({ name, value: shown });
    if (!variable.saveTo) return;
    this.change([{ attribute: variable.saveTo.id, value: held }]);
    this.markField(variable.saveTo, isHidden);
  }

  change(attributes: { attribute: string; value: Value }[]): void {
    for (const { attribute, value } of attributes) this.customer[attribute] = value;
    this.effects.push({ kind: 'customer', attributes, language: null, consent: null });
  }

  /** Marks a field of the customer as secret if the value written to it was, and otherwise unmarks it. */
  markField({ id, name }: { id: string; name: string }, isSecret: boolean): void {
    for (const field of [id, name]) {
      const fields = field === '' ? this.instance.secretFields : withName(this.instance.secretFields, field, isSecret);
      if (fields) this.instance.secretFields = fields;
      else delete this.instance.secretFields;
    }
  }

  /** Marks a node's call as secret, by its id and its name. */
  markCall(isSecret: boolean): void {
    const { node } = this;
    for (const name of [node?.id ?? '', node?.name ?? '']) {
      const calls = name === '' ? this.instance.secretCalls : withName(this.instance.secretCalls, name, isSecret);
      if (calls) this.instance.secretCalls = calls;
      else delete this.instance.secretCalls;
    }
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
    const shown = shownContent(content, this.#told);
    const send: Send = {
      kind: 'send',
      node,
      place,
      content,
      ...(shown ? { shown } : {}),
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
    const tooMuch = countSent(this.instance, this.now);
    if (tooMuch !== '') {
      this.visit.warnings.push(tooMuch);
      throw new SentTooMuch();
    }
    this.effects.push(send);
    this.instance.sends[node] = { turn: this.instance.turn, place };
    return { refused: '', place };
  }

  /** Tells whether a question may be opened; the trace says why not. */
  mayAsk(): boolean {
    if (!this.facts.isBusy) return true;
    this.visit.warnings.push('BUSY');
    return false;
  }

  /** Sends a text of the stream's settings, which refuses nobody and stops nothing. @param standard where nobody has written one */
  say(texts: LocalText, standard = ''): void {
    const text = this.write(texts).trim() || standard;
    if (text !== '') this.send({ kind: 'text', text, showsLink: false });
  }

  /** @param isSecret it is told of what may not be shown: of what its node has read, where nobody knows better */
  call(request: CallRequest, isSecret = this.#tellsSecret): Outcome {
    this.instance.callCount += 1;
    const call = this.instance.callCount;
    this.markCall(isSecret);
    this.effects.push({ kind: 'call', node: this.frame.node, call, request, ...(isSecret ? { isSecret } : {}) });
    return waitFor({ kind: 'call', call });
  }
}
