import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, Id, text, Version } from '../fields.ts';
import { z } from '../z.ts';

/** Fields of a customer that an enterprise defines for itself; on the wire an attribute is an input field definition. */
export const fieldTypes = ['text', 'textarea', 'selectbox-singlevalue', 'selectbox-multiplevalue', 'boolean', 'date'] as const;
export const inputTypes = ['alphabets', 'alphanumeric', 'email', 'number', 'decimal'] as const;
/** Input types that each field type may have; the others have none (ATTR-050). */
export const inputTypesOf = {
  text: ['alphabets', 'alphanumeric', 'number', 'decimal', 'email'],
  textarea: ['alphabets', 'alphanumeric'],
  'selectbox-singlevalue': [],
  'selectbox-multiplevalue': [],
  boolean: [],
  date: [],
} as const satisfies Record<(typeof fieldTypes)[number], readonly (typeof inputTypes)[number][]>;

/** A value longer than this is refused whatever the definition says. */
export const longestValue = 5000;

/** `social_details` is kept out of the attribute list, the customer form and the header mapping (ATTR-031). */
export const attributeCategories = ['general', 'address', 'business', 'social_details'] as const;
export const hiddenCategory = 'social_details';

/** ATTR-011 */
export const displayNames: Record<string, string> = {
  text: 'Text',
  textarea: 'Text Area',
  'selectbox-singlevalue': 'Select',
  'selectbox-multiplevalue': 'Multiple Select',
  boolean: 'Yes/No',
  date: 'Date',
  alphabets: 'Alphabets',
  alphanumeric: 'Alpha Numeric',
  email: 'Email',
  number: 'Number',
  decimal: 'Decimal',
  true: 'Yes',
  false: 'No',
};

/** A limit in characters may come as text from a form. */
const lengthLimit = z.coerce.number().int().min(0, faultTexts['number.negative']).max(100_000);
export const Validation = z.discriminatedUnion('id', [
  z.object({ id: z.literal('minValue'), value: lengthLimit }),
  z.object({ id: z.literal('maxValue'), value: lengthLimit }),
  z.object({ id: z.literal('allowSpecialChars'), value: formBoolean }),
  z.object({ id: z.literal('allowedChars'), value: z.array(text(20)).max(100) }),
]);
export type Validation = z.infer<typeof Validation>;

export const InputFieldDefinition = z
  .object({
    _id: z.string(),
    fieldName: z.string(),
    fieldLabel: z.string(),
    fieldHelptext: z.string(),
    /** The same text; built-in rows are read by this spelling (ATTR-024). */
    fieldHelpText: z.string(),
    mandatory: z.boolean(),
    fieldType: z.enum(fieldTypes),
    inputType: z.enum(['', ...inputTypes]),
    /** Comma-separated values of a dropdown. */
    defaultValue: z.string(),
    /** Position among the enterprise's own attributes, from 0; the built-in ones have -2 and -1. */
    index: z.number(),
    category: z.enum(attributeCategories),
    /** Its values are found by the search of the phone book. */
    search: z.boolean(),
    commaIncluded: z.boolean(),
    validations: z.array(Validation),
    isBuiltIn: z.boolean(),
    version: z.number(),
  })
  .meta({ id: 'InputFieldDefinition' });
export type InputFieldDefinition = z.infer<typeof InputFieldDefinition>;

const builtIn = {
  mandatory: true,
  fieldType: 'text',
  inputType: 'alphanumeric',
  defaultValue: '',
  category: 'general',
  search: true,
  commaIncluded: false,
  isBuiltIn: true,
  version: 0,
} as const;

