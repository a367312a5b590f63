import { authTypes, calledAuthTypes, type JourneyFinding, type JourneyRefKind } from '@parley/contract';
import { type CheckFacts, checkDocument, type Document, finding, type Node, shapeOfType } from '@parley/journey';
import type { FoundRef } from '../reference/ref.repository.ts';

/** A document with what the enterprise has of what it names. */
export type Checking = {
  document: Document;
  refs: [JourneyRefKind, FoundRef[]][];
  attached: { id: string; name: string }[];
  inside: [string, string[]][];
  customer: CheckFacts['customer'];
  /** Names of those calendars that its expressions name and that are there, in lower case */
  calendars: string[];
};

/** Lists the findings of a document, with the facts that were read of its enterprise. Runs away from the main thread. */
export default function check({ document, refs, attached, inside, customer, calendars }: Checking): JourneyFinding[] {
  const found = new Map(refs.map(([kind, known]) => [kind as string, new Map(known.map((one) => [one.id, one]))]));
  const streams = new Map(inside);
  const of = (kind: string): FoundRef[] => [...(found.get(kind)?.values() ?? [])];
  const own = checkDocument(document, {
    attached,
    hasRef: (kind, id) => found.get(kind)?.has(id) ?? false,
    hasCalendar: (name) => calendars.includes(name.toLowerCase()),
    isApproved: (id) => found.get('template')?.get(id)?.extra.status === 'APPROVED',
    shapes: of('channel').map(({ name, extra }) => ({ name, shape: shapeOfType(extra.type as never) })),
    takenBy(id) {
      const { windowHours, textLimit } = found.get('channel')?.get(id)?.extra ?? {};
      return { windowHours: Number(windowHours ?? 0), textLimit: Number(textLimit ?? 0) };
    },
    membersOf(id) {
      const members = found.get('department')?.get(id)?.extra.members;
      return members === undefined ? undefined : Number(members);
    },
    customer,
    inside: (id) => streams.get(id) ?? [],
  });
  const types = new Map(of('integration').map(({ id, extra }) => [id, Number(extra.authType)]));
  return [...own, ...document.nodes.flatMap((node) => wrongService(node, types))];
}

/** A service of another type than the node calls. @param types of the services that are there */
function wrongService(node: Node, types: ReadonlyMap<string, number>): JourneyFinding[] {
  const taken = node.type === 'data.http' ? calledAuthTypes : node.type === 'data.query' ? [authTypes.database] : [];
  const type = 'integration' in node.config && node.config.integration ? types.get(node.config.integration.id) : undefined;
  if (type === undefined || taken.some((one) => one === type)) return [];
  return [finding('SETTING', 'wrongService', { node: node.id, field: 'integration' }, {})];
}
