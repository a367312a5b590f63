import type { Document } from '../document/document.ts';
import { exitsOf } from '../document/exits.ts';
import { isSafeCall } from '../document/http-retries.ts';
import type { Node } from '../document/node.ts';
import type { CheckFacts } from './check.ts';
import { type Finding, finding } from './finding.ts';
import type { Graph } from './graph.ts';

/** Ways out of a question or a hand-over that people take by themselves, and that end a walk where nothing is joined to them. */
const ofPeople: ReadonlySet<string> = new Set(['invalid', 'missed', 'outOfHours']);

/** Finds nodes where a customer may get no answer of the stream's own, or an answer of nobody. */
export function checkUnanswered({ nodes, settings }: Document, { links }: Graph, { membersOf }: Pick<CheckFacts, 'membersOf'>): Finding[] {
  const hasText = Object.values(settings.errorText).some((text) => text.trim() !== '');
  return nodes.flatMap((node) => {
    const found: Finding[] = [];
    const joined = new Set((links.get(node.id) ?? []).map(({ exit }) => exit));
    const open = exitsOf(node).flatMap(({ id }) => (ofPeople.has(id) && !joined.has(id) ? [id] : []));
    // A customer who is handed over for good comes back by none of these exits.
    const comesBack = node.type !== 'talk.department' || node.config.returns;
    if (!hasText && comesBack && open.length > 0 && !joined.has('error'))
      found.push(finding('UNANSWERED', 'endsStandard', { node: node.id }, { exits: open.join(', ') }));
    found.push(...checkCall(node, joined));
    const department = node.type === 'talk.department' ? node.config.department : undefined;
    if (department && membersOf?.(department.id) === 0)
      found.push(
        finding('UNANSWERED', 'departmentEmpty', { node: node.id, field: 'department' }, { name: department.name || department.id }),
      );
    return found;
  });
}

/** Finds calls that fail, or have an unknown outcome, while no exit is joined for that. */
function checkCall(node: Node, joined: ReadonlySet<string>): Finding[] {
  if (node.type !== 'data.http') return [];
  // A call that does no harm twice is made again until it has answered or failed.
  const isOpen = !isSafeCall(node.config) && !joined.has('unknown');
  if (!joined.has('error'))
    return [finding('UNANSWERED', 'callFails', { node: node.id, exit: 'error' }, { exits: isOpen ? 'unknown, error' : 'error' })];
  return isOpen ? [finding('UNANSWERED', 'unknownAsError', { node: node.id, exit: 'unknown' }, {})] : [];
}
