import type { JourneyFinding } from '@parley/contract';
import { type Document, finding } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { rehearseAll } from './journey.rehearsal.ts';

type Checked = { journeyId: string; document: Document; findings: readonly JourneyFinding[] };

/**
 * Nodes that no saved conversation comes to, and exits that none leaves by where it has come. Of a stream with errors nothing is said, as no
 * conversation plays it, nor of nodes that nobody comes to at all.
 */
export async function findUntested(tx: Tx, enterpriseId: string, { journeyId, document, findings }: Checked): Promise<JourneyFinding[]> {
  if (findings.some(({ level }) => level === 'error')) return [];
  const { tests, coverage } = await rehearseAll(tx, enterpriseId, journeyId, document);
  if (tests.length === 0) return [finding('UNTESTED', 'noTests', {}, {})];
  const unreachable = new Set(findings.flatMap(({ code, node }) => (code === 'UNREACHABLE' ? [node] : [])));
  const missed = new Set(coverage.missed);
  return coverage.missed.flatMap((key) => {
    const [node = '', exit = ''] = key.split(' ');
    if (unreachable.has(node)) return [];
    if (exit === '') return [finding('UNTESTED', 'nodeUntested', { node }, {})];
    return missed.has(node) ? [] : [finding('UNTESTED', 'exitUntested', { node, exit }, {})];
  });
}
