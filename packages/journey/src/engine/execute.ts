import type { Node } from '../document/node.ts';
import type { NodeType } from '../nodes/kinds.ts';
import { runs } from '../nodes/runs.gen.ts';
import type { Run } from '../nodes/shared/run.ts';
import type { Outcome, Turn } from './turn.ts';

const built: { readonly [Type in NodeType]: Run<Type> } = runs;
const ofKinds: { readonly [Type in NodeType]: Run<NodeType> } = built;

/** Returns how a kind of node runs. */
export const runOf = (type: NodeType): Run<NodeType> => ofKinds[type];

/** Does the work of a node. @throws NodeFault for what it cannot do, which leaves by `error` */
export const execute = (turn: Turn, node: Node): Outcome => ofKinds[node.type].run(turn, node);
