import { conditionOperators } from '../customer/filter.ts';
import { z } from '../z.ts';
import { ruleActKinds, ruleFacts, ruleProblems } from './rule-kinds.ts';

/**
 * A condition as it was compared. Values of records are their names; '' as a department means none. Of an attribute nobody is told the customer's
 * value, and a chat's record does not say how it was compared.
 */
export const RuleCheck = z.object({
  fact: z.enum(ruleFacts),
  /** Label of the attribute; '': there is none any more */
  attribute: z.string().optional(),
  operator: z.enum(conditionOperators).optional(),
  isNot: z.boolean(),
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  /** Absent in a trial by somebody who may not read customers, of an attribute */
  holds: z.boolean().optional(),
});
export type RuleCheck = z.infer<typeof RuleCheck>;

/** An act as it was done, or why it was not. @property value the name of the label or department, the priority, or whom it tells */
export const RuleDeed = z.object({ kind: z.enum(ruleActKinds), value: z.string(), problem: z.enum(['', ...ruleProblems]) });
export type RuleDeed = z.infer<typeof RuleDeed>;
