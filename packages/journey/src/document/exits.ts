import { exits } from '../nodes/exits.gen.ts';
import type { NodeType } from '../nodes/kinds.ts';
import type { Exit, Exits } from '../nodes/shared/exits.ts';
import { leastWait } from '../nodes/shared/least-wait.ts';
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

/** Exits of any node that are taken at once, or by a receipt of what it has sent itself. */
const atOnce: ReadonlySet<string> = new Set(['refused', 'failed', 'late']);

/**
 * Whether somebody who leaves a node by an exit has waited there for something that the stream does not cause itself, so that a circle over this
 * edge cannot run by itself. @param isDateAhead of a wait for a date: whether the date may lie ahead each time
 */
export function waitsBefore(node: Node, exit: string, isDateAhead: boolean): boolean {
  if (atOnce.has(exit)) return false;
  if (exit === 'timeout') return (timeoutOf(node) ?? Number.POSITIVE_INFINITY) >= leastWait;
  return exitsOfKind(node.type).waits?.(node.config, exit, isDateAhead) ?? false;
}

function timeoutOf({ config }: Node): number | null {
  if ('asking' in config) return config.asking.timeoutSeconds;
  if ('until' in config) return 'timeoutSeconds' in config.until ? config.until.timeoutSeconds : null;
  if ('mostSeconds' in config) return config.mostSeconds;
  return 'timeoutSeconds' in config ? config.timeoutSeconds : null;
}
