import type { Expression } from './ast.ts';
import { calendarAskedBy } from './calendars.ts';
import type { momentNames } from './environment.ts';
import type { ExpressionFault, FaultCode, Place } from './fault.ts';
import type { Accepted } from './functions/define.ts';
import { findFunction } from './functions.ts';
import { readPattern } from './pattern.ts';
import type { ValueType } from './value.ts';

/** Static type of a value. `Any`: unknown. Every value may be Empty. */
export type KnownType = { type: ValueType | 'Any'; fields?: Readonly<Record<string, KnownType>>; items?: KnownType };

export type ExpressionFinding = { code: FaultCode | 'never_equal'; level: 'error' | 'warning'; text: string; place: Place };

/** Looks up the types of a stream's names. `undefined`: there is no such name. */
export type Names = (name: string) => KnownType | undefined;

const any: KnownType = { type: 'Any' };
const boolean: KnownType = { type: 'Boolean' };
const moment: Record<(typeof momentNames)[number], KnownType> = { now: { type: 'Date' }, today: { type: 'Date' }, zone: { type: 'Text' } };

const mediaFields: Record<string, KnownType> = {
  id: { type: 'Text' },
  kind: { type: 'Text' },
  name: { type: 'Text' },
  mime: { type: 'Text' },
  size: { type: 'Number' },
};
const locationFields: Record<string, KnownType> = {
  latitude: { type: 'Number' },
  longitude: { type: 'Number' },
  name: { type: 'Text' },
  address: { type: 'Text' },
};

/**
 * Finds faults of an expression that are independent of its values, and its type.
 * @param knowsHours false: where it is evaluated, nobody knows open hours
 */
export function checkExpression(
  expression: Expression,
  names: Names,
  knowsHours = true,
): { type: KnownType; findings: ExpressionFinding[] } {
  const checker = new Checker(names, knowsHours);
  return { type: checker.typeOf(expression), findings: checker.findings };
}

class Checker {
  readonly findings: ExpressionFinding[] = [];
  readonly #names: Names;
  readonly #knowsHours: boolean;
  readonly #items: { name: string; known: KnownType }[] = [];

  constructor(names: Names, knowsHours: boolean) {
    this.#names = names;
    this.#knowsHours = knowsHours;
  }

