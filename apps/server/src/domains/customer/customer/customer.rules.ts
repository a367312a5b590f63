import {
  type CustomerFieldName,
  customerFields,
  cutName,
  emailPattern,
  type FaultWords,
  type FieldError,
  faultWords,
  fieldError,
  findProblems,
  isTimeZone,
  longestName,
  nameLimits,
  tidyValue,
} from '@parley/contract';
import type { CountryCode } from 'libphonenumber-js/min';
import type { Profile, SlotValues } from '#platform/db/schema.customer.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { readNumber } from '../number/customer.number.ts';
import { searchTextOf } from '../number/customer.text.ts';
import type { ValueChange } from './customer.changed.ts';

/** A customer's own values, as they are stored. */
export type CustomerValues = { name: string; number: string; email: string; profile: Profile; data: SlotValues };
export const noValues: CustomerValues = { name: '', number: '', email: '', profile: {}, data: {} };

/** Input about a customer; fields that are left out stay as they are. Values of attributes are given by the attributes' ids. */
export type CustomerInput = {
  phoneNumber?: string | undefined;
  name?: string | undefined;
  emailId?: string | undefined;
  whatsAppNumber?: string | undefined;
  facebookId?: string | undefined;
  instaId?: string | undefined;
  twitterId?: string | undefined;
  language?: string | undefined;
  timeZone?: string | undefined;
  data: ReadonlyMap<string, string>;
};

export type CheckedCustomer = {
  values: Partial<Omit<CustomerValues, 'profile' | 'data'>>;
  profile: Profile;
  data: SlotValues;
  errors: FieldError[];
};

const labels = Object.fromEntries(customerFields.map(({ name, label }) => [name, label])) as Record<CustomerFieldName, string>;
const longestSocialId = 120;

const isKnownZone = remembering(isTimeZone);
const isLanguage = remembering((language) => {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
});

/** A file repeats a few zones and languages a million times. */
function remembering(check: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = check(text);
      if (known.size < 1000) known.set(text, answer);
    }
    return answer;
  };
}

/** Treatment of names longer than the form's limit; undefined: refused. */
export type LongNames = 'cut' | 'keep';

function checkName(name: string, longest: number): FaultWords | undefined {
  if (name.length < nameLimits.min) return faultWords('value.too_short', { minimum: nameLimits.min });
  return name.length > longest ? faultWords('value.too_long', { maximum: longest }) : undefined;
}

/**
 * Reads and checks what is given; whether something is lacking is asked of the whole, by `listMissing`.
 * @param options `namesFields`: each message names its field, for lists of rows; beside a form's field the message stands alone
 */
export function readGiven(
  input: CustomerInput,
  attributes: readonly Attribute[],
  country: CountryCode | undefined,
  { namesFields = false, longNames }: { namesFields?: boolean; longNames?: LongNames | undefined } = {},
): CheckedCustomer {
  const given: CheckedCustomer = { values: {}, profile: {}, data: {}, errors: [] };
  const refuse = (field: string, fault: FaultWords) => void given.errors.push({ field, ...fault });
  const refuseUnnamed = (field: string, label: string, fault: FaultWords) =>
    refuse(field, namesFields ? { ...fault, message: `${label}: ${fault.message}` } : fault);
  if (input.phoneNumber !== undefined) {
    const { number, fault } = readNumber(input.phoneNumber, country);
    given.values.number = number;
    // The other words name the phone number themselves.
    if (fault === 'invalid') refuseUnnamed('phoneNumber', labels.phoneNumber, faultWords('phone.invalid'));
    else if (fault) refuse('phoneNumber', faultWords(`phone.${fault}`));
  }
  if (input.name !== undefined) {
    const name = longNames === 'cut' ? cutName(input.name.trim()) : input.name.trim();
    given.values.name = name;
    const problem = name === '' ? undefined : checkName(name, longNames === 'keep' ? longestName : nameLimits.max);
    if (problem) refuseUnnamed('name', labels.name, problem);
  }
  if (input.emailId !== undefined) {
    const email = input.emailId.trim();
    given.values.email = email;
    if (email !== '' && (email.length > 254 || !emailPattern.test(email))) refuse('emailId', faultWords('customer.email'));
  }
  if (input.whatsAppNumber !== undefined) {
    const { number, fault } = readNumber(input.whatsAppNumber, country);
    given.profile.whatsAppNumber = number;
    if (fault) refuse('whatsAppNumber', faultWords(`whatsapp.${fault}`));
  }
  for (const field of ['facebookId', 'instaId', 'twitterId'] as const) {
    if (input[field] === undefined) continue;
    const value = input[field].trim();
    given.profile[field] = value;
    if (value.length > longestSocialId) refuseUnnamed(field, labels[field], faultWords('value.too_long', { maximum: longestSocialId }));
  }
  if (input.language !== undefined) {
    const language = input.language.trim();
    given.profile.language = language;
    if (language !== '' && !isLanguage(language)) refuse('language', faultWords('customer.language'));
  }
  if (input.timeZone !== undefined) {
    const zone = input.timeZone.trim();
    given.profile.timeZone = zone;
    if (zone !== '' && !isKnownZone(zone)) refuse('timeZone', faultWords('customer.time_zone'));
  }
  if (input.data.size > 0) {
    for (const attribute of attributes) {
      const value = input.data.get(attribute.attributeId);
      if (value === undefined) continue;
      const tidied = tidyValue(attribute.rules, value);
      given.data[attribute.slot] = tidied;
      if (tidied === '') continue;
      const { named, unnamed } = findProblems(attribute.rules, tidied);
      for (const fault of named) refuse(attribute.attributeId, fault);
      for (const fault of unnamed) refuseUnnamed(attribute.attributeId, attribute.label, fault);
    }
  }
  return given;
}

