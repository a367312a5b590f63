import { z } from '@parley/contract/z';
import { Source } from '../../document/fields.ts';
import { ConditionRows } from '../../expression/row-shape.ts';

/** Rows of a form, or an expression; what is not '' of the expression counts. */
export const Test = z.strictObject({ rows: ConditionRows.nullable().default(null), source: Source.default('') });
export type Test = z.infer<typeof Test>;

export const Config = z.strictObject({ test: Test.prefault({}) });
export type Config = z.infer<typeof Config>;
