import type { Document } from '../document/document.ts';
import { exitsOf } from '../document/exits.ts';
import { readingOf } from '../document/sources.ts';
import { checkOf } from './check-of.ts';
import type { CheckFacts } from './facts.ts';
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
    const comesBack = readingOf(node.type).comesBack?.(node.config) ?? true;
    if (!hasText && comesBack && open.length > 0 && !joined.has('error'))
      found.push(finding('UNANSWERED', 'endsStandard', { node: node.id }, { exits: open.join(', ') }));
    found.push(...(checkOf(node.type)?.unanswered?.(node.config, { node: node.id, joined, membersOf }) ?? []));
    return found;
  });
}
