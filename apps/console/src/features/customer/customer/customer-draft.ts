import {
  builtInDefinitions,
  type Customer,
  type CustomerSave,
  checkValue,
  type InputFieldDefinition,
  rulesOf,
  tidyValue,
} from '@parley/contract';
import { sayFault } from '../../../lib/errors.ts';
import { customerWords } from '../../../locales/customer.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';
import { defaultCountry, readNumber } from '../shared/phone-number.ts';

/** Texts of every customer beside name and number, in the order of the form. */
export const textFields = ['whatsAppNumber', 'emailId', 'facebookId', 'instaId', 'twitterId'] as const;
export const plainFields = ['name', ...textFields, 'language', 'timeZone'] as const;
export type PlainField = (typeof plainFields)[number];

export type CustomerDraft = Record<PlainField, string> & {
  phoneNumber: string;
  country: string;
  /** Values by attribute id. */
  data: Record<string, string>;
  groups: string[];
  tags: string[];
};

export function toDraft(customer: Customer | undefined, definitions: readonly InputFieldDefinition[]): CustomerDraft {
  const plain = Object.fromEntries(plainFields.map((field) => [field, customer?.[field] ?? ''])) as Record<PlainField, string>;
  const values = new Map(customer?.data.map(({ id, value }) => [id, value]));
  return {
    ...plain,
    phoneNumber: customer?.phoneNumber ?? '',
    // A WhatsApp number without its country code is of the same country.
    country: (customer && readNumber(customer.phoneNumber, '')?.country) || defaultCountry,
    data: Object.fromEntries(ownDefinitions(definitions).map(({ _id }) => [_id, values.get(_id) ?? ''])),
    groups: customer?.groups.map(({ id }) => id) ?? [],
    tags: customer?.tags.map(({ id }) => id) ?? [],
  };
}

const nameRules = builtInDefinitions.filter(({ _id }) => _id === 'name').map(rulesOf);

function checkName(name: string, customer: Customer | undefined): string | undefined {
  // A value that was longer than the form takes when it came may stay as it is.
  if (customer && name.trim() === customer.name) return undefined;
  if (name.trim() === '') return customerWords.customerTexts('required');
  const [fault] = nameRules.flatMap((rules) => checkValue(rules, tidyValue(rules, name)));
  return fault && sayFault(fault);
}

function checkNumber({ phoneNumber, country }: CustomerDraft, customer: Customer | undefined): string | undefined {
  if (customer?.phoneNumber) return undefined;
  // A customer who came as a visitor may stay without a number.
  if (phoneNumber.trim() === '') return customer ? undefined : customerWords.customerTexts('required');
  return readNumber(phoneNumber, country)?.isPossible ? undefined : customerWords.customerTexts('numberInvalid');
}

/** The faults by the form's paths. */
export function checkDraft(
  draft: CustomerDraft,
  definitions: readonly InputFieldDefinition[],
  customer?: Customer,
): Record<string, string> {
  const faults: Record<string, string | undefined> = { name: checkName(draft.name, customer), phoneNumber: checkNumber(draft, customer) };
  for (const definition of ownDefinitions(definitions)) {
    const rules = rulesOf(definition);
    const [fault] = checkValue(rules, tidyValue(rules, draft.data[definition._id] ?? ''));
    if (fault) faults[`data.${definition._id}`] = sayFault(fault);
  }
  return Object.fromEntries(Object.entries(faults).flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]])));
}

export type CustomerValues = Omit<CustomerSave, 'id' | 'version'>;

/** Request body: trimmed, and with the values of attributes that the form does not show. */
export function toValues(draft: CustomerDraft, definitions: readonly InputFieldDefinition[], customer?: Customer): CustomerValues {
  const plain = Object.fromEntries(plainFields.map((field) => [field, draft[field].trim()])) as Record<PlainField, string>;
  const shown = ownDefinitions(definitions);
  const shownIds = new Set(shown.map(({ _id }) => _id));
  const hiddenIds = new Set(definitions.filter(({ _id, isBuiltIn }) => !isBuiltIn && !shownIds.has(_id)).map(({ _id }) => _id));
  return {
    ...plain,
    phoneNumber: customer?.phoneNumber || (readNumber(draft.phoneNumber, draft.country)?.e164 ?? draft.phoneNumber.trim()),
    country: draft.country,
    data: [
      ...shown.map((definition) => ({ id: definition._id, value: tidyValue(rulesOf(definition), draft.data[definition._id] ?? '') })),
      ...(customer?.data.filter(({ id }) => hiddenIds.has(id)) ?? []),
    ],
    groups: draft.groups,
    tags: draft.tags,
  };
}

/** The path in the form of a field that the server names; nothing when the form has no such field. */
export function pathOf(field: string, definitions: readonly InputFieldDefinition[]): string | undefined {
  if (field === 'phoneNumber' || (plainFields as readonly string[]).includes(field)) return field;
  const name = field.replace(/^data\./, '');
  const definition = ownDefinitions(definitions).find(({ _id, fieldName }) => _id === name || fieldName === name);
  return definition && `data.${definition._id}`;
}
