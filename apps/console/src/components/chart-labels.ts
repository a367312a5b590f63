/** The arithmetic of charts, apart from their drawing. */
export const emptyAxisMax = { line: 900, bar: 20 } as const;

export const thinAbove = 30;
const thinStep = 6;

/** Returns the number of labels that the axis leaves out after each shown one: none up to 30 points, five of six beyond. */
export function labelInterval(pointCount: number): number {
  return pointCount > thinAbove ? thinStep - 1 : 0;
}

/** The upper end of the axis; without any value it is the fixed one, so that an empty chart keeps its shape. */
export function axisMax(kind: keyof typeof emptyAxisMax, values: readonly number[]): number | 'auto' {
  return values.some((value) => value > 0) ? 'auto' : emptyAxisMax[kind];
}
