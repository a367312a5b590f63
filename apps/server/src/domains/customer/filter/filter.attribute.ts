import { type Condition, type FaultWords, type FilterKind, hiddenCategory, kindOfAttribute } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { readTimeZone } from '../../account/door.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { compare } from './filter.compare.ts';
import { findFilterField } from './filter.fields.ts';
import { findHeld } from './filter.repository.ts';

/** Conditions on attributes that others than filters keep, compared as filters compare them. */

type AttributeKind = Extract<FilterKind, 'text' | 'number' | 'choice' | 'choices' | 'boolean' | 'date'>;
export type AskedAttribute = { id: string; name: string; kind: AttributeKind; options: string[] };

/** Social details are asked nowhere, as they are shown nowhere (ATTR-031). */
const listShown = async (tx: Read, enterpriseId: string): Promise<Attribute[]> =>
  (await listAttributes(tx, enterpriseId)).filter(({ category }) => category !== hiddenCategory);

/** Lists the attributes that conditions may ask, in their order. */
export const listAsked = async (tx: Read, enterpriseId: string): Promise<AskedAttribute[]> =>
  (await listShown(tx, enterpriseId)).map(({ attributeId, label, fieldType, inputType, rules: { options } }) => ({
    id: attributeId,
    name: label,
    kind: kindOfAttribute({ fieldType, inputType, defaultValue: options.join(',') }) as AttributeKind,
    options: [...options],
  }));

/** Reads conditions on attributes. @returns for each of them; undefined: there is no such attribute */
async function read(tx: Read, enterpriseId: string, conditions: readonly Condition[]) {
  const attributes = await listShown(tx, enterpriseId);
  const around = { timeZone: await readTimeZone(tx, enterpriseId), country: undefined };
  return conditions.map((condition) => {
    const field = attributes.some(({ attributeId }) => attributeId === condition.field)
      ? findFilterField(condition.field, attributes)
      : undefined;
    return field && { name: field.label, compared: compare(field, condition, around) };
  });
}

/** Finds conditions that cannot be compared. @returns for each: its fault, 'gone' where there is no such attribute, or undefined */
export const findConditionFaults = async (
  tx: Read,
  enterpriseId: string,
  conditions: readonly Condition[],
): Promise<(FaultWords | 'gone' | undefined)[]> =>
  (await read(tx, enterpriseId, conditions)).map((one) =>
    one === undefined ? 'gone' : 'fault' in one.compared ? one.compared.fault : undefined,
  );

/**
 * Compares a customer with conditions; no value leaves the database.
 * @returns for each: the label of its attribute, and whether it holds; one that fits its attribute no more does not. undefined: the attribute is gone
 */
export async function compareAttributes(
  tx: Read,
  enterpriseId: string,
  customerId: string,
  conditions: readonly Condition[],
): Promise<({ name: string; holds: boolean } | undefined)[]> {
  if (conditions.length === 0) return [];
  const asked = await read(tx, enterpriseId, conditions);
  const comparable = asked.flatMap((one) => (one && 'where' in one.compared ? [one] : []));
  const parts = comparable.flatMap(({ compared }) => ('where' in compared ? [compared.where] : []));
  const held = await findHeld(tx, enterpriseId, customerId, parts);
  return asked.map((one) => one && { name: one.name, holds: held[comparable.indexOf(one as (typeof comparable)[number])] === true });
}
