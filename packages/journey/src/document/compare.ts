import { canonical } from './canonical.ts';
import type { Document, Edge } from './document.ts';

export type FieldChange = { path: string; before: unknown; after: unknown };
export type NodeChange = { id: string; name: string; type: string; fields: FieldChange[] };
/** Differences between two versions; the layout is no difference. */
export type DocumentChanges = {
  added: string[];
  removed: string[];
  changed: NodeChange[];
  edgesAdded: Edge[];
  edgesRemoved: Edge[];
  settings: FieldChange[];
  variables: FieldChange[];
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that differ, those inside of records by their path. */
export function fieldChanges(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (canonical(before) === canonical(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before: before ?? null, after: after ?? null }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    fieldChanges(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

const keyed = <T>(items: readonly T[], keyOf: (item: T) => string) => new Map(items.map((item) => [keyOf(item), item] as const));
const edgeKey = ({ from, exit, to }: Edge) => `${from} ${exit} ${to}`;

export function compareDocuments(before: Document, after: Document): DocumentChanges {
  const [was, is] = [keyed(before.nodes, ({ id }) => id), keyed(after.nodes, ({ id }) => id)];
  const [wasJoined, isJoined] = [keyed(before.edges, edgeKey), keyed(after.edges, edgeKey)];
  const changed = after.nodes.flatMap((node) => {
    const former = was.get(node.id);
    const fields = former ? fieldChanges(former, node) : [];
    return fields.length > 0 ? [{ id: node.id, name: node.name, type: node.type, fields }] : [];
  });
  const named = (document: Document) => Object.fromEntries(document.variables.map((variable) => [variable.name, variable]));
  return {
    added: after.nodes.flatMap(({ id }) => (was.has(id) ? [] : [id])),
    removed: before.nodes.flatMap(({ id }) => (is.has(id) ? [] : [id])),
    changed,
    edgesAdded: after.edges.filter((edge) => !wasJoined.has(edgeKey(edge))),
    edgesRemoved: before.edges.filter((edge) => !isJoined.has(edgeKey(edge))),
    settings: [
      ...fieldChanges(before.settings, after.settings),
      ...fieldChanges(
        { start: before.start, languages: before.languages, milestones: before.milestones },
        { start: after.start, languages: after.languages, milestones: after.milestones },
      ),
    ],
    variables: fieldChanges(named(before), named(after)),
  };
}
