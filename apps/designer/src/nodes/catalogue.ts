import type { NodeType } from '@parley/journey';
import type { IconMessage } from '@tabler/icons-react';
import { icons } from './icons.gen.ts';

export const nodeGroups = ['message', 'input', 'logic', 'data', 'talk', 'mark'] as const;
export type NodeGroup = (typeof nodeGroups)[number];
export const groupOf = (type: NodeType): NodeGroup => type.slice(0, type.indexOf('.')) as NodeGroup;

export const groupColors: Record<NodeGroup, string> = {
  message: 'blue',
  input: 'orange',
  logic: 'grape',
  data: 'teal',
  talk: 'green',
  mark: 'gray',
};

export const nodeIcons: Readonly<Record<NodeType, typeof IconMessage>> = icons;

/** Every type, in the order of the palette; the package's own list would be a second one in the first chunk. */
export const knownTypes = Object.keys(icons) as NodeType[];
