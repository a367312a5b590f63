import type { Document } from '../document/document.ts';
import { applyKnown } from './apply-known.ts';
import type { Operation } from './operation.ts';

/** Returns the operations that undo one operation, for the document before it. */
function inverseOf(document: Document, operation: Operation): Operation[] {
  switch (operation.kind) {
    case 'addNode':
      return [{ kind: 'removeNode', id: operation.node.id }];
    case 'removeNode': {
      const { id } = operation;
      const place = document.nodes.findIndex((node) => node.id === id);
      const node = document.nodes[place];
      if (!node) return [];
      return [
        { kind: 'addNode', node, at: document.layout[id] ?? null, place },
        // The edges keep their order, so each place counts those before it.
        ...document.edges.flatMap((edge, at): Operation[] =>
          edge.from === id || edge.to === id ? [{ kind: 'addEdge', edge, place: at }] : [],
        ),
        ...(document.start === id ? [{ kind: 'setStart', start: id } as const] : []),
      ];
    }
    case 'setNode': {
      const former = document.nodes.find(({ id }) => id === operation.node.id);
      return former ? [{ kind: 'setNode', node: former }] : [];
    }
    case 'moveNodes':
      return [
        {
          kind: 'moveNodes',
          positions: Object.fromEntries(Object.keys(operation.positions).map((id) => [id, document.layout[id] ?? null])),
        },
      ];
    case 'addEdge': {
      const { from, exit } = operation.edge;
      const former = document.edges.find((edge) => edge.from === from && edge.exit === exit);
      return [former ? { kind: 'addEdge', edge: former } : { kind: 'removeEdge', from, exit }];
    }
    case 'removeEdge': {
      const place = document.edges.findIndex(({ from, exit }) => from === operation.from && exit === operation.exit);
      const edge = document.edges[place];
      return edge ? [{ kind: 'addEdge', edge, place }] : [];
    }
    case 'setStart':
      return [{ kind: 'setStart', start: document.start }];
    case 'rename':
      return [{ kind: 'rename', name: document.name }];
    case 'setSettings':
      return [{ kind: 'setSettings', settings: document.settings }];
    case 'setVariables':
      return [{ kind: 'setVariables', variables: document.variables }];
    case 'setLanguages':
      return [{ kind: 'setLanguages', languages: document.languages }];
    case 'setMilestones':
      return [{ kind: 'setMilestones', milestones: document.milestones }];
    case 'setNotes':
      return [{ kind: 'setNotes', notes: document.notes }];
  }
}

/**
 * Returns the operations that undo these, the last one first.
 * @param document as it was before them; operations that it refuses end the list
 */
export function invert(document: Document, operations: readonly Operation[]): Operation[] {
  const inverses: Operation[][] = [];
  let current = document;
  for (const operation of operations) {
    const edited = applyKnown(current, [operation]);
    if ('fault' in edited) break;
    inverses.push(inverseOf(current, operation));
    current = edited.document;
  }
  return inverses.reverse().flat();
}
