import { z } from '../z.ts';
import { ruleActKinds, ruleFacts, ruleProblems } from './rule-kinds.ts';

/** A condition as it was compared. Values of records are their names; '' as a department means none. */
export const RuleCheck = z.object({
  fact: z.enum(ruleFacts),
  isNot: z.boolean(),
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  holds: z.boolean(),
});
export type RuleCheck = z.infer<typeof RuleCheck>;

/** An act as it was done, or why it was not. @property value the name of the label or department, the priority, or whom it tells */
export const RuleDeed = z.object({ kind: z.enum(ruleActKinds), value: z.string(), problem: z.enum(['', ...ruleProblems]) });
export type RuleDeed = z.infer<typeof RuleDeed>;
