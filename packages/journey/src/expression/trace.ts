import type { Expression } from './ast.ts';
import { showValue } from './show.ts';
import { typeOf, type Value } from './value.ts';

/** One comparison with the values that it compared: 'age 17 >= 18: no'. A sensitive value shows its type alone. */
export type Comparison = {
  /** Source of both sides, as written */
  left: string;
  right: string;
  operator: string;
  leftValue: string;
  rightValue: string;
  outcome: boolean;
};

export const mostComparisons = 100;
const longestShown = 200;

/** Collects what was compared, as far as anybody reads it. */
export class Trace {
  readonly comparisons: Comparison[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  #textOf({ place }: Expression): string {
    return cut(this.#source.slice(place.start, place.end));
  }

  /** Nobody reads more of them. */
  get isFull(): boolean {
    return this.comparisons.length >= mostComparisons;
  }

  add(operator: string, sides: readonly { node: Expression; value: Value; isSecret: boolean }[], outcome: boolean, zone: string): void {
    if (this.isFull) return;
    const [left, right] = sides;
    const shown = (side: (typeof sides)[number] | undefined): string => {
      if (!side) return '';
      if (side.value === null) return 'Empty';
      return side.isSecret ? typeOf(side.value) : cut(showValue(side.value, { language: 'en', zone }));
    };
    this.comparisons.push({
      left: left ? this.#textOf(left.node) : '',
      right: right ? this.#textOf(right.node) : '',
      operator,
      leftValue: shown(left),
      rightValue: shown(right),
      outcome,
    });
  }
}

function cut(text: string): string {
  const characters = Array.from(text.slice(0, longestShown * 2));
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : text;
}

/** Shows a comparison for people. */
export const showComparison = ({ left, right, operator, leftValue, rightValue, outcome }: Comparison): string => {
  const side = (source: string, value: string) => (source === value || source === `"${value}"` ? source : `${source} ${value}`);
  const sides = [side(left, leftValue), right === '' ? '' : side(right, rightValue)].filter((one) => one !== '');
  return `${sides.join(` ${operator} `)}${sides.length === 1 ? ` ${operator}` : ''}: ${outcome ? 'yes' : 'no'}`;
};
