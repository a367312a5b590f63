import type { Expression } from '../../expression/ast.ts';
import { ExpressionFault } from '../../expression/fault.ts';
import type { CompiledForm } from '../compile.ts';
import type { FormField } from '../field.ts';
import { fieldNameOf } from './component-name.ts';
import { toFlowId } from './flow-id.ts';
import { alwaysBefore } from './ways.ts';

/** A condition in the flow's own language, one that is the same always, or the reason why only our server can tell. */
export type FlowCondition =
  | { kind: 'same'; holds: boolean }
  | { kind: 'source'; source: string; fields: FormField[] }
  | { kind: 'server'; reason: string };

const same = (holds: boolean): FlowCondition => ({ kind: 'same', holds });
const server = (reason: string): FlowCondition => ({ kind: 'server', reason });
const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/**
 * Writes conditions of one screen in the flow's language: comparisons of what components hold, with and, or and not. Both languages must say the
 * same of every answer, so that what may be empty, or is read by our readers (words, phones, times), is left to the server.
 */
export class FlowConditions {
  readonly #form: CompiledForm;
  readonly #screen: string;
  readonly #before: ReadonlySet<string>;
  readonly #screenOf: ReadonlyMap<string, string>;

  constructor(form: CompiledForm, screen: string) {
    this.#form = form;
    this.#screen = screen;
    this.#before = alwaysBefore(form.document, screen);
    this.#screenOf = new Map(form.document.screens.flatMap(({ id, fields }) => fields.map((field) => [field.id, id] as const)));
  }

  write(source: string): FlowCondition {
    try {
      return this.#write(this.#form.expression(source));
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      return server(error.message);
    }
  }

  /** Reads a choice out of `plan == "A"`, so that ways by one choice become a switch. @returns ids of the options that are meant */
  choiceOf(source: string): { field: FormField; ids: string[] } | undefined {
    try {
      const expression = this.#form.expression(source);
      if (expression.kind !== 'binary' || expression.operator !== '==') return undefined;
      const [field, text] = this.#fieldAndText(expression.left, expression.right);
      if (field?.kind !== 'choice' || text === undefined || !this.isCertain(field)) return undefined;
      return { field, ids: this.#idsOf(field, text) };
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      return undefined;
    }
  }

  reference = (field: FormField): string => {
    const screen = this.#screenOf.get(field.id) ?? '';
    const name = fieldNameOf(field);
    return screen === this.#screen ? `\${form.${name}}` : `\${screen.${toFlowId(screen)}.form.${name}}`;
  };

  /** Tells whether everybody who comes to this screen, or leaves it, has filled the field in. */
  isCertain = (field: FormField): boolean => this.#isReached(field) && field.required.trim() === 'true';

  #isReached = ({ id, visibleIf }: FormField): boolean =>
    ['', 'true'].includes(visibleIf.trim()) && this.#before.has(this.#screenOf.get(id) ?? '');

  #write(node: Expression): FlowCondition {
    switch (node.kind) {
      case 'literal':
        return typeof node.value === 'boolean' ? same(node.value) : server('It is neither yes nor no.');
      case 'name':
        return this.#yes(node.name);
      case 'unary':
        return node.operator === '!' ? this.#not(this.#write(node.operand)) : server('It is neither yes nor no.');
      case 'binary':
        if (node.operator === '&&' || node.operator === '||') return this.#both(node.operator, node.left, node.right);
        if (node.operator === '==' || node.operator === '!=') return this.#equal(node.operator, node.left, node.right);
        if (orders.has(node.operator)) return this.#ordered(node.operator, node.left, node.right);
        return server(`The flow does not know “${node.operator}”.`);
      default:
        return server('The flow knows comparisons of answers alone.');
    }
  }

