/** A panel's mark of a node or an edge on the canvas. `kept`, `losing`, `losingMuch`: by how many of a report's walks drop out there. */
export type MarkTone = 'visited' | 'current' | 'added' | 'removed' | 'changed' | 'failed' | 'untested' | 'kept' | 'losing' | 'losingMuch';
export type Mark = { tone: MarkTone; text: string };
/** Part of its node's walks that went by an edge, as its width and as words. */
export type Weight = { share: number; text: string };
/** Edges by `from exit` */
export type Marks = {
  nodes: ReadonlyMap<string, Mark>;
  edges: ReadonlyMap<string, MarkTone>;
  weights?: ReadonlyMap<string, Weight>;
};
export const noMarks: Marks = { nodes: new Map(), edges: new Map() };
export const edgeKey = (from: string, exit: string): string => `${from} ${exit}`;
