/** An expression of a foreign flow. `ref`: what stands between `${` and `}` */
export type Foreign =
  | { kind: 'ref'; path: string[] }
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'not'; of: Foreign }
  | { kind: 'pair'; mark: string; left: Foreign; right: Foreign }
  /** Values that stand beside one another: one text */
  | { kind: 'joined'; parts: Foreign[] };

const marks = ['==', '!=', '<=', '>=', '&&', '||', '<', '>', '+', '-', '/', '%'];
const strengthOf = (mark: string): number =>
  mark === '||' ? 1 : mark === '&&' ? 2 : mark === '==' || mark === '!=' ? 3 : /[<>]/.test(mark) ? 4 : mark === '+' || mark === '-' ? 5 : 6;
const deepest = 50;

class ForeignReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Foreign | undefined {
    const whole = this.#beside(0);
    this.#skip();
    return this.#at < this.#source.length ? undefined : whole;
  }

  #skip(): void {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
  }

  #sees = (text: string): boolean => {
    this.#skip();
    return this.#source.startsWith(text, this.#at);
  };

  #accept(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  #level(least: number, depth: number): Foreign | undefined {
    if (depth > deepest) return undefined;
    let left = this.#single(depth);
    for (;;) {
      const mark = marks.find((one) => this.#sees(one));
      if (!left || mark === undefined || strengthOf(mark) < least) return left;
      this.#accept(mark);
      const right = this.#level(strengthOf(mark) + 1, depth + 1);
      if (!right) return undefined;
      left = { kind: 'pair', mark, left, right };
    }
  }

  #beside(depth: number): Foreign | undefined {
    const first = this.#level(1, depth);
    if (!first) return undefined;
    const parts = [first];
    while (this.#sees('${') || this.#sees("'") || this.#sees('(')) {
      const next = this.#level(1, depth);
      if (!next) return undefined;
      parts.push(next);
    }
    return parts.length === 1 ? first : { kind: 'joined', parts };
  }

  #single(depth: number): Foreign | undefined {
    if (!this.#sees('!=') && this.#accept('!')) {
      const of = depth > deepest ? undefined : this.#single(depth + 1);
      return of && { kind: 'not', of };
    }
    if (this.#accept('(')) {
      const inner = this.#beside(depth + 1);
      return inner && this.#accept(')') ? inner : undefined;
    }
    return this.#reference() ?? this.#literal();
  }

  #reference(): Foreign | undefined {
    if (!this.#sees('${')) return undefined;
    const end = this.#source.indexOf('}', this.#at);
    if (end < 0) return undefined;
    const path = this.#source
      .slice(this.#at + 2, end)
      .trim()
      .split('.');
    this.#at = end + 1;
    return { kind: 'ref', path };
  }

  #literal(): Foreign | undefined {
    this.#skip();
    const found = /^(?:(['"])((?:\\.|(?!\1)[^\\])*)\1|(-?\d+(?:\.\d+)?)|(true|false)\b)/.exec(this.#source.slice(this.#at));
    if (!found) return undefined;
    const [whole, , text, number, word] = found;
    this.#at += whole.length;
    if (text !== undefined) return { kind: 'value', value: text.replaceAll(/\\(.)/g, '$1') };
    return { kind: 'value', value: number === undefined ? word === 'true' : Number(number) };
  }
}

/** Reads an expression of a foreign flow, with backticks around it or without; undefined where it cannot be read. */
export function readForeign(source: string): Foreign | undefined {
  const trimmed = source.trim();
  const bare = /^`[^`]*`$/s.test(trimmed) ? trimmed.slice(1, -1) : /^\$\{`.*`\}$/s.test(trimmed) ? trimmed.slice(3, -2) : trimmed;
  return new ForeignReader(bare).read();
}
