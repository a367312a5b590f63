import type { Document } from '../document/document.ts';
import type { Operation } from './operation.ts';

export type EditFault = { code: 'operation' | 'gone' | 'double' | 'type' | 'document'; text: string; operation: number };
export type Edited = { document: Document } | { fault: EditFault };

/** Reason why an operation cannot be applied to a document. */
class Refused extends Error {
  readonly code: EditFault['code'];

  constructor(code: EditFault['code'], text: string) {
    super(text);
    this.code = code;
  }
}

const inserted = <T>(items: readonly T[], item: T, place = items.length): T[] => items.toSpliced(Math.min(place, items.length), 0, item);
const hasNode = (document: Document, id: string) => document.nodes.some((node) => node.id === id);
const needNode = (document: Document, id: string): void => {
  if (!hasNode(document, id)) throw new Refused('gone', 'The node is not there any more.');
};

/** Returns the document after one operation, or the reason why not. Assumes a valid operation: the caller checks it. */
function changed(document: Document, operation: Operation): Document {
  switch (operation.kind) {
    case 'addNode': {
      const { node, at, place } = operation;
      if (hasNode(document, node.id)) throw new Refused('double', 'A node of this id is there already.');
      return {
        ...document,
        nodes: inserted(document.nodes, node, place),
        layout: at === null ? document.layout : { ...document.layout, [node.id]: at },
      };
    }
    case 'removeNode': {
      const { id } = operation;
      needNode(document, id);
      const { [id]: _, ...layout } = document.layout;
      return {
        ...document,
        start: document.start === id ? '' : document.start,
        nodes: document.nodes.filter((node) => node.id !== id),
        edges: document.edges.filter(({ from, to }) => from !== id && to !== id),
        layout,
      };
    }
    case 'setNode': {
      const { node } = operation;
      const former = document.nodes.find(({ id }) => id === node.id);
      if (!former) throw new Refused('gone', 'The node is not there any more.');
      if (former.type !== node.type) throw new Refused('type', 'A node keeps its type.');
      return { ...document, nodes: document.nodes.map((one) => (one.id === node.id ? node : one)) };
    }
    case 'moveNodes': {
      const layout = { ...document.layout };
      for (const [id, at] of Object.entries(operation.positions)) {
        needNode(document, id);
        if (at === null) delete layout[id];
        else layout[id] = at;
      }
      return { ...document, layout };
    }
    case 'addEdge': {
      const { edge, place } = operation;
      needNode(document, edge.from);
      needNode(document, edge.to);
      const at = document.edges.findIndex(({ from, exit }) => from === edge.from && exit === edge.exit);
      return { ...document, edges: at < 0 ? inserted(document.edges, edge, place) : document.edges.with(at, edge) };
    }
    case 'removeEdge': {
      const edges = document.edges.filter(({ from, exit }) => from !== operation.from || exit !== operation.exit);
      if (edges.length === document.edges.length) throw new Refused('gone', 'The edge is not there any more.');
      return { ...document, edges };
    }
    case 'setStart':
      if (operation.start !== '') needNode(document, operation.start);
      return { ...document, start: operation.start };
    case 'rename':
      return { ...document, name: operation.name };
    case 'setSettings':
      return { ...document, settings: operation.settings };
    case 'setVariables':
      return { ...document, variables: operation.variables };
    case 'setLanguages':
      return { ...document, languages: operation.languages };
    case 'setMilestones':
      return { ...document, milestones: operation.milestones };
    case 'setNotes':
      return { ...document, notes: operation.notes };
  }
}

/**
 * Applies operations that have been read by their schema, one after the other: all of them or none. For the author of the operations, whose
 * screen draws with each key that is pressed; operations from elsewhere go through `applyOperations`.
 */
export function applyKnown(document: Document, operations: readonly Operation[]): Edited {
  let current = document;
  for (const [place, operation] of operations.entries()) {
    try {
      current = changed(current, operation);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { fault: { code: error.code, text: error.message, operation: place } };
    }
  }
  return { document: current };
}
