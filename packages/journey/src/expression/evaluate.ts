import { showNumber } from '@parley/contract/format/number';
import type { BinaryOperator, Expression } from './ast.ts';
import { compareValues, isSame } from './compare.ts';
import { dayOf, instantOf, startOf, toDay } from './dates.ts';
import type { Environment } from './environment.ts';
import { ExpressionFault, type FaultCode, type Place } from './fault.ts';
import { FunctionFault } from './functions/define.ts';
import { tidy } from './functions/number.ts';
import { bounded } from './functions/text.ts';
import { findFunction } from './functions.ts';
import { tellsSecret } from './sensitive.ts';
import { type Comparison, Trace } from './trace.ts';
import {
  type Duration,
  isDay,
  isDuration,
  isInstant,
  isMap,
  isTagged,
  largestValue,
  mostItems,
  typeOf,
  type Value,
  type ValueMap,
  valueAt,
} from './value.ts';
import { Work, weightOf } from './work.ts';

export const mostSteps = 10_000;
/** Items that a macro looks at */
export const mostLooked = 1000;
const stepWork = 20;
/** A date weighs more than the characters that it has. */
const mostWeight = 10 * largestValue;

export type Evaluated = { value: Value; comparisons: Comparison[] };

/**
 * The value of an expression, and what was compared on the way.
 * @param source what the expression was read from: the trace quotes it
 * @param work of the turn; left out: that of a turn of its own
 * @throws ExpressionFault with its place: a wrong type, a division by 0, more than 10,000 steps, more work than it may, more than 64 KB
 */
export function evaluate(expression: Expression, source: string, environment: Environment, work = new Work()): Evaluated {
  const run = new Evaluation(source, environment, work);
  const value = run.begin(expression);
  if (weightOf(value, mostWeight) > mostWeight || JSON.stringify(value).length > largestValue)
    throw new ExpressionFault('budget', `The result has more than ${showNumber(largestValue, 'en')} characters.`, expression.place);
  return { value, comparisons: run.trace.comparisons };
}

const comparing = new Set<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=', 'in']);

class Evaluation {
  readonly trace: Trace;
  readonly #environment: Environment;
  /** Variables of macros, the innermost last */
  readonly #items: { name: string; value: Value }[] = [];
  readonly #hidden = new Set<string>();
  readonly #work: Work;
  readonly #source: string;
  #steps = 0;

  constructor(source: string, environment: Environment, work: Work) {
    this.trace = new Trace(source);
    this.#source = source;
    this.#environment = environment;
    this.#work = work;
  }

  begin(expression: Expression): Value {
    this.#inPlace(expression.place, () => this.#work.begin(this.#source));
    return this.valueOf(expression);
  }

