import { type Document, type Node, setBy, sourcesOf } from '@parley/journey';

const word = (name: string) => new RegExp(`(?<![\\w.])${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?!\\w)`);

/** Tells whether a node sets a variable, or reads it in an expression or a text. */
function uses(node: Node, name: string): boolean {
  if (setBy(node).some(({ variable }) => variable === name)) return true;
  const asked = word(name);
  const { parts, rows } = sourcesOf(node);
  if (parts.some(({ kind, source }) => asked.test(kind === 'text' ? placeholdersOf(source) : source))) return true;
  if (rows.some(({ rows: { groups } }) => groups.some((group) => group.rows.some(({ field }) => asked.test(field))))) return true;
  return node.type === 'talk.department' && node.config.shows.includes(name);
}
const placeholdersOf = (text: string): string => [...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, inside]) => inside).join(' ');

/** The nodes that use a variable, in their order. */
export const usesOf = (document: Document, name: string): string[] => document.nodes.flatMap((node) => (uses(node, name) ? [node.id] : []));
