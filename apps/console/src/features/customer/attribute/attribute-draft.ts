import {
  type AttributeSave,
  checkDefinition,
  type InputFieldDefinition,
  inputTypesOf,
  splitWords,
  type Validation,
} from '@parley/contract';
import { sayFault } from '../../../lib/errors.ts';
import { customerWords } from '../../../locales/customer.ts';

/** Values of the form: nothing is chosen until somebody chooses it. */
export type AttributeDraft = {
  fieldName: string;
  fieldLabel: string;
  fieldHelptext: string;
  mandatory: '' | 'true' | 'false';
  fieldType: '' | InputFieldDefinition['fieldType'];
  inputType: InputFieldDefinition['inputType'];
  minValue: number | '';
  maxValue: number | '';
  allowSpecialChars: 'true' | 'false';
  allowedChars: string;
  commaIncluded: boolean;
  defaultValue: string;
  category: InputFieldDefinition['category'];
  search: boolean;
};

/** Request body as the contract has it, with the choices made. */
export type AttributeBody = Omit<AttributeSave, 'inputType' | 'defaultValue' | 'commaIncluded'> & {
  inputType: InputFieldDefinition['inputType'];
  commaIncluded?: boolean;
  defaultValue?: string;
};

export const emptyDraft: AttributeDraft = {
  fieldName: '',
  fieldLabel: '',
  fieldHelptext: '',
  mandatory: '',
  fieldType: '',
  inputType: '',
  minValue: '',
  maxValue: '',
  allowSpecialChars: 'false',
  allowedChars: '',
  commaIncluded: false,
  defaultValue: '',
  category: 'general',
  search: false,
};

export const isTextType = (fieldType: string) => fieldType === 'text' || fieldType === 'textarea';
export const isDropdown = (fieldType: string) => fieldType.startsWith('selectbox');
/** ATTR-051 */
export const takesSpecial = (inputType: string) => ['alphabets', 'alphanumeric', 'email'].includes(inputType);

export function readValidations(validations: readonly Validation[]) {
  const read = { minValue: '' as number | '', maxValue: '' as number | '', allowSpecialChars: false, allowedChars: [] as string[] };
  for (const { id, value } of validations) Object.assign(read, { [id]: value });
  return read;
}

export function toDraft(definition: InputFieldDefinition): AttributeDraft {
  const { minValue, maxValue, allowSpecialChars, allowedChars } = readValidations(definition.validations);
  return {
    fieldName: definition.fieldName,
    fieldLabel: definition.fieldLabel,
    fieldHelptext: definition.fieldHelptext,
    mandatory: definition.mandatory ? 'true' : 'false',
    fieldType: definition.fieldType,
    inputType: definition.inputType,
    minValue,
    maxValue,
    allowSpecialChars: allowSpecialChars ? 'true' : 'false',
    // The comma would read as a separator; commaIncluded tells of it (ATTR-035).
    allowedChars: allowedChars.filter((word) => word !== ',').join(','),
    commaIncluded: definition.commaIncluded,
    defaultValue: definition.defaultValue,
    category: definition.category,
    search: definition.search,
  };
}

function toValidations(draft: AttributeDraft): Validation[] {
  if (!isTextType(draft.fieldType)) return [];
  const validations: Validation[] = [];
  if (draft.minValue !== '') validations.push({ id: 'minValue', value: draft.minValue });
  if (draft.maxValue !== '') validations.push({ id: 'maxValue', value: draft.maxValue });
  if (takesSpecial(draft.inputType)) {
    const isAllowed = draft.allowSpecialChars === 'true';
    validations.push({ id: 'allowSpecialChars', value: isAllowed });
    if (isAllowed) validations.push({ id: 'allowedChars', value: splitWords(draft.allowedChars) });
  }
  return validations;
}

/** Trimmed, and without what the chosen type does not have (ATTR-044, ATTR-048, ATTR-053). */
export function toBody(draft: AttributeDraft, definition?: InputFieldDefinition): AttributeBody {
  const fieldType = draft.fieldType === '' ? 'text' : draft.fieldType;
  const hasComma = takesSpecial(draft.inputType) && draft.allowSpecialChars === 'true' && draft.commaIncluded;
  return {
    ...(definition ? { _id: definition._id, index: definition.index, version: definition.version } : {}),
    fieldName: draft.fieldName.trim(),
    fieldLabel: draft.fieldLabel.trim(),
    fieldHelptext: draft.fieldHelptext.trim(),
    mandatory: draft.mandatory === 'true',
    fieldType,
    inputType: isTextType(fieldType) ? draft.inputType : '',
    validations: toValidations(draft),
    ...(isTextType(fieldType) ? { commaIncluded: hasComma } : {}),
    ...(isDropdown(fieldType) ? { defaultValue: draft.defaultValue.trim() } : {}),
    category: draft.category,
    search: draft.search,
  };
}

/** The faults by field, of the contract. */
export function checkDraft(draft: AttributeDraft): Partial<Record<keyof AttributeDraft, string>> {
  const faults: Record<string, string> = {};
  const required = customerWords.attributeTexts('required');
  if (draft.mandatory === '') faults.mandatory = required;
  if (draft.fieldType === '') faults.fieldType = required;
  // Only the texts can be checked until a type is chosen.
  const body = toBody(draft);
  const checked = draft.fieldType === '' ? { ...body, fieldType: 'boolean' as const } : body;
  const defaultValue = isDropdown(draft.fieldType) ? draft.defaultValue : '';
  for (const fault of checkDefinition({ ...checked, defaultValue, commaIncluded: body.commaIncluded ?? false }))
    faults[fault.field] ??= sayFault(fault);
  return faults;
}

/** The input type that stays when the field type changes. */
export const keepInputType = (fieldType: InputFieldDefinition['fieldType'], inputType: InputFieldDefinition['inputType']) =>
  (inputTypesOf[fieldType] as readonly string[]).includes(inputType) ? inputType : '';

/** Tells whether stored values may no longer fit. */
export function changesValues(body: AttributeBody, definition: InputFieldDefinition): boolean {
  const pick = (of: AttributeBody | InputFieldDefinition) => {
    const { validations, ...rest } = { ...of };
    return JSON.stringify([
      rest.fieldType,
      rest.inputType,
      rest.mandatory,
      rest.defaultValue ?? '',
      rest.commaIncluded ?? false,
      readValidations(validations),
    ]);
  };
  return pick(body) !== pick(definition);
}
