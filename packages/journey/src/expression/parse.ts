import { showNumber } from '@parley/contract/format/number';
import { type BinaryOperator, childrenOf, type Expression, type MacroName, macroNames } from './ast.ts';
import { ExpressionFault, type Place } from './fault.ts';
import { type Token, tokenize } from './tokens.ts';

export const longestSource = 4000;
export const mostNodes = 2000;
export const deepest = 50;

/** Binding strength of each operator (CEL's table); `??` binds less than `||`, and more than the choice. */
const strengths: Record<BinaryOperator, number> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const keywords = new Set(['in', 'true', 'false', 'null']);
/** CEL keeps these for itself; a field may be called so, since answers of other systems have such fields. */
const reserved = new Set([
  ...keywords,
  ...'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
]);

/** One filter of a text: `| date("d MMM", zone)`. */
type Filter = { name: string; args: Expression[]; place: Place };

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nodes = 0;
  #depth = 0;

  constructor(source: string) {
    if (source.length > longestSource)
      throw new ExpressionFault('too_large', `An expression has at most ${showNumber(longestSource, 'en')} characters.`, {
        start: longestSource,
        end: source.length,
      });
    this.#tokens = tokenize(source);
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  #sees(value: string): boolean {
    const token = this.#next;
    return token.kind === 'mark' && token.value === value;
  }

  #accept(value: string): boolean {
    if (!this.#sees(value)) return false;
    this.#at += 1;
    return true;
  }

  #expect(value: string): Place {
    if (!this.#sees(value)) throw this.#unexpected(`“${value}” is missing`);
    return this.#take().place;
  }

  #unexpected(wanted: string): ExpressionFault {
    const token = this.#next;
    const found = token.kind === 'end' ? 'the expression ends here' : `“${token.kind === 'text' ? '"…"' : token.value}” stands here`;
    return new ExpressionFault('syntax', `${wanted}; ${found}.`, token.place);
  }

  #made<Node extends Expression>(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes > mostNodes)
      throw new ExpressionFault('too_large', `An expression has at most ${showNumber(mostNodes, 'en')} parts.`, node.place);
    return node;
  }

  /** Guards the reader's own stack: how deep the tree is, is checked when it is whole. */
  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) throw tooDeep(this.#next.place);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  readAll(): Expression {
    const expression = this.readExpression();
    if (this.#next.kind !== 'end') throw this.#unexpected('An operator is missing');
    assertDepth(expression);
    return expression;
  }

  /** Reads a text's placeholder: an expression, and the filters of its value. */
  readFiltered(): { expression: Expression; filters: Filter[] } {
    const expression = this.readExpression();
    const filters: Filter[] = [];
    while (this.#accept('|')) {
      const { value, place } = this.#name('A filter’s name is missing');
      const args = this.#accept('(') ? this.#list(')') : [];
      filters.push({ name: value, args, place });
    }
    if (this.#next.kind !== 'end') throw this.#unexpected('An operator is missing');
    assertDepth(expression);
    for (const { args } of filters) for (const arg of args) assertDepth(arg);
    return { expression, filters };
  }

  readExpression(): Expression {
    return this.#deeper(() => {
      const condition = this.#binary(1);
      if (!this.#accept('?')) return condition;
      const yes = this.#binary(1);
      this.#expect(':');
      const no = this.readExpression();
      return this.#made({ kind: 'choice', condition, yes, no, place: span(condition, no) });
    });
  }

  #operator(): BinaryOperator | undefined {
    const token = this.#next;
    if (token.kind === 'name' && token.value === 'in') return 'in';
    return token.kind === 'mark' && Object.hasOwn(strengths, token.value) ? (token.value as BinaryOperator) : undefined;
  }

  #binary(weakest: number): Expression {
    let left = this.#unary();
    for (let operator = this.#operator(); operator && strengths[operator] >= weakest; operator = this.#operator()) {
      this.#take();
      // `a ?? b ?? c` asks from left to right either way; everything else is grouped to the left, as in CEL.
      const right = this.#binary(strengths[operator] + 1);
      left = this.#made({ kind: 'binary', operator, left, right, place: span(left, right) });
    }
    return left;
  }

  #unary(): Expression {
    const token = this.#next;
    if (token.kind !== 'mark' || (token.value !== '!' && token.value !== '-')) return this.#member();
    this.#take();
    const operand = this.#deeper(() => this.#unary());
    const place = { start: token.place.start, end: operand.place.end };
    return this.#made({ kind: 'unary', operator: token.value, operand, place });
  }

  #member(): Expression {
    let of = this.#primary();
    for (;;) {
      if (this.#accept('.')) of = this.#afterDot(of);
      else if (this.#accept('[')) {
        const index = this.readExpression();
        of = this.#made({ kind: 'index', of, index, place: { start: of.place.start, end: this.#expect(']').end } });
      } else return of;
    }
  }

  #afterDot(of: Expression): Expression {
    const { value, place } = this.#name('A field’s name is missing', keywords);
    if (!this.#sees('(')) return this.#made({ kind: 'field', of, field: value, place: { start: of.place.start, end: place.end } });
    const from = this.#at;
    this.#take();
    if ((macroNames as readonly string[]).includes(value)) return this.#macro(value as MacroName, of, from);
    const args = this.#list(')');
    return this.#made({ kind: 'call', name: value, args: [of, ...args], isMethod: true, place: { start: of.place.start, end: this.#end } });
  }

  #macro(macro: MacroName, of: Expression, from: number): Expression {
    const args = this.#list(')');
    const [variable, ...body] = args;
    const place = { start: of.place.start, end: this.#end };
    const isMapWithTest = macro === 'map' && body.length === 2;
    if (variable?.kind !== 'name' || (body.length !== 1 && !isMapWithTest))
      throw new ExpressionFault('arguments', `${macro} takes a name and an expression, such as ${macro}(item, item > 0).`, {
        start: (this.#tokens[from] as Token).place.start,
        end: place.end,
      });
    return this.#made({ kind: 'macro', macro, of, variable: variable.name, body, place });
  }

  #primary(): Expression {
    const token = this.#next;
    if (token.kind === 'number' || token.kind === 'text') {
      this.#take();
      return this.#made({ kind: 'literal', value: token.value, place: token.place });
    }
    if (token.kind === 'name') return this.#nameOrCall();
    if (this.#accept('(')) {
      const inner = this.readExpression();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('[')) return this.#made({ kind: 'list', items: this.#list(']'), place: { start: token.place.start, end: this.#end } });
    if (this.#accept('{')) return this.#map(token.place.start);
    throw this.#unexpected('A value is missing');
  }

  #nameOrCall(): Expression {
    const token = this.#next;
    if (token.kind === 'name' && (token.value === 'true' || token.value === 'false' || token.value === 'null')) {
      this.#take();
      return this.#made({ kind: 'literal', value: token.value === 'null' ? null : token.value === 'true', place: token.place });
    }
    const { value, place } = this.#name('A value is missing');
    if (!this.#accept('(')) return this.#made({ kind: 'name', name: value, place });
    const args = this.#list(')');
    const whole = { start: place.start, end: this.#end };
    if (value !== 'has') return this.#made({ kind: 'call', name: value, args, isMethod: false, place: whole });
    const [asked] = args;
    if (args.length !== 1 || (asked?.kind !== 'field' && asked?.kind !== 'name'))
      throw new ExpressionFault('arguments', 'has takes a name or a field, such as has(customer.email).', whole);
    if (asked.kind === 'name') return this.#made({ kind: 'binary', operator: '!=', left: asked, right: nothing(whole), place: whole });
    return this.#made({ kind: 'has', of: asked.of, field: asked.field, place: whole });
  }

  #map(start: number): Expression {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.#sees('}')) {
      const key = this.readExpression();
      this.#expect(':');
      entries.push({ key, value: this.readExpression() });
      if (!this.#accept(',')) break;
    }
    this.#expect('}');
    return this.#made({ kind: 'map', entries, place: { start, end: this.#end } });
  }

  /** Up to the closing mark; a comma may stand behind the last one. */
  #list(closing: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.#sees(closing)) {
      items.push(this.readExpression());
      if (!this.#accept(',')) break;
    }
    this.#expect(closing);
    return items;
  }

  #name(missing: string, refused: ReadonlySet<string> = reserved): { value: string; place: Place } {
    const token = this.#next;
    if (token.kind !== 'name') throw this.#unexpected(missing);
    if (refused.has(token.value)) throw new ExpressionFault('syntax', `“${token.value}” cannot be a name.`, token.place);
    this.#take();
    return token;
  }

  /** End of the token that was read last. */
  get #end(): number {
    return (this.#tokens[this.#at - 1] as Token).place.end;
  }
}

const span = (first: Expression, last: Expression): Place => ({ start: first.place.start, end: last.place.end });
const nothing = (place: Place): Expression => ({ kind: 'literal', value: null, place });
const tooDeep = (place: Place) => new ExpressionFault('too_deep', `An expression is at most ${deepest} parts deep.`, place);

/** Chains such as `a + b + c` and `a.b.c` are deep without brackets. Walked without a stack of its own, since it guards one. */
function assertDepth(root: Expression): void {
  let level: Expression[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepest * 4) throw tooDeep((level[0] as Expression).place);
    level = level.flatMap(childrenOf);
  }
}

/** Reads an expression. @throws ExpressionFault with its place in the source */
export const parseExpression = (source: string): Expression => new Reader(source).readAll();

/** Reads what stands between {{ and }}: an expression with filters, as calls of them in their order. */
export function parsePlaceholder(source: string): Expression {
  const { expression, filters } = new Reader(source).readFiltered();
  return filters.reduce<Expression>(
    (inner, { name, args, place }) => ({
      kind: 'call',
      // A filter `date` writes a date; the function of that name reads one.
      name: name === 'date' ? 'format' : name,
      args: [inner, ...args],
      isMethod: true,
      place,
    }),
    expression,
  );
}
