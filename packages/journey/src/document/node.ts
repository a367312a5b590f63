import { z } from '@parley/contract/z';
import { DocumentId } from './fields.ts';
import { inputNodes } from './nodes/input.ts';
import { logicNodes } from './nodes/logic.ts';
import { messageNodes } from './nodes/message.ts';
import { dataNodes, markNodes, talkNodes } from './nodes/work.ts';

/** Every type of node with the schema of what it is set to. */
export const nodeConfigs = { ...messageNodes, ...inputNodes, ...logicNodes, ...dataNodes, ...talkNodes, ...markNodes };
export type NodeType = keyof typeof nodeConfigs;
export const nodeTypes = Object.keys(nodeConfigs) as NodeType[];
export type ConfigOf<Type extends NodeType> = z.output<(typeof nodeConfigs)[Type]>;

export type NodeOf<Type extends NodeType> = {
  [One in Type]: { id: string; type: One; name: string; comment: string; config: ConfigOf<One> };
}[Type];
export type Node = NodeOf<NodeType>;

const node = <Type extends NodeType>(type: Type) =>
  z.strictObject({
    id: DocumentId,
    type: z.literal(type),
    name: z.string().max(60).default(''),
    comment: z.string().max(2000).default(''),
    config: nodeConfigs[type],
  });
const [first, ...others] = nodeTypes.map(node);
/** One step of a document. */
export const Node: z.ZodType<Node> = z.discriminatedUnion('type', [
  first as NonNullable<typeof first>,
  ...others,
]) as unknown as z.ZodType<Node>;
