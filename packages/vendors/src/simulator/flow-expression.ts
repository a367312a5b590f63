/**
 * Expressions of Flow JSON as a phone reads them: `${form.x}`, `${data.x}`, `${screen.S.form.x}`, comparisons, and, or, not, sums, and texts that stand
 * beside one another. It shares nothing with the writer of flows, so that each proves the other.
 */
export type Lookup = (path: string) => unknown;
type Token = { kind: 'value'; value: unknown } | { kind: 'mark'; mark: string };

const pattern = /\s+|\$\{([^}]*)\}|'((?:\\.|[^'\\])*)'|(\d+(?:\.\d+)?)|(true|false)\b|(==|!=|<=|>=|&&|\|\||[<>!()+\-/%])/gy;

/** @throws SyntaxError where a phone would refuse the flow */
function tokensOf(source: string, look: Lookup): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(source);
    if (!found) throw new SyntaxError(`Unreadable at ${at}: ${source}`);
    const [whole, path, text, number, word, mark] = found;
    if (path !== undefined) tokens.push({ kind: 'value', value: look(path.trim()) });
    else if (text !== undefined) tokens.push({ kind: 'value', value: text.replaceAll(/\\(.)/g, '$1') });
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (word !== undefined) tokens.push({ kind: 'value', value: word === 'true' });
    else if (mark !== undefined) tokens.push({ kind: 'mark', mark });
    else if (whole.trim() !== '') throw new SyntaxError(`Unreadable at ${at}: ${source}`);
  }
  return tokens;
}

const strengths: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '/': 6,
  '%': 6,
};

function apply(mark: string, left: unknown, right: unknown): unknown {
  if (mark === '||') return left === true || right === true;
  if (mark === '&&') return left === true && right === true;
  if (mark === '==') return left === right;
  if (mark === '!=') return left !== right;
  if (typeof left !== 'number' || typeof right !== 'number') return ['<', '<=', '>', '>='].includes(mark) ? false : '';
  const sums: Record<string, () => unknown> = {
    '<': () => left < right,
    '<=': () => left <= right,
    '>': () => left > right,
    '>=': () => left >= right,
    '+': () => left + right,
    '-': () => left - right,
    '/': () => (right === 0 ? 0 : left / right),
    '%': () => (right === 0 ? 0 : left % right),
  };
  return sums[mark]?.();
}

/** Works one expression out. @throws SyntaxError */
export function workOut(source: string, look: Lookup): unknown {
  const bare = /^`.*`$/s.test(source.trim()) ? source.trim().slice(1, -1) : source;
  const tokens = tokensOf(bare, look);
  let at = 0;
  const sees = (mark: string) => {
    const next = tokens[at];
    return next?.kind === 'mark' && next.mark === mark;
  };
  const single = (): unknown => {
    if (sees('!')) {
      at += 1;
      return single() !== true;
    }
    if (sees('-')) {
      at += 1;
      return -Number(single());
    }
    if (sees('(')) {
      at += 1;
      const inner = joined();
      if (!sees(')')) throw new SyntaxError(`A bracket is open: ${source}`);
      at += 1;
      return inner;
    }
    const token = tokens[at];
    if (token?.kind !== 'value') throw new SyntaxError(`A value is missing: ${source}`);
    at += 1;
    return token.value;
  };
  const level = (least: number): unknown => {
    let left = single();
    for (;;) {
      const token = tokens[at];
      const strength = token?.kind === 'mark' ? strengths[token.mark] : undefined;
      if (token?.kind !== 'mark' || strength === undefined || strength < least) return left;
      at += 1;
      left = apply(token.mark, left, level(strength + 1));
    }
  };
  /** Values and sums that stand beside one another are one text. */
  const joined = (): unknown => {
    let value = level(1);
    while (tokens[at]?.kind === 'value' || sees('(')) value = `${shown(value)}${shown(level(1))}`;
    return value;
  };
  const value = tokens.length === 0 ? '' : joined();
  if (at < tokens.length) throw new SyntaxError(`Something is left over: ${source}`);
  return value;
}

export const shown = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** A property as the phone shows it: a binding alone keeps its type, an expression is worked out, and bindings in words are filled in. */
export function resolve(value: unknown, look: Lookup): unknown {
  if (typeof value !== 'string') return value;
  const alone = /^\$\{([^}]*)\}$/.exec(value);
  if (alone) return look((alone[1] ?? '').trim());
  if (/^`.*`$/s.test(value)) return workOut(value, look);
  return value.replaceAll(/\$\{([^}]*)\}/g, (_, path: string) => shown(look(path.trim())));
}
