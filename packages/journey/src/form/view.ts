import type { Environment } from '../expression/environment.ts';
import { evaluate } from '../expression/evaluate.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { writeText } from '../expression/text.ts';
import type { Value } from '../expression/value.ts';
import { Work } from '../expression/work.ts';
import type { CompiledForm } from './compile.ts';
import type { FormScreen } from './document.ts';
import type { FormFacts } from './facts.ts';
import type { FormField } from './field.ts';
import type { FormValues } from './state.ts';

/** Something that an expression of a form could not do. It is told to the form's owner, never to the person. */
export type FormTrouble = { field: string; part: string; text: string };

/**
 * A form as its answers so far make it: which fields are shown, and what their names stand for. It reads the screens in the order in which they
 * were passed, so that each expression sees what stands above it.
 */
export class FormView {
  readonly form: CompiledForm;
  readonly facts: FormFacts;
  readonly troubles: FormTrouble[] = [];
  readonly now: number;
  readonly #work: Work;
  readonly #names = new Map<string, Value>();
  readonly #shown = new Set<string>();

  /** @param work of the whole act; a form that spends it shows what it can */
  constructor(form: CompiledForm, facts: FormFacts, now: number, work = new Work()) {
    this.form = form;
    this.facts = facts;
    this.now = now;
    this.#work = work;
  }

  get work(): Work {
    return this.#work;
  }

  get language(): string {
    return this.pick(Object.fromEntries(this.form.document.languages.map((language) => [language, language])));
  }

  /** Takes a screen's fields in, each with its value where it is shown. */
  read({ fields }: FormScreen, values: FormValues): void {
    for (const field of fields) this.readField(field, values[field.id] ?? null);
  }

  /** @returns whether the field is shown */
  readField(field: FormField, value: Value): boolean {
    const isShown = field.visibleIf === '' || this.#yes(field, 'visibleIf', field.visibleIf, true);
    if (isShown) this.#shown.add(field.id);
    this.put(field, isShown ? value : null);
    return isShown;
  }

  put({ name }: FormField, value: Value): void {
    if (name !== '') this.#names.set(name, value);
  }

  isShown = ({ id }: Pick<FormField, 'id'>): boolean => this.#shown.has(id);

  isRequired(field: FormField): boolean {
    return field.required !== '' && this.#yes(field, 'required', field.required, false);
  }

  /** Tells where a way out of a screen leads; the first one that holds. */
  nextOf({ id, next }: FormScreen): string | 'end' {
    for (const way of next) if (this.#yes({ id }, 'next', way.when, false)) return way.to;
    return this.form.below(id) ?? 'end';
  }

  /** @throws ExpressionFault */
  value(source: string, own?: Value): Value {
    return evaluate(this.form.expression(source), source, this.#environment(own), this.#work).value;
  }

  /** The value, or undefined where the expression fails, which is noted. */
  maybe(field: Pick<FormField, 'id'>, part: string, source: string): Value | undefined {
    try {
      return this.value(source);
    } catch (error) {
      this.#note(field, part, error);
      return undefined;
    }
  }

  #yes(field: Pick<FormField, 'id'>, part: string, source: string, otherwise: boolean): boolean {
    const value = this.maybe(field, part, source);
    return value === undefined ? otherwise : value === true;
  }

  #note({ id }: Pick<FormField, 'id'>, part: string, error: unknown): void {
    if (!(error instanceof ExpressionFault)) throw error;
    this.troubles.push({ field: id, part, text: error.message });
  }

  pick(texts: Readonly<Record<string, string>>): string {
    const [first = ''] = this.form.document.languages;
    const { language } = this.facts;
    return texts[language] ?? texts[language.split(/[-_]/)[0] ?? ''] ?? texts[first] ?? Object.values(texts)[0] ?? '';
  }

  /** Words in the person's language, their placeholders filled. */
  write(texts: Readonly<Record<string, string>>): string {
    const text = this.pick(texts);
    return text.includes('{{') ? writeText(this.form.text(text), this.#environment(), this.#work).text : text;
  }

  #environment(own?: Value): Environment {
    const { facts } = this;
    const outside: Record<string, Value> = { customer: facts.customer, entry: facts.entry, call: facts.call };
    return {
      now: this.now,
      zone: facts.zone,
      language: facts.language,
      country: facts.country,
      lookUp: (name) => {
        if (name === 'value' && own !== undefined) return own;
        if (this.form.byName.has(name)) return this.#names.get(name) ?? null;
        return this.#computed(name) ?? (Object.hasOwn(outside, name) ? outside[name] : undefined);
      },
      isSensitive: ([name = '']) => this.form.byName.get(name)?.isSensitive ?? false,
    };
  }

  /** A computed value, of the fields so far and of those computed before it; what fails is Empty. */
  #computed(name: string): Value | undefined {
    const place = this.form.document.computed.findIndex((one) => one.name === name);
    const found = this.form.document.computed[place];
    if (!found) return undefined;
    // Nothing computed names one behind it (the check refuses it), so that this ends.
    return this.maybe({ id: '' }, `computed.${name}`, found.source) ?? null;
  }
}
