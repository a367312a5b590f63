import { faultTexts } from '../faults.ts';
import { formList, Id, text } from '../fields.ts';
import { z } from '../z.ts';

/** Operators of a condition. */
export const conditionOperators = [
  'is',
  'isNot',
  'contains',
  'notContains',
  'startsWith',
  'anyOf',
  'noneOf',
  'atLeast',
  'atMost',
  'before',
  'after',
  'between',
  'inLastDays',
  'isEmpty',
  'isNotEmpty',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Operators for each kind of field; the first is where a new condition starts. `instant` is a moment, `date` a day without a time. */
export const operatorsOfKind = {
  text: ['contains', 'is', 'isNot', 'notContains', 'startsWith', 'anyOf', 'noneOf', 'isEmpty', 'isNotEmpty'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'between', 'isEmpty', 'isNotEmpty'],
  choice: ['anyOf', 'noneOf', 'is', 'isNot', 'isEmpty', 'isNotEmpty'],
  choices: ['contains', 'notContains', 'anyOf', 'noneOf', 'isEmpty', 'isNotEmpty'],
  boolean: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  date: ['is', 'before', 'after', 'between', 'inLastDays', 'isEmpty', 'isNotEmpty'],
  instant: ['atLeast', 'atMost', 'before', 'after', 'between', 'inLastDays'],
  consent: ['is', 'isNot'],
  sets: ['anyOf', 'noneOf'],
} as const satisfies Record<string, readonly ConditionOperator[]>;
export type FilterKind = keyof typeof operatorsOfKind;

const mostValues = 20;
/** Returns the number of values that an operator takes, at least and at most. */
export function valueLimitsOf(operator: ConditionOperator): { least: number; most: number } {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return { least: 0, most: 0 };
  if (operator === 'between') return { least: 2, most: 2 };
  if (operator === 'anyOf' || operator === 'noneOf') return { least: 1, most: mostValues };
  return { least: 1, most: 1 };
}

/** Days that `inLastDays` looks back at most. */
export const mostDaysBack = 3650;

export const Condition = z.object({
  /** A field of every customer, of a consent (its value is one of `consentStates`), `groups`, `labels`, `createdAt`, or the id of an attribute. */
  field: text(60),
  operator: z.enum(conditionOperators),
  values: z.array(text(300)).max(mostValues).default([]),
});
export type Condition = z.infer<typeof Condition>;

const Match = z.enum(['all', 'any']);
export type Match = z.infer<typeof Match>;

export const mostClauses = 10;
export const mostConditions = 40;

/** Clauses joined by all or any, each a list of conditions joined by all or any: '(a or b) and (c or d)'. */
export const Conditions = z
  .object({
    /** Joins the clauses: all must hold, or any of them. */
    match: Match,
    clauses: z.array(z.object({ match: Match, conditions: z.array(Condition).min(1).max(mostConditions) })).max(mostClauses),
  })
  .refine(({ clauses }) => clauses.reduce((sum, { conditions }) => sum + conditions.length, 0) <= mostConditions, {
    path: ['clauses'],
    error: faultTexts['filter.too_many'],
  });
export type Conditions = z.infer<typeof Conditions>;
export const noConditions: Conditions = { match: 'all', clauses: [] };

const hasKey = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value;
const listAt = (value: unknown, key: string): unknown[] => (hasKey(value, key) && Array.isArray(value[key]) ? value[key] : []);

/** A clause in the place of a condition is told as such, and not as a condition without field and operator. */
function refuseNested(given: unknown, context: z.RefinementCtx): void {
  for (const [clause, part] of listAt(given, 'clauses').entries())
    for (const [place, condition] of listAt(part, 'conditions').entries())
      if (hasKey(condition, 'conditions') || hasKey(condition, 'clauses'))
        context.addIssue({ code: 'custom', path: ['clauses', clause, 'conditions', place], message: faultTexts['filter.nested'] });
}

/** A list of conditions alone means all of them, and a single value needs no list: the short form of integrations and of older links. */
function spellOut(given: unknown, context: z.RefinementCtx): unknown {
  if (!Array.isArray(given)) {
    refuseNested(given, context);
    return given;
  }
  if (given.length === 0) return noConditions;
  const conditions = given.map((condition: unknown) => {
    if (!hasKey(condition, 'value')) return condition;
    const { value, ...rest } = condition;
    return { values: value === '' ? [] : [value], ...rest };
  });
  return { match: 'all', clauses: [{ match: 'all', conditions }] };
}

/** Conditions as they are given: spelled out, or in the short form. */
export const GivenConditions = z.preprocess(spellOut, Conditions);

/** Conditions as JSON, the form they have in an address. */
const conditionsText = z.preprocess((value, context) => {
  if (typeof value !== 'string') return spellOut(value, context);
  if (value === '') return noConditions;
  try {
    return spellOut(JSON.parse(value) as unknown, context);
  } catch {
    return value;
  }
}, Conditions);

export const conditionsOf = ({ clauses }: Conditions): Condition[] => clauses.flatMap(({ conditions }) => conditions);

/** Selection of customers: all that the search, the groups, the labels and the conditions leave. */
export const CustomerFilter = z.object({
  search: text(120).default(''),
  groups: formList(Id).default([]),
  tags: formList(Id).default([]),
  /** A saved filter. */
  filterId: z.union([Id, z.literal('')]).default(''),
  conditions: conditionsText.default(noConditions),
});
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** Counts stop here: beyond it a screen says 'more than'. */
export const mostCounted = 10_000;
