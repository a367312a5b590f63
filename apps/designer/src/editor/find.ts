import { type Document, sourcesOf } from '@parley/journey';
import { summaryOf, titleOf, typeWord } from '../nodes/summary.ts';

export type FoundNode = { id: string; title: string; where: string };

/** Nodes by what they are called, what they say, and the names that they use. @param most results */
export function findNodes(document: Document, search: string, most = 100): FoundNode[] {
  const asked = search.trim().toLowerCase();
  if (asked === '') return [];
  const found: FoundNode[] = [];
  for (const node of document.nodes) {
    const texts = [
      titleOf(document, node),
      typeWord(node.type),
      node.comment,
      summaryOf(document, node),
      ...sourcesOf(node).parts.map(({ source }) => source),
      JSON.stringify(node.config),
    ];
    const where = texts.find((text) => text.toLowerCase().includes(asked));
    if (where === undefined) continue;
    const at = where.toLowerCase().indexOf(asked);
    found.push({ id: node.id, title: titleOf(document, node), where: where.slice(Math.max(0, at - 30), at + asked.length + 50) });
    if (found.length >= most) break;
  }
  return found;
}
