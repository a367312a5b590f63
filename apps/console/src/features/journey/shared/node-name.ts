import { kindWords } from '@parley/ui/kinds';
import { useWords, type WordOf } from '../../../lib/words.ts';

export type NamedNode = { id: string; name: string; type: string };

/** The nodes of a document as it travels; what is unreadable is left out. */
export function nodesOf(document: Record<string, unknown> | undefined): NamedNode[] {
  const nodes: unknown = document?.nodes;
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown) => {
    if (typeof node !== 'object' || node === null || !('id' in node) || !('type' in node)) return [];
    return [{ id: String(node.id), type: String(node.type), name: 'name' in node ? String(node.name) : '' }];
  });
}

/** Returns the function that names a node: by its author's name, or else by its kind. */
export function useNodeName(): (node: Pick<NamedNode, 'name' | 'type'>) => string {
  const say = useWords(kindWords.kind);
  return ({ name, type }) => name || (type === '' ? '' : say(type as WordOf<typeof kindWords.kind>));
}

/** The same for nodes of one document by their ids; an id that it does not have stays an id. */
export function useNodeNames(document: Record<string, unknown> | undefined): (id: string) => string {
  const toName = useNodeName();
  const names = new Map(nodesOf(document).map((node) => [node.id, toName(node)]));
  return (id) => names.get(id) ?? id;
}
