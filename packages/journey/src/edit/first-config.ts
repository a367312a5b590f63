import { type ConfigOf, nodeConfigs } from '../document/node.ts';
import { firsts } from '../nodes/firsts.gen.ts';
import type { NodeType } from '../nodes/kinds.ts';
import type { First, Making } from '../nodes/shared/first.ts';

const ofKinds: Readonly<Record<NodeType, First>> = firsts;

/** Returns the first config of a new node: enough for its schema, though hardly for the check. */
export const firstConfigOf = <Type extends NodeType>(type: Type, making: Making): ConfigOf<Type> =>
  nodeConfigs[type].parse(ofKinds[type](making)) as ConfigOf<Type>;
