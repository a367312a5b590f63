import { z } from '@parley/contract/z';
import { ConditionRows } from '../../expression/row-shape.ts';
import { DocumentId, refTo, Seconds, Source, VariableName } from '../fields.ts';
import { limits } from '../limits.ts';

/** Rows of a form, or an expression; what is not '' of the expression counts. */
export const Test = z.strictObject({ rows: ConditionRows.nullable().default(null), source: Source.default('') });
export type Test = z.infer<typeof Test>;

export const caseOperators = ['is', 'between', 'contains', 'matches', 'inGroup'] as const;
const Case = z.strictObject({
  id: DocumentId,
  name: z.string().max(60).default(''),
  operator: z.enum(caseOperators),
  values: z.array(Source).min(1).max(20),
});

const tenThousandths = 10_000;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Event or time that ends a wait. */
export const WaitUntil = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duration'), seconds: Seconds }),
  z.strictObject({
    kind: z.literal('date'),
    date: Source,
    offsetSeconds: z
      .number()
      .int()
      .min(-limits.lifeDays * 86_400)
      .max(limits.lifeDays * 86_400)
      .default(0),
  }),
  /** The next time that a clock on the wall shows it, on these days of the week (1 is Monday); '' for the customer's zone */
  z.strictObject({
    kind: z.literal('clock'),
    time: clock,
    weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
    zone: z.string().max(60).default(''),
  }),
  /** An event of this name, and of this key */
  z.strictObject({
    kind: z.literal('event'),
    event: z.string().min(1).max(100),
    key: Source.default('""'),
    timeoutSeconds: Seconds.nullable().default(null),
  }),
  /** A receipt of what a node has sent */
  z.strictObject({
    kind: z.literal('receipt'),
    node: DocumentId,
    receipt: z.enum(['delivered', 'read']),
    timeoutSeconds: Seconds.nullable().default(null),
  }),
]);
export type WaitUntil = z.infer<typeof WaitUntil>;

export const logicNodes = {
  'logic.condition': z.strictObject({ test: Test.prefault({}) }),
  'logic.switch': z.strictObject({ value: Source, cases: z.array(Case).min(1).max(limits.cases) }),
  'logic.split': z.strictObject({
    /** Shares in hundredths of a percent; they add up to 10,000 */
    shares: z
      .array(z.strictObject({ id: DocumentId, name: z.string().max(60).default(''), share: z.number().int().min(1).max(tenThousandths) }))
      .min(2)
      .max(limits.cases),
  }),
  'logic.wait': z.strictObject({
    until: WaitUntil,
    /** Latest date, after which the exit `late` is taken: an expression; '' for none */ notAfter: Source.default(''),
  }),
  'logic.open': z.strictObject({ calendar: refTo('calendar'), mostSeconds: Seconds.nullable().default(null) }),
  'logic.loop': z.strictObject({
    /** Repeats for each item of a list; without a list, `most` times */
    list: Source.default(''),
    item: z.union([VariableName, z.literal('')]).default(''),
    most: z.number().int().min(1).max(1000),
  }),
  'logic.goto': z.strictObject({ node: DocumentId }),
  'logic.stream': z.strictObject({
    stream: refTo('stream'),
    /** Its variables by expressions over ours, and ours by its own */
    given: z.record(VariableName, Source).default({}),
    taken: z.record(VariableName, VariableName).default({}),
  }),
};
