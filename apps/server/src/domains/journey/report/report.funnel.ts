import type { FunnelEdge, FunnelNode, StreamFunnel, StreamRange } from '@parley/contract';
import { type Document, exitTitle } from '@parley/journey';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { readKnown, versionNotFound } from '../document/journey.compiled.ts';
import { openReport, presentSpan } from '../span/report.span.ts';
import { countPassed, findDrawn, listNodes, type Passed } from './funnel.repository.ts';

const finishes = new Set(['COMPLETED', 'HANDED_OVER']);
const isEnding = ({ what }: Passed): boolean => what !== 'entered' && what !== 'exit';
const sum = (passed: readonly Passed[]): number => passed.reduce((total, { count }) => total + count, 0);

/** One node's figures. It has let on what it has neither kept, finished nor lost: an exit that leads nowhere loses its walk. */
function figuresOf(passed: readonly Passed[]): Pick<FunnelNode, 'entered' | 'left' | 'waiting' | 'finished' | 'dropped'> {
  const entered = sum(passed.filter(({ what }) => what === 'entered'));
  const waiting = sum(passed.filter(({ what }) => what === 'UNDER_WAY'));
  const finished = sum(passed.filter(({ what }) => finishes.has(what)));
  const dropped = sum(passed.filter(isEnding)) - waiting - finished;
  return { entered, left: entered - waiting - finished - dropped, waiting, finished, dropped };
}

/** Lists the exits that were taken, and those of the drawn version that nobody has taken. */
function edgesOf(document: Document, id: string, passed: readonly Passed[]): FunnelEdge[] {
  const node = document.nodes.find((one) => one.id === id);
  const taken = new Map(passed.filter(({ what }) => what === 'exit').map(({ exit, count }) => [exit, count]));
  const joined = new Map(document.edges.filter(({ from }) => from === id).map(({ exit, to }) => [exit, to]));
  const all = [...taken.values()].reduce((total, count) => total + count, 0);
  return [...new Set([...joined.keys(), ...taken.keys()])].map((exit) => ({
    node: id,
    exit,
    exitTitle: node ? exitTitle(node, exit, document.languages) : '',
    to: joined.get(exit) ?? '',
    count: taken.get(exit) ?? 0,
    share: all === 0 ? 0 : (taken.get(exit) ?? 0) / all,
  }));
}

/**
 * Counts what each node of a stream has passed on, over all versions by the nodes' ids, and names what the drawn version has.
 * @throws DomainError journey.not_found, journey.version_not_found or request.invalid
 */
export function readFunnel(ctx: Ctx, journeyId: string, range: StreamRange): Promise<StreamFunnel> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const { span, asked } = await openReport(ctx, tx, journeyId, range);
    const drawn = await findDrawn(tx, enterpriseId, journeyId, range.version);
    if (!drawn) throw versionNotFound();
    const document = readKnown(drawn.document);
    const numbered = await listNodes(tx, enterpriseId, journeyId);
    const passed = Map.groupBy(await countPassed(tx, asked), ({ nodeNo }) => nodeNo);
    const places = new Map(document.nodes.map(({ id }, place) => [id, place]));
    const placeOf = (id: string): number => places.get(id) ?? document.nodes.length;
    const nodes = numbered
      .filter(({ nodeId, nodeNo, type }) => type !== 'mark.note' && (places.has(nodeId) || passed.has(nodeNo)))
      .sort((one, other) => placeOf(one.nodeId) - placeOf(other.nodeId) || one.nodeNo - other.nodeNo);
    return {
      span: presentSpan(span),
      version: drawn.version,
      nodes: nodes.map(({ nodeId, nodeNo, name, type }) => ({
        node: nodeId,
        name: document.nodes[placeOf(nodeId)]?.name ?? name,
        type,
        isGone: !places.has(nodeId),
        ...figuresOf(passed.get(nodeNo) ?? []),
      })),
      edges: nodes.flatMap(({ nodeId, nodeNo }) => edgesOf(document, nodeId, passed.get(nodeNo) ?? [])),
    };
  });
}

/** Reads the document of a version, for the drawing. @throws DomainError journey.not_found or journey.version_not_found */
export function readDrawn(ctx: Ctx, journeyId: string, version: number): Promise<{ document: Record<string, unknown> }> {
  return ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const drawn = await findDrawn(tx, ctx.enterpriseId, journeyId, version);
    if (!drawn) throw versionNotFound();
    return { document: readKnown(drawn.document) };
  });
}