  #charge(units: number, place: Place): void {
    this.#inPlace(place, () => this.#work.charge(units));
  }

  valueOf(node: Expression): Value {
    this.#steps += 1;
    if (this.#steps > mostSteps)
      throw new ExpressionFault('budget', `The expression takes more than ${showNumber(mostSteps, 'en')} steps.`, node.place);
    this.#charge(stepWork, node.place);
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'name':
        return this.#nameValue(node.name, node.place);
      case 'field':
        return this.#fieldOf(this.valueOf(node.of), node.field, node.place);
      case 'has':
        return this.#fieldOf(this.valueOf(node.of), node.field, node.place) !== null;
      case 'index':
        return this.#itemOf(this.valueOf(node.of), this.valueOf(node.index), node.place);
      case 'list':
        return node.items.map((item) => this.valueOf(item));
      case 'map':
        return this.#mapOf(node);
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node);
      case 'choice':
        return this.valueOf(this.#isTrue(node.condition) ? node.yes : node.no);
      case 'call':
        return this.#call(node);
      case 'macro':
        return this.#macro(node);
    }
  }

  #nameValue(name: string, place: Place): Value {
    const item = this.#items.findLast((one) => one.name === name);
    if (item) return item.value;
    const { now, zone } = this.#environment;
    if (name === 'now') return instantOf(now);
    if (name === 'today') return toDay(dayOf(now, zone));
    if (name === 'zone') return zone;
    const value = this.#environment.lookUp(name);
    if (value === undefined) throw new ExpressionFault('unknown_name', `There is nothing named “${name}”.`, place);
    return value;
  }

  /** A field of nothing is nothing: the answer of a call that was never made is Empty. */
  #fieldOf(of: Value, field: string, place: Place): Value {
    if (of === null) return null;
    if (isMap(of)) return valueAt(of, field);
    if (isTagged(of) && (of.$ === 'media' || of.$ === 'location') && field !== '$') return valueAt(of as unknown as ValueMap, field);
    throw new ExpressionFault('type', `${typeOf(of)} has no field “${field}”.`, place);
  }

  #itemOf(of: Value, index: Value, place: Place): Value {
    if (of === null || index === null) return null;
    if (Array.isArray(of)) {
      if (typeof index !== 'number' || !Number.isInteger(index))
        throw new ExpressionFault('type', 'A list is asked by a whole number.', place);
      return of[index] ?? null;
    }
    if (typeof index !== 'string') throw new ExpressionFault('type', `${typeOf(of)} has no item of the type ${typeOf(index)}.`, place);
    return this.#fieldOf(of, index, place);
  }

  #mapOf(node: Expression & { kind: 'map' }): Value {
    const map: ValueMap = {};
    for (const { key, value } of node.entries) {
      const name = this.valueOf(key);
      if (typeof name !== 'string') throw new ExpressionFault('type', 'The keys of a map are texts.', key.place);
      if (Object.hasOwn(map, name)) throw new ExpressionFault('range', `The map has two keys “${name}”.`, key.place);
      // Not an assignment: `__proto__` is a key as every other.
      Object.defineProperty(map, /^\$+$/.test(name) ? `${name}$` : name, {
        value: this.valueOf(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return map;
  }

  /** Empty counts as no. */
  #isTrue(node: Expression): boolean {
    const value = this.valueOf(node);
    if (value === null) return false;
    if (typeof value !== 'boolean')
      throw new ExpressionFault('type', `A condition is yes or no, and this is a ${typeOf(value)}.`, node.place);
    return value;
  }

  #unary({ operator, operand, place }: Expression & { kind: 'unary' }): Value {
    if (operator === '!') return !this.#isTrue(operand);
    const value = this.valueOf(operand);
    if (typeof value === 'number') return value === 0 ? 0 : -value;
    if (isDuration(value)) return { $: 'duration', ms: -value.ms };
    throw new ExpressionFault('type', `A ${typeOf(value)} has no opposite.`, place);
  }

  #binary(node: Expression & { kind: 'binary' }): Value {
    const { operator, left, right, place } = node;
    if (operator === '&&' || operator === '||') return this.#logic(operator === '||', left, right);
    if (operator === '??') return this.valueOf(left) ?? this.valueOf(right);
    const [a, b] = [this.valueOf(left), this.valueOf(right)];
    if (!comparing.has(operator)) return this.#inPlace(place, () => this.#calculate(operator, a, b, place));
    const outcome = this.#inPlace(place, () => this.#compare(operator, a, b));
    this.#note(operator, [left, right], [a, b], outcome);
    return outcome;
  }

  /** CEL's: either side decides alone, so a fault counts only where the other side does not decide. */
  #logic(decides: boolean, left: Expression, right: Expression): boolean {
    let fault: unknown;
    try {
      if (this.#isTrue(left) === decides) return decides;
    } catch (error) {
      if (!(error instanceof ExpressionFault) || error.code === 'budget') throw error;
      fault = error;
    }
    if (this.#isTrue(right) === decides) return decides;
    if (fault !== undefined) throw fault;
    return !decides;
  }

  #compare(operator: BinaryOperator, a: Value, b: Value): boolean {
    if (operator === '==' || operator === '!=') {
      this.#weigh(a, b);
      return isSame(a, b) === (operator === '==');
    }
    if (operator === 'in') {
      if (b === null) return false;
      if (Array.isArray(b)) {
        for (const item of b) this.#weigh(item, a);
        return b.some((item) => isSame(item, a));
      }
      if (isMap(b)) return typeof a === 'string' && Object.hasOwn(b, a);
      throw new FunctionFault('type', `Nothing is in a ${typeOf(b)}; ask contains(…) of a text.`);
    }
    if (a === null || b === null) return false;
    this.#weigh(a, b);
    const order = compareValues(a, b, this.#environment.zone);
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    return operator === '>' ? order > 0 : order >= 0;
  }

  /** Charges the comparison of two values: texts of unlike length differ at once, and so do unlike types. */
  #weigh(a: Value, b: Value): void {
    if (typeof a === 'string' && typeof b === 'string') this.#work.charge(Math.min(a.length, b.length));
    else if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      this.#work.chargeFor(a);
      this.#work.chargeFor(b);
    } else this.#work.charge(1);
  }

  #calculate(operator: BinaryOperator, a: Value, b: Value, place: Place): Value {
    if (typeof a === 'number' && typeof b === 'number') return this.#reckon(operator, a, b, place);
    if (operator === '+') {
      if (typeof a === 'string' && typeof b === 'string') {
        this.#work.charge(a.length + b.length);
        return bounded(a + b);
      }
      if (Array.isArray(a) && Array.isArray(b)) {
        if (a.length + b.length > mostItems) throw new FunctionFault('range', `A list has at most ${showNumber(mostItems, 'en')} items.`);
        this.#work.charge(a.length + b.length);
        return [...a, ...b];
      }
    }
    if ((operator === '+' || operator === '-') && (isDuration(a) || isDuration(b) || isInstant(a) || isDay(a))) {
      const found = this.#shift(operator, a, b);
      if (found !== undefined) return found;
    }
    if ((operator === '*' || operator === '/') && isDuration(a) && typeof b === 'number')
      return { $: 'duration', ms: Math.round(this.#reckon(operator, a.ms, b, place)) };
    const hint = operator === '+' && (typeof a === 'string' || typeof b === 'string') ? ' Make a text of it with text(…).' : '';
    throw new FunctionFault('type', `${typeOf(a)} ${operator} ${typeOf(b)} has no result.${hint}`);
  }

  #reckon(operator: BinaryOperator, a: number, b: number, place: Place): number {
    if ((operator === '/' || operator === '%') && b === 0) throw new ExpressionFault('division', 'Nothing can be divided by 0.', place);
    const results: Partial<Record<BinaryOperator, number>> = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b };
    return tidy(results[operator] as number);
  }

  /** Dates and durations: date ± duration, date − date, duration ± duration. A day counts from its first moment in the zone. */
  #shift(operator: '+' | '-', a: Value, b: Value): Value | undefined {
    const { zone } = this.#environment;
    const momentOf = (value: Value): number | undefined => (isInstant(value) ? value.at : isDay(value) ? startOf(value, zone) : undefined);
    const sign = operator === '+' ? 1 : -1;
    const [momentA, momentB] = [momentOf(a), momentOf(b)];
    const of = (ms: number): Duration => ({ $: 'duration', ms });
    if (momentA !== undefined && isDuration(b)) return instantOf(momentA + sign * b.ms);
    if (isDuration(a) && momentB !== undefined && operator === '+') return instantOf(momentB + a.ms);
    if (isDuration(a) && isDuration(b)) return of(a.ms + sign * b.ms);
    return momentA !== undefined && momentB !== undefined && operator === '-' ? of(momentA - momentB) : undefined;
  }

  #call({ name, args, place }: Expression & { kind: 'call' }): Value {
    const definition = findFunction(name);
    if (!definition) throw new ExpressionFault('unknown_function', `There is no function “${name}”.`, place);
    const { params, least = params.length, isComparison } = definition;
    if (args.length < least || args.length > params.length)
      throw new ExpressionFault(
        'arguments',
        `${name} takes ${least === params.length ? least : `${least} to ${params.length}`} values.`,
        place,
      );
    const values = args.map((arg) => this.valueOf(arg));
    if (values[0] === null && (definition.passesEmpty || isComparison)) {
      if (!isComparison) return null;
      this.#note(name, args, values, false);
      return false;
    }
    for (const [at, value] of values.entries()) {
      const accepted = params[at];
      if (accepted !== 'Any' && accepted && !accepted.includes(typeOf(value)))
        throw new ExpressionFault(
          'type',
          `${name} takes ${accepted.join(' or ')} here, and this is ${typeOf(value)}.`,
          (args[at] as Expression).place,
        );
    }
    const result = this.#inPlace(place, () => {
      const looks = definition.looks?.(values) ?? 1;
      if (looks > 0) for (const value of values) this.#work.chargeFor(value, looks);
      this.#work.charge(definition.work ?? 0);
      const made = definition.apply(values, this.#environment, this.#work);
      if (typeof made === 'string') this.#work.charge(made.length);
      return made;
    });
    if (isComparison) this.#note(name, args, values, result === true);
    return result;
  }

  #macro(node: Expression & { kind: 'macro' }): Value {
    const of = this.valueOf(node.of);
    const items = of === null ? [] : Array.isArray(of) ? of : isMap(of) ? Object.keys(of) : undefined;
    if (!items) throw new ExpressionFault('type', `${node.macro} takes a list, and this is a ${typeOf(of)}.`, node.of.place);
    if (items.length > mostLooked)
      throw new ExpressionFault(
        'budget',
        `${node.macro} looks at most at ${showNumber(mostLooked, 'en')} items, and there are ${showNumber(items.length, 'en')}.`,
        node.place,
      );
    const wasHidden = this.#hidden.has(node.variable);
    if (tellsSecret(node.of, this.#environment, this.#hidden)) this.#hidden.add(node.variable);
    else this.#hidden.delete(node.variable);
    try {
      return this.#overItems(node, items);
    } finally {
      if (wasHidden) this.#hidden.add(node.variable);
      else this.#hidden.delete(node.variable);
    }
  }

  #overItems({ macro, variable, body }: Expression & { kind: 'macro' }, items: readonly Value[]): Value {
    const [first, second] = body as [Expression, Expression?];
    const withItem = <T>(value: Value, ask: () => T): T => {
      this.#items.push({ name: variable, value });
      try {
        return ask();
      } finally {
        this.#items.pop();
      }
    };
    const holds = (item: Value) => withItem(item, () => this.#isTrue(first));
    if (macro === 'filter') return items.filter(holds);
    if (macro === 'map') {
      const taken = second ? items.filter(holds) : items;
      return taken.map((item) => withItem(item, () => this.valueOf(second ?? first)));
    }
    if (macro === 'exists_one') return items.filter(holds).length === 1;
    return this.#quantify(items, holds, macro === 'exists');
  }

  /** Works as `||` and `&&` over all items: an item that decides outweighs the fault of another. */
  #quantify(items: readonly Value[], holds: (item: Value) => boolean, decides: boolean): boolean {
    let fault: unknown;
    for (const item of items) {
      try {
        if (holds(item) === decides) return decides;
      } catch (error) {
        if (!(error instanceof ExpressionFault) || error.code === 'budget') throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return !decides;
  }

  #note(operator: string, nodes: readonly Expression[], values: readonly Value[], outcome: boolean): void {
    if (this.trace.isFull) return;
    for (const [at, value] of values.slice(0, 2).entries()) {
      const { place } = nodes[at] as Expression;
      // A text needs no charge, as only its beginning is shown.
      if (typeof value !== 'string') this.#inPlace(place, () => this.#work.chargeFor(value));
    }
    const sides = nodes.slice(0, 2).map((node, at) => ({
      node,
      value: values[at] ?? null,
      isSecret: tellsSecret(node, this.#environment, this.#hidden),
    }));
    this.trace.add(operator, sides, outcome, this.#environment.zone);
  }

  #inPlace<T>(place: Place, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof FunctionFault) throw new ExpressionFault(error.code satisfies FaultCode, error.message, place);
      throw error;
    }
  }
}