/** Lays given values over a customer's; an empty value takes the old one away. */
export function mergeValues(old: CustomerValues, given: CheckedCustomer): CustomerValues {
  return {
    name: given.values.name ?? old.name,
    number: given.values.number ?? old.number,
    email: given.values.email ?? old.email,
    profile: withoutEmpty({ ...old.profile, ...given.profile }),
    data: withoutEmpty({ ...old.data, ...given.data }),
  };
}

const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as T;

/** Mandatory values that a customer lacks: the form says so in the specification's words, lists name the field. */
export function listMissing(values: CustomerValues, attributes: readonly Attribute[], place: 'form' | 'list'): FieldError[] {
  const missing: FieldError[] = [];
  const required = (field: string, label: string) =>
    place === 'form' ? fieldError(field, 'field.required') : fieldError(field, 'value.required', { label });
  if (values.number === '') missing.push(required('phoneNumber', 'Phone Number'));
  if (values.name === '') missing.push(required('name', 'Name'));
  for (const { attributeId, isMandatory, label, slot } of attributes)
    if (isMandatory && (values.data[slot] ?? '') === '') missing.push(fieldError(attributeId, 'value.required', { label }));
  return missing;
}

/** The faults of the whole, each field once: what is wrong is not also missing. */
export function allFaults(given: CheckedCustomer, missing: readonly FieldError[]): FieldError[] {
  const wrong = new Set(given.errors.map(({ field }) => field));
  return [...given.errors, ...missing.filter(({ field }) => !wrong.has(field))];
}

export const searchTextOfValues = (values: Omit<CustomerValues, 'profile'>, attributes: readonly Attribute[]): string =>
  searchTextOf(
    values.name,
    values.number,
    values.email,
    ...attributes.filter((attribute) => attribute.isSearchable).map((attribute) => values.data[attribute.slot] ?? ''),
  );

/** @property key an attribute's id, or the field's name */
type Compared = { key: string; label: string; from: string; to: string };

function compareValues(before: CustomerValues, after: CustomerValues, attributes: readonly Attribute[]): Compared[] {
  const own = (key: CustomerFieldName, from = '', to = ''): Compared => ({ key, label: labels[key], from, to });
  return [
    own('phoneNumber', before.number, after.number),
    own('name', before.name, after.name),
    own('emailId', before.email, after.email),
    ...(['whatsAppNumber', 'facebookId', 'instaId', 'twitterId', 'language', 'timeZone'] as const).map((field) =>
      own(field, before.profile[field], after.profile[field]),
    ),
    ...attributes.map(({ attributeId, label, slot }) => ({
      key: attributeId,
      label,
      from: before.data[slot] ?? '',
      to: after.data[slot] ?? '',
    })),
  ].filter(({ from, to }) => from !== to);
}

/** Fields that differ, in words for the timeline. */
export const listChanges = (before: CustomerValues, after: CustomerValues, attributes: readonly Attribute[]) =>
  compareValues(before, after, attributes).map(({ label, from, to }) => ({ field: label, from, to }));

/** The same for programs: by the attributes' ids, and by the names of fields. */
export const listValueChanges = (before: CustomerValues, after: CustomerValues, attributes: readonly Attribute[]): ValueChange[] =>
  compareValues(before, after, attributes).map(({ key, from, to }) => ({ field: key, from, to }));
