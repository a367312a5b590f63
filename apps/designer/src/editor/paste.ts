import {
  applyOperations,
  type Document,
  Document as DocumentSchema,
  type Edge,
  emptyDocument,
  type Node,
  type Operation,
} from '@parley/journey';
import { copyFormat } from './copy.ts';
import { newId, type Point } from './edits.ts';

/** Every string of a value that is one of these ids, as another one. */
function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, ids)]));
}

/** References of another stream become names: whoever pastes chooses what they mean here. */
function nameless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameless);
  if (typeof value !== 'object' || value === null) return value;
  if ('ref' in value && 'id' in value) return { ...value, id: '' };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, nameless(inner)]));
}

/** Ids that stand inside of nodes: of items, cases, shares and statuses. */
function innerIds(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const inner of value) innerIds(inner, found);
  else if (typeof value === 'object' && value !== null) {
    if ('id' in value && typeof value.id === 'string' && !('ref' in value) && /^(?=[a-z]*\d)[a-z0-9]{8}$/.test(value.id))
      found.add(value.id);
    for (const inner of Object.values(value)) innerIds(inner, found);
  }
}

export type Pasted = { operations: Operation[]; ids: string[] };

/**
 * Returns the operations that add a text of `copyText`, with ids of its own; undefined for any other text.
 * @param at position of the first node
 */
export function paste(document: Document, text: string, at: Point): Pasted | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || !('format' in given) || given.format !== copyFormat) return undefined;
  const { nodes, edges, layout, variables, from } = given as Record<string, unknown>;
  const isOwn = from === document.id;
  const parsed = DocumentSchema.safeParse({
    ...emptyDocument('x', 'x', 'en'),
    nodes: isOwn ? nodes : nameless(nodes),
    edges,
    layout,
    variables: isOwn ? variables : nameless(variables),
  });
  if (!parsed.success || parsed.data.nodes.length === 0) return undefined;
  const old = new Set<string>();
  innerIds(parsed.data.nodes, old);
  const ids = new Map([...old].map((id) => [id, newId()] as const));
  const corner = Object.values(parsed.data.layout).reduce<Point>(
    ([left, top], [x, y]) => [Math.min(left, x), Math.min(top, y)],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
  const has = new Set(document.variables.map(({ name }) => name));
  const added = parsed.data.variables.filter(({ name }) => !has.has(name));
  const operations: Operation[] = [
    ...(added.length > 0 ? [{ kind: 'setVariables' as const, variables: [...document.variables, ...added] }] : []),
    ...parsed.data.nodes.map((node, place): Operation => {
      const stood = parsed.data.layout[node.id];
      const to: Point = stood ? [at[0] + stood[0] - corner[0], at[1] + stood[1] - corner[1]] : [at[0] + place * 40, at[1] + place * 40];
      return { kind: 'addNode', node: replaced(node, ids) as Node, at: to };
    }),
    ...parsed.data.edges.map((edge): Operation => ({ kind: 'addEdge', edge: replaced(edge, ids) as Edge })),
  ];
  if ('fault' in applyOperations(document, operations)) return undefined;
  return { operations, ids: parsed.data.nodes.map(({ id }) => ids.get(id) ?? id) };
}
