import { customerFields, type LeftOut } from '@parley/contract';
import type { Attribute } from '../attribute/attribute.present.ts';
import type { CheckedCustomer } from '../customer/customer.rules.ts';

const profileFields = ['whatsAppNumber', 'facebookId', 'instaId', 'twitterId', 'language', 'timeZone'] as const;
const mostLines = 10;

/** Takes the wrong values of fields that a customer need not have out of a row. @returns the row, and the fields that lost their value */
export function leaveOut(given: CheckedCustomer, attributes: readonly Attribute[]): { given: CheckedCustomer; fields: string[] } {
  const values = { ...given.values };
  const profile = { ...given.profile };
  const data = { ...given.data };
  const fields = new Set<string>();
  for (const { field } of given.errors) {
    const attribute = attributes.find(({ attributeId }) => attributeId === field);
    const own = profileFields.find((name) => name === field);
    if (attribute && !attribute.isMandatory) delete data[attribute.slot];
    else if (own) delete profile[own];
    else if (field === 'emailId') delete values.email;
    else continue;
    fields.add(field);
  }
  const errors = given.errors.filter(({ field }) => !fields.has(field));
  return { given: { values, profile, data, errors }, fields: [...fields] };
}

/** Adds what a batch has left out. The count is of all values, lines are the first ones: a file may have millions. */
export function addLeftOut(
  known: readonly LeftOut[],
  rows: readonly { line: number; fields: readonly string[] }[],
  attributes: readonly Attribute[],
): LeftOut[] {
  const byField = new Map(known.map((one) => [one.field, { ...one, lines: [...one.lines] }]));
  for (const { line, fields } of rows) {
    for (const field of fields) {
      const one = byField.get(field) ?? { field, label: labelOf(field, attributes), count: 0, lines: [] };
      one.count += 1;
      if (one.lines.length < mostLines) one.lines.push(line);
      byField.set(field, one);
    }
  }
  return [...byField.values()];
}

const labelOf = (field: string, attributes: readonly Attribute[]): string =>
  customerFields.find(({ name }) => name === field)?.label ?? attributes.find(({ attributeId }) => attributeId === field)?.label ?? field;
