import { exits } from '../nodes/exits.gen.ts';
import type { NodeType } from '../nodes/kinds.ts';
import type { Exit, Exits } from '../nodes/shared/exits.ts';
import type { ChoiceItem } from './fields.ts';
import type { ConfigOf, Node } from './node.ts';

/** Names of exits; an item, a case or an intent of a node has its own id for an exit. */
export const exitNames = [
  'next',
  'ok',
  'yes',
  'no',
  'other',
  'each',
  'done',
  'ended',
  'rows',
  'none',
  'unsure',
  'empty',
  'answered',
  'notFound',
  'notUnderstood',
  'handOver',
  'returned',
  'missed',
  'outOfHours',
  'late',
  'invalid',
  'closed',
  'timeout',
  'unknown',
  'failed',
  'refused',
  'error',
] as const;
export type ExitName = (typeof exitNames)[number];

const ofKinds: { readonly [Type in NodeType]: Exits<ConfigOf<Type>> } = exits;
const exitsOfKind = (type: NodeType): Exits<Node['config']> => ofKinds[type];

/** The ways out of a node, in the order in which they are drawn. */
export const exitsOf = ({ type, config }: Node): Exit[] => exitsOfKind(type).list(config);

/** Lists the items of a node that can be tapped, as its document has them. */
export const itemsOf = ({ type, config }: Node): readonly ChoiceItem[] => exitsOfKind(type).items?.(config) ?? [];

/** Returns the node with which another one goes on by itself, without an edge; undefined: none. */
export const leadsTo = ({ type, config }: Node): string | undefined => exitsOfKind(type).leadsTo?.(config);

const isNamed = (exit: string): boolean => (exitNames as readonly string[]).includes(exit);

/**
 * Returns the author's title of an exit that has an id of its own: an item's title, a case's name or its comparison. Returns '' for the
 * exits of every stream, which have words (`exitNames`), and for exits that the node lacks.
 */
export function exitTitle(node: Node, exit: string, languages: readonly string[]): string {
  if (exit === '' || isNamed(exit)) return '';
  const pick = (texts: Readonly<Record<string, string>>): string =>
    [...languages, ...Object.keys(texts)].map((language) => texts[language] ?? '').find((text) => text !== '') ?? '';
  const { title } = exitsOfKind(node.type);
  return title ? title(node.config, exit, pick) : pick(itemsOf(node).find(({ id }) => id === exit)?.title ?? {});
}
