import {
  type AttributeRules,
  type ConsentChannel,
  consentFields,
  customerFields,
  type FieldError,
  fieldError,
  type HeaderMapping,
  type SystemHeader,
} from '@parley/contract';
import type { Attribute } from '../attribute/attribute.present.ts';
import { fold } from '../number/customer.text.ts';

type FieldName = (typeof customerFields)[number]['name'];
/** Destination of a column's cells. `rest`: columns with the further parts of a name, in their order. */
export type Column = { index: number } & (
  | { field: FieldName; rest?: number[] }
  | { consent: ConsentChannel }
  | { attributeId: string; rules: AttributeRules }
);

/** Lists the fields to which a file's columns can be mapped. */
export const listSystemFields = (attributes: readonly Attribute[]): SystemHeader[] => [
  ...customerFields.map(({ name, label, mandatory }) => ({ name, label, mandatory, isDate: false })),
  ...consentFields.map(({ name, label }) => ({ name, label, mandatory: false, isDate: false })),
  ...attributes.map(({ fieldName, label, isMandatory, rules }) => ({
    name: fieldName,
    label,
    mandatory: isMandatory,
    isDate: rules.fieldType === 'date',
  })),
];

const plain = (header: string) => fold(header).replace(/[^\p{L}\p{N}]/gu, '');

/** Headers that are called like a system header, by its name, its label or another word for it. */
export function proposeMapping(headers: readonly string[], attributes: readonly Attribute[]): HeaderMapping[] {
  const free = new Map<string, string>();
  for (const header of headers) if (!free.has(plain(header))) free.set(plain(header), header);
  const known: [des: string, words: string[]][] = [
    ...[...customerFields, ...consentFields].map(({ name, label, aliases }): [string, string[]] => [name, [name, label, ...aliases]]),
    ...attributes.map(({ fieldName, label }): [string, string[]] => [fieldName, [fieldName, label]]),
  ];
  const proposed: HeaderMapping[] = [];
  // Names and labels come before other words: a column called Number belongs to an attribute of that name, if there is one.
  for (const depth of [2, Number.POSITIVE_INFINITY]) {
    for (const [des, words] of known) {
      if (proposed.some((mapping) => mapping.des === des)) continue;
      const word = words
        .slice(0, depth)
        .map(plain)
        .find((candidate) => free.has(candidate));
      const src = word === undefined ? undefined : free.get(word);
      if (word === undefined || src === undefined) continue;
      free.delete(word);
      proposed.push({ src, des });
    }
  }
  const order = new Map(known.map(([des], index) => [des, index]));
  return proposed.sort((one, other) => (order.get(one.des) ?? 0) - (order.get(other.des) ?? 0));
}

const firstNames: readonly string[] = ['firstname', 'givenname'];
const furtherNames: readonly string[] = ['middlename', 'additionalname', 'lastname', 'familyname', 'surname'];

/**
 * Finds the other columns of a name that has one for each part: only the first one is mapped, and the others belong to it, unless they go
 * elsewhere.
 */
function restOfName(headers: readonly string[], src: string, mapping: readonly HeaderMapping[]): { rest?: number[] } {
  if (!firstNames.includes(plain(src))) return {};
  const rest = headers.flatMap((header, index) =>
    furtherNames.includes(plain(header)) && !mapping.some((one) => one.src === header) ? [index] : [],
  );
  return rest.length > 0 ? { rest } : {};
}

export type Mapped = { columns: Column[]; errors: FieldError[] };

/**
 * The columns of a mapping.
 * @param replaces existing customers have a name and their mandatory values already, so those need no column then
 */
export function readMapping(
  headers: readonly string[],
  mapping: readonly HeaderMapping[],
  attributes: readonly Attribute[],
  replaces: boolean,
): Mapped {
  const errors: FieldError[] = [];
  const columns: Column[] = [];
  const [sources, targets] = [new Set<string>(), new Set<string>()];
  for (const { src, des } of mapping) {
    if (src === '') continue;
    const index = headers.indexOf(src);
    const field = customerFields.find(({ name }) => name === des)?.name;
    const consent = consentFields.find(({ name }) => name === des)?.channel;
    const attribute = attributes.find(({ fieldName }) => fieldName === des);
    if (index === -1) errors.push(fieldError(des, 'mapping.no_column', { column: src }));
    else if (!field && !consent && !attribute) errors.push(fieldError(des, 'mapping.no_header', { header: des }));
    else if (sources.has(src)) errors.push(fieldError(des, 'mapping.column_twice', { column: src }));
    else if (targets.has(des)) errors.push(fieldError(des, 'mapping.header_twice', { header: des }));
    sources.add(src);
    targets.add(des);
    if (field) columns.push({ index, field, ...(field === 'name' ? restOfName(headers, src, mapping) : {}) });
    else if (consent) columns.push({ index, consent });
    else if (attribute) columns.push({ index, attributeId: attribute.attributeId, rules: attribute.rules });
  }
  if (!targets.has('phoneNumber')) errors.push(fieldError('phoneNumber', 'mapping.no_phone'));
  if (!replaces) {
    if (!targets.has('name')) errors.push(fieldError('name', 'mapping.no_name'));
    for (const { isMandatory, fieldName, label } of attributes)
      if (isMandatory && !targets.has(fieldName)) errors.push(fieldError(fieldName, 'mapping.no_value', { label }));
  }
  return { columns, errors };
}
