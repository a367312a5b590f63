import { conditionOperators } from '@parley/contract/customer/filter';
import { z } from '@parley/contract/z';

/** The phone book's, and those of a moment, of sets, and of patterns. */
export const rowOperators = [...conditionOperators, 'inNextDays', 'inGroup', 'hasLabel', 'matches'] as const;
export type RowOperator = (typeof rowOperators)[number];

const mostValues = 20;
const mostRows = 40;
/** One row of a condition: a variable or a field such as `customer.city`, how it compares, and with what. */
export const ConditionRow = z.strictObject({
  field: z.string().max(200),
  operator: z.enum(rowOperators),
  values: z.array(z.string().max(300)).max(mostValues).default([]),
});
export type ConditionRow = z.infer<typeof ConditionRow>;

const Match = z.enum(['all', 'any']);
/** Groups of rows, two deep. */
export const ConditionRows = z.strictObject({
  match: Match.default('all'),
  groups: z
    .array(z.strictObject({ match: Match.default('all'), rows: z.array(ConditionRow).min(1).max(mostRows) }))
    .min(1)
    .max(10),
});
export type ConditionRows = z.infer<typeof ConditionRows>;