  #not(inner: FlowCondition): FlowCondition {
    if (inner.kind === 'same') return same(!inner.holds);
    return inner.kind === 'source' ? { ...inner, source: `!${inner.source}` } : inner;
  }

  #both(operator: '&&' | '||', left: Expression, right: Expression): FlowCondition {
    const [a, b] = [this.#write(left), this.#write(right)];
    if (a.kind === 'server') return a;
    if (b.kind === 'server') return b;
    const decides = operator === '||';
    if (a.kind === 'same') return a.holds === decides ? a : b;
    if (b.kind === 'same') return b.holds === decides ? b : a;
    return { kind: 'source', source: `(${a.source} ${operator} ${b.source})`, fields: [...a.fields, ...b.fields] };
  }

  #field(node: Expression): FormField | undefined {
    return node.kind === 'name' ? this.#form.byName.get(node.name) : undefined;
  }

  /** A yes or no that stands by itself. */
  #yes(name: string): FlowCondition {
    const field = this.#form.byName.get(name);
    if (!field) return server(`“${name}” is known to our server alone.`);
    if (field.kind !== 'yesNo' && field.kind !== 'consent') return server(`“${name}” is neither yes nor no.`);
    if (!this.isCertain(field)) return server(`“${name}” may be left out.`);
    const value = field.kind === 'consent' ? 'true' : "'yes'";
    return { kind: 'source', source: `(${this.reference(field)} == ${value})`, fields: [field] };
  }

  #fieldAndText(left: Expression, right: Expression): [FormField | undefined, string | undefined] {
    const [field, other] = this.#field(left) ? [this.#field(left), right] : [this.#field(right), left];
    return [field, other.kind === 'literal' && typeof other.value === 'string' ? other.value : undefined];
  }

  #idsOf({ options }: FormField, text: string): string[] {
    const [first = ''] = this.#form.document.languages;
    if (options?.kind !== 'fixed') return [];
    return options.items.filter(({ value, title }) => (value === '' ? title[first] : value) === text).map(({ id }) => id);
  }

  #equal(operator: '==' | '!=', left: Expression, right: Expression): FlowCondition {
    const [field, text] = this.#fieldAndText(left, right);
    if (field?.kind === 'choice' && field.options?.kind === 'fixed' && text !== undefined) {
      if (!this.#isReached(field)) return server(`“${field.name}” may not have been asked.`);
      const ids = this.#idsOf(field, text);
      if (ids.length === 0) return same(operator === '!=');
      const parts = ids.map((id) => `${this.reference(field)} == '${id}'`);
      const source = `(${parts.join(' || ')})`;
      return { kind: 'source', source: operator === '==' ? source : `!${source}`, fields: [field] };
    }
    const other = this.#field(left) ? right : left;
    const asked = this.#field(left) ?? this.#field(right);
    if (asked && (asked.kind === 'yesNo' || asked.kind === 'consent') && other.kind === 'literal' && typeof other.value === 'boolean') {
      const holds = this.#yes(asked.name);
      return (operator === '==') === other.value ? holds : this.#not(holds);
    }
    return this.#ordered(operator, left, right);
  }

  #ordered(operator: string, left: Expression, right: Expression): FlowCondition {
    const rating = this.#rating(operator, left, right);
    if (rating) return rating;
    const [a, b] = [this.#number(left), this.#number(right)];
    if (typeof a === 'string') return server(a);
    if (typeof b === 'string') return server(b);
    const fields = [...a.fields, ...b.fields];
    if (fields.length === 0) return server('It names no answer.');
    return { kind: 'source', source: `(${a.source} ${operator} ${b.source})`, fields };
  }

  /** A rating is a choice of steps in the flow: its comparison is the list of steps that fit. */
  #rating(operator: string, left: Expression, right: Expression): FlowCondition | undefined {
    const asked = this.#field(left);
    const number = numberIn(right);
    if (asked?.kind !== 'rating' || number === undefined) return undefined;
    if (!this.isCertain(asked)) return server(`“${asked.name}” may be left out.`);
    const steps = Array.from({ length: asked.steps }, (_, place) => place + 1).filter((step) => fits(step, operator, number));
    if (steps.length === 0 || steps.length === asked.steps) return same(steps.length > 0);
    return {
      kind: 'source',
      source: `(${steps.map((step) => `${this.reference(asked)} == '${step}'`).join(' || ')})`,
      fields: [asked],
    };
  }

  #number(node: Expression): { source: string; fields: FormField[] } | string {
    const value = numberIn(node);
    if (value !== undefined) return { source: String(value), fields: [] };
    const field = this.#field(node);
    if (!field)
      return node.kind === 'name' ? `“${node.name}” is known to our server alone.` : 'The flow compares answers with numbers alone.';
    if (field.kind !== 'number') return `“${field.name}” is read by our server before it is compared.`;
    return this.isCertain(field) ? { source: this.reference(field), fields: [field] } : `“${field.name}” may be left out.`;
  }
}

function numberIn(node: Expression): number | undefined {
  if (node.kind === 'literal' && typeof node.value === 'number') return /e/.test(String(node.value)) ? undefined : node.value;
  if (node.kind !== 'unary' || node.operator !== '-') return undefined;
  const inner = numberIn(node.operand);
  return inner === undefined ? undefined : -inner;
}

function fits(step: number, operator: string, number: number): boolean {
  switch (operator) {
    case '<':
      return step < number;
    case '<=':
      return step <= number;
    case '>':
      return step > number;
    case '>=':
      return step >= number;
    case '==':
      return step === number;
    default:
      return step !== number;
  }
}
