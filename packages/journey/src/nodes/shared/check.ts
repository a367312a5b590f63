import type { CheckFacts } from '../../check/facts.ts';
import type { Finding } from '../../check/finding.ts';
import type { Document } from '../../document/document.ts';

/** @property node the node's id */
type Place = { document: Document; node: string };

/** Findings of one kind of node, beside those that every kind has of its expressions, its exits and its variables. */
export type Check<Config> = {
  /** Findings of its settings */
  settings?(config: Config, at: Place & Pick<CheckFacts, 'shapes'>): Finding[];
  /** Findings of what it names and the document lacks; they stand among those of the document */
  named?(config: Config, at: Place): Finding[];
  /** Findings of customers who get no answer there. @property joined its exits to which something is joined */
  unanswered?(config: Config, at: { node: string; joined: ReadonlySet<string> } & Pick<CheckFacts, 'membersOf'>): Finding[];
};
