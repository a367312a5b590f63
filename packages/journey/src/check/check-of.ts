import type { ConfigOf, Node } from '../document/node.ts';
import { checks } from '../nodes/checks.gen.ts';
import type { NodeType } from '../nodes/kinds.ts';
import type { Check } from '../nodes/shared/check.ts';

const ofKinds: { readonly [Type in NodeType]?: Check<ConfigOf<Type>> } = checks;

/** Returns the findings of a kind's own, for the config of any node of it; undefined: it has none. */
export const checkOf = (type: NodeType): Check<Node['config']> | undefined => ofKinds[type];
