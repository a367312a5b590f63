import { type Document, firstConfigOf, type Node, type NodeType } from '@parley/journey';
import { newId } from './edits.ts';

/** A node of a type as it begins, by its schema. */
export function newNode(document: Document, type: NodeType): Node {
  const making = { language: document.languages[0] ?? 'en', makeId: newId };
  return { id: newId(), type, name: '', comment: '', config: firstConfigOf(type, making) } as Node;
}
