import type { Node } from '../document/node.ts';
import type { NodeType } from '../nodes/kinds.ts';
import { runs } from '../nodes/runs.gen.ts';
import type { Run } from '../nodes/shared/run.ts';
import type { UnbuiltType } from '../nodes/unbuilt.ts';
import { NodeFault, type Outcome, type Turn } from './turn.ts';

const built: { readonly [Type in Exclude<NodeType, UnbuiltType>]: Run<Type> } = runs;
const ofKinds: { readonly [Type in NodeType]?: Run<NodeType> } = built;

/** Returns how a kind of node runs; undefined: it does not run yet. */
export const runOf = (type: NodeType): Run<NodeType> | undefined => ofKinds[type];

/** Does the work of a node. @throws NodeFault for what it cannot do, which leaves by `error` */
export function execute(turn: Turn, node: Node): Outcome {
  const found = ofKinds[node.type];
  if (!found) throw new NodeFault('This kind of node does not run yet.');
  return found.run(turn, node);
}
