import { authTypes, calledAuthTypes, type JourneyFinding, type JourneyRefKind } from '@parley/contract';
import { type CheckFacts, checkDocument, type Document, finding, type Node, type NodeType, refsOf, shapeOfType } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { listAttributes } from '../../customer/door.ts';
import { accessJourney } from './journey.access.ts';
import { streamsIn } from './journey.compiled.ts';
import { findCosts } from './journey.cost.ts';
import { type FoundRef, findRefs } from './journey.refs.ts';
import { findUntested } from './journey.untested.ts';

type Known = CheckFacts['customer'][string];
const text: Known = { type: 'Text' };

/** Fields of customers that every enterprise has, as expressions name them. */
const ownFields: Readonly<Record<string, Known>> = { name: text, phone: text, email: text, language: text, country: text, zone: text };

/** What an expression may name of a customer: own fields, and attributes by their field name. */
export async function customerFields(tx: Tx, enterpriseId: string): Promise<Record<string, Known>> {
  const attributes = await listAttributes(tx, enterpriseId);
  return { ...ownFields, ...Object.fromEntries(attributes.map(({ fieldName }) => [fieldName, { type: 'Any' as const }])) };
}

/** Of the streams that a document has inside: which streams these have inside, as they were published last, however deep. */
async function readInside(tx: Tx, enterpriseId: string, document: Document): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let open = streamsIn(document);
  while (open.length > 0) {
    const { rows } = await sql<{ journeyId: string; document: Document }>`
      select j.journey_id, v.document from journeys j join journey_versions v
        on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
      where j.enterprise_id = ${enterpriseId} and j.journey_id::text = any(${open}::text[]) and j.deleted_at is null`.execute(tx);
    for (const id of open) found.set(id, []);
    for (const row of rows) found.set(row.journeyId, streamsIn(row.document));
    open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => !found.has(id));
  }
  return found;
}

/** What of a document is wrong, with what the enterprise has and lacks. */
export async function checkStream(tx: Tx, enterpriseId: string, document: Document): Promise<JourneyFinding[]> {
  const refs = Map.groupBy(refsOf(document), ({ ref }) => ref);
  const found = new Map<string, Map<string, FoundRef>>();
  for (const [kind, named] of refs) {
    const ids = named.map(({ id }) => id);
    const known = await findRefs(tx, enterpriseId, kind as JourneyRefKind, { search: '', ids, within: '', limit: ids.length });
    found.set(kind, new Map(known.map((one) => [one.id, one])));
  }
  const inside = await readInside(tx, enterpriseId, document);
  const channels = [...(found.get('channel')?.values() ?? [])];
  const own = checkDocument(document, {
    hasRef: (kind, id) => found.get(kind)?.has(id) ?? false,
    isApproved: (id) => found.get('template')?.get(id)?.extra.status === 'APPROVED',
    shapes: channels.map(({ name, extra }) => ({ name, shape: shapeOfType(extra.type as never) })),
    takenBy(id) {
      const { windowHours, textLimit } = found.get('channel')?.get(id)?.extra ?? {};
      return { windowHours: Number(windowHours ?? 0), textLimit: Number(textLimit ?? 0) };
    },
    customer: await customerFields(tx, enterpriseId),
    inside: (id) => inside.get(id) ?? [],
  });
  const types = new Map([...(found.get('integration')?.values() ?? [])].map(({ id, extra }) => [id, Number(extra.authType)]));
  return [...own, ...document.nodes.flatMap(notCarriedOut), ...document.nodes.flatMap((node) => wrongService(node, types))];
}

/** Nodes that a document may have, and that nothing carries out yet: published, they would stop whoever comes to them. */
const unbuilt = new Set<NodeType>(['input.form', 'logic.open']);
const notCarriedOut = (node: Node): JourneyFinding[] =>
  unbuilt.has(node.type) ? [finding('SETTING', 'notBuilt', { node: node.id }, {})] : [];

/** A service of another type than the node calls. @param types of the services that are there */
function wrongService(node: Node, types: ReadonlyMap<string, number>): JourneyFinding[] {
  const taken = node.type === 'data.http' ? calledAuthTypes : node.type === 'data.query' ? [authTypes.database] : [];
  const type = 'integration' in node.config && node.config.integration ? types.get(node.config.integration.id) : undefined;
  if (type === undefined || taken.some((one) => one === type)) return [];
  return [finding('SETTING', 'wrongService', { node: node.id, field: 'integration' }, {})];
}

export const checkDraft = (ctx: Ctx, journeyId: string): Promise<{ revision: number; fingerprint: string; findings: JourneyFinding[] }> =>
  ctx.read(async (tx) => {
    const { document, revision, fingerprint } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const findings = await checkStream(tx, ctx.enterpriseId, document);
    const untested = await findUntested(tx, ctx.enterpriseId, { journeyId, document, findings });
    return { revision, fingerprint, findings: [...findings, ...untested, ...(await findCosts(ctx, tx, document))] };
  });
