import type { JourneyFinding, RehearsalResult } from '@parley/contract';
import { finding } from '@parley/journey';

/**
 * Nodes that no saved conversation comes to, and exits that none leaves by where it has come. Nothing is said of nodes that nobody comes to at
 * all.
 */
export function findUntested({ tests, coverage }: RehearsalResult, findings: readonly JourneyFinding[]): JourneyFinding[] {
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
