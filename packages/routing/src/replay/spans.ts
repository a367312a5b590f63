import type { Rules, Span } from './world.ts';

/** Finds the first span that ends behind a moment. Spans are in order and do not overlap. */
function firstBehind(spans: readonly Span[], at: number): Span | undefined {
  let [from, to] = [0, spans.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((spans[middle] as Span)[1] > at) to = middle;
    else from = middle + 1;
  }
  return spans[from];
}

export const isWithin = (spans: readonly Span[] | null, at: number): boolean => {
  if (spans === null) return true;
  const span = firstBehind(spans, at);
  return span !== undefined && span[0] <= at;
};

/** The moment itself within a span, else the beginning of the next one; null: there is none. */
export const nextWithin = (spans: readonly Span[] | null, at: number): number | null => {
  if (spans === null) return at;
  const span = firstBehind(spans, at);
  return span === undefined ? null : Math.max(span[0], at);
};

/** Tells whether chats of a department are given out: not while it is closed, nor right before that. */
export const isGivenOut = ({ open, stopBeforeClosingMs }: Pick<Rules, 'open' | 'stopBeforeClosingMs'>, now: number): boolean =>
  isWithin(open, now) && (stopBeforeClosingMs === 0 || isWithin(open, now + stopBeforeClosingMs));

/** Joins spans that touch or overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, until] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else if (until > from) joined.push([from, until]);
  }
  return joined;
}

/** Cuts one span out of the others. */
export const cutSpan = (spans: readonly Span[], [from, until]: Span): Span[] =>
  spans.flatMap(([start, end]): Span[] => {
    if (end <= from || start >= until) return [[start, end]];
    return (
      [
        [start, from],
        [until, end],
      ] as Span[]
    ).filter(([one, other]) => one < other);
  });

/** Keeps the parts of the spans that lie within one. */
export const clipSpans = (spans: readonly Span[], [from, until]: Span): Span[] =>
  spans.map(([start, end]): Span => [Math.max(start, from), Math.min(end, until)]).filter(([start, end]) => start < end);

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, until]) => sum + until - from, 0);
