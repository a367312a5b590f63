import type { Customer, InputFieldDefinition } from '@parley/contract';
import { ownDefinitions } from '../shared/attribute.queries.ts';
import { type CustomerValues, type PlainField, plainFields } from './customer-draft.ts';

/** A field that the two customers do not have alike. */
export type Difference = { path: string; label: string; fieldType: InputFieldDefinition['fieldType']; existing: string; other: string };
export type Side = 'existing' | 'other';

const pickValue = (data: CustomerValues['data'], id: string) => data.find((entry) => entry.id === id)?.value ?? '';

export function findDifferences(
  existing: Customer,
  other: CustomerValues,
  definitions: readonly InputFieldDefinition[],
  labelOf: (field: PlainField | 'phoneNumber') => string,
): Difference[] {
  // A customer without a number gets the other's.
  const number =
    existing.phoneNumber !== '' && other.phoneNumber !== ''
      ? [
          {
            path: 'phoneNumber',
            label: labelOf('phoneNumber'),
            fieldType: 'text' as const,
            existing: existing.phoneNumber,
            other: other.phoneNumber,
          },
        ]
      : [];
  const plain = plainFields.map((field) => ({
    path: field as string,
    label: labelOf(field),
    fieldType: 'text' as const,
    existing: existing[field],
    other: other[field],
  }));
  const own = ownDefinitions(definitions).map(({ _id, fieldLabel, fieldType }) => ({
    path: `data.${_id}`,
    label: fieldLabel,
    fieldType,
    existing: pickValue(existing.data, _id),
    other: pickValue(other.data, _id),
  }));
  return [...number, ...plain, ...own].filter((field) => field.existing !== field.other);
}

/** Prefers a value to an empty one; of two values the stored one. */
export const firstChoice = ({ existing }: Difference): Side => (existing === '' ? 'other' : 'existing');

/** The values of the one customer that stays; groups and labels of both. */
export function mergeValues(
  existing: Customer,
  other: CustomerValues,
  differences: readonly Difference[],
  choices: Readonly<Record<string, Side>>,
): CustomerValues {
  const chosen = new Map(differences.map((field) => [field.path, field[choices[field.path] ?? firstChoice(field)]]));
  const plain = Object.fromEntries(plainFields.map((field) => [field, chosen.get(field) ?? existing[field]])) as Record<PlainField, string>;
  const ids = new Set([...existing.data, ...other.data].map(({ id }) => id));
  const union = (mine: Customer['groups'], theirs: string[] = []) => [...new Set([...mine.map(({ id }) => id), ...theirs])];
  return {
    ...plain,
    phoneNumber: chosen.get('phoneNumber') ?? (existing.phoneNumber || other.phoneNumber),
    country: other.country,
    data: [...ids].map((id) => ({ id, value: chosen.get(`data.${id}`) ?? pickValue(existing.data, id) })),
    groups: union(existing.groups, other.groups),
    tags: union(existing.tags, other.tags),
  };
}
