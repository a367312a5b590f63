/** A panel's mark of a node or an edge on the canvas. */
export type MarkTone = 'visited' | 'current' | 'added' | 'removed' | 'changed' | 'failed' | 'untested';
export type Mark = { tone: MarkTone; text: string };
/** Edges by `from exit` */
export type Marks = { nodes: ReadonlyMap<string, Mark>; edges: ReadonlyMap<string, MarkTone> };
export const noMarks: Marks = { nodes: new Map(), edges: new Map() };
export const edgeKey = (from: string, exit: string): string => `${from} ${exit}`;
