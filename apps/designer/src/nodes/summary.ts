import type { Document, LocalText, Node, NodeType } from '@parley/journey';
import { nodeOf } from '../editor/index-of.ts';
import type { Summary } from './shared/summary.ts';
import { summaries } from './summaries.gen.ts';
import { nodeWords } from './words.ts';

/** The words of a text that whoever builds the stream reads: in its first language, or whichever there is. */
export const pickText = (text: LocalText, languages: readonly string[]): string =>
  text[languages[0] ?? ''] ?? Object.values(text).find((words) => words !== '') ?? '';

const ofKinds: { readonly [Type in NodeType]: Summary<Type> } = summaries;

/** Summarises a node in a few words for its card; '' if its name says it. */
export const summaryOf = (document: Document, { type, config }: Node, isTitle = false): string =>
  (ofKinds[type] as Summary<NodeType>)(config, {
    document,
    text: (local) => pickText(local, document.languages),
    nameOf: (id) => nameOf(document, id),
    isTitle,
  });

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/** Returns a node's name for lists and screen readers: its own name, else its summary, else its type. */
export function nameOf(document: Document, id: string): string {
  const node = nodeOf(document, id);
  return node ? titleOf(document, node) : '';
}
export function titleOf(document: Document, node: Node): string {
  if (node.name !== '') return node.name;
  const summary = summaryOf(document, node, true).replace(/\s+/g, ' ').trim();
  return summary === '' ? typeWord(node.type) : cut(summary, 40);
}
export const typeWord = (type: NodeType): string => nodeWords[type]('kind');
