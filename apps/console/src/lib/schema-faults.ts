import { describeIssue, type z } from '@parley/contract';
import { sayFault } from './errors.ts';

/** The first fault of each field that a schema of the contract finds, in the reader's language: a form's `check`. */
export function faultsBySchema(schema: z.ZodType, values: unknown): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) faults[issue.path.join('.')] ??= sayFault(describeIssue(issue));
  return faults;
}