  #find(code: ExpressionFinding['code'], text: string, place: Place, level: ExpressionFinding['level'] = 'error'): KnownType {
    this.findings.push({ code, level, text, place });
    return any;
  }

  typeOf(node: Expression): KnownType {
    switch (node.kind) {
      case 'literal':
        return {
          type:
            node.value === null ? 'Empty' : typeof node.value === 'string' ? 'Text' : typeof node.value === 'number' ? 'Number' : 'Boolean',
        };
      case 'name':
        return this.#nameType(node.name, node.place);
      case 'field':
        return this.#fieldType(this.typeOf(node.of), node.field, node.place);
      case 'has':
        this.#fieldType(this.typeOf(node.of), node.field, node.place);
        return boolean;
      case 'index':
        return this.#indexType(node);
      case 'list': {
        const types = node.items.map((item) => this.typeOf(item));
        const [first] = types;
        return { type: 'List', items: first && types.every(({ type }) => type === first.type) ? first : any };
      }
      case 'map':
        return this.#mapType(node);
      case 'unary':
        return this.#unaryType(node);
      case 'binary':
        return this.#binaryType(node);
      case 'choice': {
        this.#condition(node.condition);
        return join(this.typeOf(node.yes), this.typeOf(node.no));
      }
      case 'call':
        return this.#callType(node);
      case 'macro':
        return this.#macroType(node);
    }
  }

  #nameType(name: string, place: Place): KnownType {
    const item = this.#items.findLast((one) => one.name === name);
    if (item) return item.known;
    if (Object.hasOwn(moment, name)) return moment[name as keyof typeof moment];
    return this.#names(name) ?? this.#find('unknown_name', `There is nothing named “${name}”.`, place);
  }

  #fieldType(of: KnownType, field: string, place: Place): KnownType {
    const fields = of.type === 'Media' ? mediaFields : of.type === 'Location' ? locationFields : of.fields;
    if (of.type === 'Any' || of.type === 'Empty' || (of.type === 'Map' && !fields)) return any;
    if (!fields) return this.#find('type', `${of.type} has no field “${field}”.`, place);
    return Object.hasOwn(fields, field) ? (fields[field] ?? any) : this.#find('unknown_name', `There is no field “${field}”.`, place);
  }

  #indexType(node: Expression & { kind: 'index' }): KnownType {
    const [of, index] = [this.typeOf(node.of), this.typeOf(node.index)];
    if (of.type === 'List') {
      if (index.type !== 'Number' && index.type !== 'Any')
        return this.#find('type', 'A list is asked by a whole number.', node.index.place);
      return of.items ?? any;
    }
    if (node.index.kind === 'literal' && typeof node.index.value === 'string') return this.#fieldType(of, node.index.value, node.place);
    if (of.type !== 'Map' && of.type !== 'Any' && of.type !== 'Empty') return this.#find('type', `${of.type} has no items.`, node.place);
    return any;
  }

  #mapType(node: Expression & { kind: 'map' }): KnownType {
    const fields: Record<string, KnownType> = Object.create(null) as Record<string, KnownType>;
    for (const { key, value } of node.entries) {
      const known = this.typeOf(value);
      if (key.kind === 'literal' && typeof key.value === 'string') fields[key.value] = known;
      else if (!accepts(['Text'], this.typeOf(key))) this.#find('type', 'The keys of a map are texts.', key.place);
    }
    return { type: 'Map' };
  }

  #condition(node: Expression): void {
    const { type } = this.typeOf(node);
    if (type !== 'Boolean' && type !== 'Any' && type !== 'Empty')
      this.#find('type', `A condition is yes or no, and this is a ${type}.`, node.place);
  }

  #unaryType({ operator, operand, place }: Expression & { kind: 'unary' }): KnownType {
    if (operator === '!') {
      this.#condition(operand);
      return boolean;
    }
    const known = this.typeOf(operand);
    if (accepts(['Number', 'Duration'], known)) return known;
    return this.#find('type', `A ${known.type} has no opposite.`, place);
  }

  #binaryType(node: Expression & { kind: 'binary' }): KnownType {
    const { operator, left, right, place } = node;
    if (operator === '&&' || operator === '||') {
      this.#condition(left);
      this.#condition(right);
      return boolean;
    }
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    const isOpen = [a, b].some(({ type }) => type === 'Any' || type === 'Empty');
    if (operator === '??') return a.type === 'Empty' ? b : join(a, b);
    if (operator === 'in') {
      if (!accepts(['List', 'Map'], b) && b.type !== 'Empty')
        this.#find('type', `Nothing is in a ${b.type}; ask contains(…) of a text.`, place);
      return boolean;
    }
    if (operator === '==' || operator === '!=') {
      if (!isOpen && a.type !== b.type) this.#find('never_equal', `${a.type} and ${b.type} are never the same.`, place, 'warning');
      return boolean;
    }
    if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
      if (!isOpen && (a.type !== b.type || !ordered.has(a.type))) this.#find('type', `${a.type} and ${b.type} have no order.`, place);
      return boolean;
    }
    if (isOpen) return any;
    const result = results[`${a.type} ${operator} ${b.type}`];
    const hint = operator === '+' && (a.type === 'Text' || b.type === 'Text') ? ' Make a text of it with text(…).' : '';
    return result ? { type: result } : this.#find('type', `${a.type} ${operator} ${b.type} has no result.${hint}`, place);
  }

  #callType(node: Expression & { kind: 'call' }): KnownType {
    const { name, args, place } = node;
    const definition = findFunction(name);
    const types = args.map((arg) => this.typeOf(arg));
    if (!definition || (name === 'isOpen' && !this.#knowsHours))
      return this.#find('unknown_function', `There is no function “${name}”.`, place);
    const { params, least = params.length, returns } = definition;
    if (args.length < least || args.length > params.length)
      return this.#find('arguments', `${name} takes ${least === params.length ? least : `${least} to ${params.length}`} values.`, place);
    for (const [at, known] of types.entries()) {
      const accepted = params[at] as Accepted;
      if (!accepts(accepted, known) && !(known.type === 'Empty' && at === 0))
        this.#find(
          'type',
          `${name} takes ${String(accepted === 'Any' ? accepted : accepted.join(' or '))} here, and this is ${known.type}.`,
          (args[at] as Expression).place,
        );
    }
    const pattern = args[1];
    if ((name === 'matches' || name === 'extract') && pattern?.kind === 'literal' && typeof pattern.value === 'string') {
      const read = readPattern(pattern.value);
      if (typeof read === 'string') this.#find('pattern', read, pattern.place);
    }
    if (name === 'isOpen' && calendarAskedBy(node) === undefined)
      return this.#find('arguments', 'Write the name of the calendar: isOpen("Support").', place);
    const items = types[0]?.type === 'List' ? types[0].items : undefined;
    if (name === 'first' || name === 'last') return items ?? any;
    return items && (name === 'sort' || name === 'unique') ? { type: 'List', items } : { type: returns };
  }

  #macroType({ macro, of, variable, body }: Expression & { kind: 'macro' }): KnownType {
    const known = this.typeOf(of);
    if (!accepts(['List', 'Map'], known) && known.type !== 'Empty')
      this.#find('type', `${macro} takes a list, and this is a ${known.type}.`, of.place);
    this.#items.push({ name: variable, known: known.type === 'Map' ? { type: 'Text' } : (known.items ?? any) });
    try {
      const [first, second] = body as [Expression, Expression?];
      if (macro === 'map') {
        if (second) this.#condition(first);
        return { type: 'List', items: this.typeOf(second ?? first) };
      }
      this.#condition(first);
      return macro === 'filter' ? { type: 'List', items: known.type === 'Map' ? { type: 'Text' } : (known.items ?? any) } : boolean;
    } finally {
      this.#items.pop();
    }
  }
}

const ordered = new Set<ValueType | 'Any'>(['Text', 'Number', 'Boolean', 'Date', 'Duration']);
const results: Readonly<Record<string, ValueType>> = {
  'Text + Text': 'Text',
  'List + List': 'List',
  ...Object.fromEntries(['+', '-', '*', '/', '%'].map((operator) => [`Number ${operator} Number`, 'Number' as const])),
  'Date + Duration': 'Date',
  'Date - Duration': 'Date',
  'Duration + Date': 'Date',
  'Date - Date': 'Duration',
  'Duration + Duration': 'Duration',
  'Duration - Duration': 'Duration',
  'Duration * Number': 'Duration',
  'Duration / Number': 'Duration',
};

const accepts = (accepted: Accepted, { type }: KnownType): boolean => accepted === 'Any' || type === 'Any' || accepted.includes(type);
const join = (a: KnownType, b: KnownType): KnownType => (a.type === b.type ? a : a.type === 'Empty' ? b : b.type === 'Empty' ? a : any);

/** A fault of reading, as a finding beside the others. */
export const findingOf = (fault: ExpressionFault): ExpressionFinding => ({
  code: fault.code,
  level: 'error',
  text: fault.message,
  place: fault.place,
});
