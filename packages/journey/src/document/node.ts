import { z } from '@parley/contract/z';
import { type NodeType, nodeTypes } from '../nodes/kinds.ts';
import { schemas } from '../nodes/schemas.gen.ts';
import { DocumentId } from './fields.ts';

type Schemas = typeof schemas;
/** Schema of what each kind of node is set to. */
export const nodeConfigs: { readonly [Type in NodeType]: Schemas[Type] } = schemas;
export type ConfigOf<Type extends NodeType> = z.output<Schemas[Type]>;

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
