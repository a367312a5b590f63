import { z } from '@parley/contract/z';
import { Document, Edge, Point, Settings, Variable } from '../document/document.ts';
import { DocumentId, Language } from '../document/fields.ts';
import { limits, mostOperations } from '../document/limits.ts';
import { Node } from '../document/node.ts';

const Start = z.union([DocumentId, z.literal('')]);
const Notes = Document.shape.notes.unwrap();
const Milestones = Document.shape.milestones.unwrap();

/**
 * One change of a document. Each says what is to be, never what was, so that it means the same on whatever it is applied to; what it undoes is
 * found by `invert` on the document that it was applied to.
 */
export const Operation = z.discriminatedUnion('kind', [
  /** @property place where in the list of nodes; left out: at its end */
  z.strictObject({
    kind: z.literal('addNode'),
    node: Node,
    at: Point.nullable(),
    place: z.number().int().min(0).max(limits.nodes).optional(),
  }),
  /** Removes the node with every edge from it and to it; a start that is removed leaves none */
  z.strictObject({ kind: z.literal('removeNode'), id: DocumentId }),
  /** Name, comment and config of a node; its type stays */
  z.strictObject({ kind: z.literal('setNode'), node: Node }),
  z.strictObject({ kind: z.literal('moveNodes'), positions: z.record(DocumentId, Point.nullable()) }),
  /** Replaces the edge of the same exit, if there is one */
  z.strictObject({ kind: z.literal('addEdge'), edge: Edge, place: z.number().int().min(0).max(limits.edges).optional() }),
  z.strictObject({ kind: z.literal('removeEdge'), from: DocumentId, exit: z.string().min(1).max(20) }),
  z.strictObject({ kind: z.literal('setStart'), start: Start }),
  z.strictObject({ kind: z.literal('rename'), name: z.string().min(1).max(120) }),
  z.strictObject({ kind: z.literal('setSettings'), settings: Settings }),
  z.strictObject({ kind: z.literal('setVariables'), variables: z.array(Variable).max(limits.variables) }),
  z.strictObject({ kind: z.literal('setLanguages'), languages: z.array(Language).min(1).max(limits.languages) }),
  z.strictObject({ kind: z.literal('setMilestones'), milestones: Milestones }),
  z.strictObject({ kind: z.literal('setNotes'), notes: Notes }),
]);
export type Operation = z.infer<typeof Operation>;

export const Operations = z.array(Operation).min(1).max(mostOperations);
