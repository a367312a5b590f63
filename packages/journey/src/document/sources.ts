import type { NodeType } from '../nodes/kinds.ts';
import { Collector, type NodeSources } from '../nodes/shared/collector.ts';
import { type Setting, type Sources, settingOf } from '../nodes/shared/sources.ts';
import { sources } from '../nodes/sources.gen.ts';
import type { Document, Variable } from './document.ts';
import type { ConfigOf, Node } from './node.ts';

const ofKinds: { readonly [Type in NodeType]: Sources<ConfigOf<Type>> } = sources;

/** Returns what is said of a kind of node, for the config of any node of it. */
export const readingOf = (type: NodeType): Sources<Node['config']> => ofKinds[type];

/** Everything in a node that is an expression, a text with placeholders, or words for people. */
export function sourcesOf({ type, config }: Node): NodeSources {
  const to = new Collector();
  readingOf(type).collect?.(to, config);
  if ('asking' in config) for (const [place, text] of config.asking.retryTexts.entries()) to.words(`asking.retryTexts.${place}`, text);
  return to;
}

/** The variables that a node gives a value to, by the exit behind which they have it; '' stands for every exit. */
export function setBy({ type, config }: Node): Setting[] {
  const { sets } = readingOf(type);
  if (sets) return sets(config);
  return 'asking' in config ? settingOf(config.asking.variable, ['ok']) : [];
}

/** The variables that get the answers of a node's questions. */
function askedBy({ type, config }: Node): readonly string[] {
  const { asksFor } = readingOf(type);
  if (asksFor) return asksFor(config);
  return 'asking' in config ? [config.asking.variable] : [];
}

/** Tells whether the answer of a question may not be shown. A bot that fills a sensitive variable asks such questions too. */
export const asksSecret = ({ variables }: { variables: ReadonlyMap<string, Variable> }, node: Node | undefined): boolean =>
  node !== undefined && askedBy(node).some((name) => variables.get(name)?.isSensitive === true);

/** Tells whether a node of the stream waits for a receipt of what another one has sent. */
export const isReceiptAwaited = ({ nodes }: Document, id: string): boolean =>
  nodes.some(({ type, config }) => readingOf(type).awaitsReceiptOf?.(config) === id);

/** Returns the most messages of free content that a node sends. */
export const messagesOf = ({ type, config }: Node): number => readingOf(type).messages?.(config) ?? ('sending' in config ? 1 : 0);

/** Every reference of a document to something outside of it. */
export type RefPart = { node: string; field: string; ref: string; id: string; name: string };
export function refsOf(document: Document): RefPart[] {
  const found: RefPart[] = [];
  const look = (value: unknown, node: string, field: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'ref' in value && 'id' in value && typeof value.ref === 'string' && typeof value.id === 'string') {
      found.push({ node, field, ref: value.ref, id: value.id, name: 'name' in value && typeof value.name === 'string' ? value.name : '' });
      return;
    }
    for (const [key, inner] of Object.entries(value)) look(inner, node, field === '' ? key : `${field}.${key}`);
  };
  look(document.settings, '', 'settings');
  look(document.variables, '', 'variables');
  for (const { id, config } of document.nodes) look(config, id, '');
  return found;
}
