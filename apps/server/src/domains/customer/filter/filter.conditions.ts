import {
  type Condition,
  type Conditions,
  conditionsOf,
  type FaultWords,
  type FieldError,
  faultWords,
  Id,
  type Match,
} from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { readTimeZone } from '../../account/door.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { countryOf } from '../number/customer.country.ts';
import { accessSets, setNotFound } from '../set/set.service.ts';
import { compare, storedValues } from './filter.compare.ts';
import { findFilterField, hideableFields, setKindOf } from './filter.fields.ts';
import { joinNarrowings, type Narrowing, narrowingOf } from './filter.narrow.ts';

/** Conditions as SQL on customers called `c`, and the candidates among whom they can be looked for. */
export type ReadConditions = { where: RawBuilder<boolean>; narrowing: Narrowing | undefined };

/**
 * The conditions as SQL. Every fault is told at once, each with its place in the document.
 * @throws DomainError filter.invalid, or group.not_found for a group or label that is none
 */
export async function readConditions(
  tx: Read,
  enterpriseId: string,
  document: Conditions,
  attributes: readonly Attribute[],
  isNameOnly = false,
): Promise<ReadConditions | undefined> {
  if (document.clauses.length === 0) return undefined;
  const around = { timeZone: await readTimeZone(tx, enterpriseId), country: await countryOf(tx, enterpriseId, '') };
  const counts = await countSets(tx, enterpriseId, document);
  const errors: FieldError[] = [];
  const readCondition = (condition: Condition, place: string): ReadConditions => {
    const field = findFilterField(condition.field, attributes);
    const refused = (part: string, fault: FaultWords) => {
      errors.push({ field: `${place}.${part}`, ...fault });
      return { where: sql<boolean>`false`, narrowing: undefined };
    };
    if (!field) return refused('field', faultWords('filter.attribute'));
    if (isNameOnly && hideableFields.has(condition.field)) return refused('field', faultWords('filter.hidden'));
    const compared = compare(field, condition, around);
    if ('fault' in compared) return refused(compared.part, compared.fault);
    const { operator } = condition;
    return { ...compared, narrowing: narrowingOf(field, { operator, values: storedValues(field, condition, around) }, counts) };
  };
  const read = join(
    document.match,
    document.clauses.map(({ match, conditions }, clause) =>
      join(
        match,
        conditions.map((condition, place) => readCondition(condition, `conditions.clauses.${clause}.conditions.${place}`)),
      ),
    ),
  );
  const [first] = errors;
  if (first) throw new DomainError('filter.invalid', first.message, { errors });
  return read;
}

const join = (match: Match, parts: readonly ReadConditions[]): ReadConditions => ({
  where: sql<boolean>`(${sql.join(
    parts.map(({ where }) => where),
    match === 'all' ? sql` and ` : sql` or `,
  )})`,
  narrowing: joinNarrowings(
    match,
    parts.map(({ narrowing }) => narrowing),
  ),
});

/** Members of each group and label that is named. @throws DomainError group.not_found */
async function countSets(tx: Read, enterpriseId: string, document: Conditions): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const kind of ['group', 'label'] as const) {
    const named = conditionsOf(document).flatMap(({ field, values }) => (setKindOf(field) === kind ? values : []));
    const odd = named.find((id) => !Id.safeParse(id).success);
    if (odd !== undefined) throw setNotFound(kind);
    for (const { setId, customerCount } of await accessSets(tx, enterpriseId, kind, named)) counts.set(setId, customerCount);
  }
  return counts;
}