/** ATTR-007, ATTR-037, ATTR-038 */
export const builtInDefinitions: readonly InputFieldDefinition[] = [
  {
    ...builtIn,
    _id: 'phoneNumber',
    fieldName: 'phoneNumber',
    fieldLabel: 'Phone Number',
    fieldHelptext: 'With the country code',
    fieldHelpText: 'With the country code',
    index: -2,
    validations: [
      { id: 'minValue', value: 10 },
      { id: 'maxValue', value: 100_000 },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: ['+'] },
    ],
  },
  {
    ...builtIn,
    _id: 'name',
    fieldName: 'name',
    fieldLabel: 'Name',
    fieldHelptext: 'What the customer is called',
    fieldHelpText: 'What the customer is called',
    index: -1,
    validations: [
      { id: 'minValue', value: 2 },
      { id: 'maxValue', value: 30 },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: [] },
    ],
  },
];

/** Own attributes of one enterprise at most. */
export const mostAttributes = 200;

/** Texts are taken as they come, so that every fault is answered at once in `data.errors`. */
export const AttributeSave = z.object({
  /** None: a new attribute. */
  _id: z.union([Id, z.literal('')]).optional(),
  version: Version.optional(),
  index: z.coerce.number().int().min(0).max(10_000).optional(),
  fieldName: text(60).default(''),
  fieldLabel: text(120).default(''),
  fieldHelptext: text(300).default(''),
  mandatory: formBoolean,
  fieldType: z.enum(fieldTypes),
  inputType: z.union([z.enum(['', ...inputTypes]), z.null()]).optional(),
  validations: z.array(Validation).max(10).default([]),
  commaIncluded: formBoolean.optional(),
  defaultValue: text(longestValue).nullish(),
  category: z.enum(attributeCategories).default('general'),
  search: formBoolean.default(false),
});
export type AttributeSave = z.infer<typeof AttributeSave>;

const tag = 'Attributes';
const path = '/chatbird/api/customer_master/inputfield';
const read = [...screens.attributes.permissions, ...screens.customers.permissions] as const;
const AttributeParams = z.object({ attributeId: Id });
const Saved = z.object({ inputFieldDefinition: InputFieldDefinition });

export const attributeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path,
    summary: 'The built-in attributes and then the own ones in their order',
    tag,
    access: read,
    keyScopes: ['customers'],
    answer: z.object({ inputFieldDefinitions: z.array(InputFieldDefinition) }),
  }),
  save: defineEndpoint({
    method: 'POST',
    path,
    summary: 'Add an attribute, or with _id change one; every fault is in data.errors',
    audit: leaves('attribute', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'CUSTOMER_MASTER.VIEW',
    body: AttributeSave,
    answer: Saved,
  }),
  check: defineEndpoint({
    method: 'POST',
    path: `${path}/check`,
    summary: 'How many stored values a change would break, before it is saved',
    audit: leavesNothing('it reads'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'CUSTOMER_MASTER.VIEW',
    perMinute: 60,
    body: AttributeSave,
    answer: z.object({
      brokenCount: z.number(),
      /** Values that were looked at. */
      checkedCount: z.number(),
      /** False when there were more values than the time allowed to read. */
      isComplete: z.boolean(),
      samples: z.array(z.object({ customerId: Id, name: z.string(), value: z.string(), message: z.string() })),
    }),
  }),
  move: defineEndpoint({
    method: 'PUT',
    path: `${path}/move`,
    summary: 'Move an own attribute; indexes count own rows from 0 (ATTR-066)',
    audit: leaves('attribute', 'move'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'CUSTOMER_MASTER.VIEW',
    body: z.object({ from: z.coerce.number().int().min(0).max(10_000), to: z.coerce.number().int().min(0).max(10_000) }),
    answer: z.null(),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${path}/:attributeId`,
    summary: 'One attribute',
    tag,
    access: read,
    params: AttributeParams,
    answer: Saved,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${path}/:attributeId`,
    summary: 'Delete an attribute that no saved mapping, saved filter or unfinished import uses',
    audit: leaves('attribute', 'delete'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'CUSTOMER_MASTER.VIEW',
    params: AttributeParams,
    answer: z.null(),
  }),
};
