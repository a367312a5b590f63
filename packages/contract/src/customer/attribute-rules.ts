import { type FaultWords, type FieldError, faultTexts, faultWords, fieldError } from '../faults.ts';
import { emailPattern } from '../fields.ts';
import { type InputFieldDefinition, longestValue } from './attribute.ts';
import { readDay } from './day.ts';

/** A definition as the checks read it; console, import and API check by the same function. */
export type AttributeRules = {
  label: string;
  isMandatory: boolean;
  fieldType: InputFieldDefinition['fieldType'];
  inputType: InputFieldDefinition['inputType'];
  /** Characters; 0 for none. */
  minLength: number;
  maxLength: number;
  allowsSpecial: boolean;
  /** None listed while special characters are allowed: any (ATTR-039). */
  specialCharacters: ReadonlySet<string>;
  /** Options of a dropdown; none listed: any value. */
  options: readonly string[];
};

/** Comma-separated words, trimmed, without blanks and repeats (ATTR-049). */
export const splitWords = (words: string): string[] => [
  ...new Set(
    words
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

type Described = Pick<
  InputFieldDefinition,
  'fieldLabel' | 'mandatory' | 'fieldType' | 'inputType' | 'validations' | 'commaIncluded' | 'defaultValue'
>;

export function rulesOf(definition: Described): AttributeRules {
  const of = (id: string) => definition.validations.find((validation) => validation.id === id)?.value;
  const characters = of('allowedChars');
  const special = new Set(Array.isArray(characters) ? characters.flatMap((word) => [...word]) : []);
  if (definition.commaIncluded) special.add(',');
  const isText = definition.fieldType === 'text' || definition.fieldType === 'textarea';
  return {
    label: definition.fieldLabel,
    isMandatory: definition.mandatory,
    fieldType: definition.fieldType,
    inputType: isText ? definition.inputType : '',
    minLength: isText ? Number(of('minValue') ?? 0) : 0,
    maxLength: Math.min(isText ? Number(of('maxValue') ?? longestValue) : longestValue, longestValue),
    allowsSpecial: of('allowSpecialChars') === true,
    specialCharacters: special,
    options: isText || definition.fieldType === 'date' ? [] : splitWords(definition.defaultValue),
  };
}

const letters = /^[\p{L}\p{M}\s]*$/u;
const lettersAndDigits = /^[\p{L}\p{M}\p{N}\s]*$/u;
const wholeNumber = /^[+-]?\d{1,100}$/;
const decimalNumber = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/;
/** Matches a long number as spreadsheets shorten it: the digits after the first few are gone. */
export const shortenedNumber = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;

const yes = new Set(['yes', 'true', '1', 'y']);
const no = new Set(['no', 'false', '0', 'n']);

/** The value as it is stored: trimmed, options in the spelling of the definition, Yes and No as true and false, days with the year first. */
export function tidyValue(rules: AttributeRules, given: string): string {
  const value = given.trim();
  if (value === '') return given === '' ? '' : given;
  if (rules.fieldType === 'boolean') {
    const word = value.toLowerCase();
    return yes.has(word) ? 'true' : no.has(word) ? 'false' : value;
  }
  if (rules.fieldType === 'date') {
    const read = readDay(value);
    return 'day' in read ? read.day : value;
  }
  if (rules.options.length === 0) return rules.fieldType === 'selectbox-multiplevalue' ? splitWords(value).join(', ') : value;
  const spelled = (word: string) => rules.options.find((option) => option.toLowerCase() === word.toLowerCase()) ?? word;
  return rules.fieldType === 'selectbox-multiplevalue' ? splitWords(value).map(spelled).join(', ') : spelled(value);
}

function checkCharacters(rules: AttributeRules, value: string): FaultWords[] {
  const pattern = rules.inputType === 'alphabets' ? letters : lettersAndDigits;
  if (pattern.test(value)) return [];
  if (rules.allowsSpecial) {
    if (rules.specialCharacters.size === 0) return [];
    if ([...value].every((character) => rules.specialCharacters.has(character) || pattern.test(character))) return [];
  }
  const { label } = rules;
  const code = rules.inputType === 'alphabets' ? 'value.letters' : 'value.letters_digits';
  if (!rules.allowsSpecial) return [faultWords(code, { label })];
  return [faultWords(`${code}_and`, { label, characters: [...rules.specialCharacters].join(' ') })];
}

function checkInput(rules: AttributeRules, value: string): FaultWords[] {
  const { label } = rules;
  switch (rules.inputType) {
    case 'alphabets':
    case 'alphanumeric':
      return checkCharacters(rules, value);
    case 'number':
      if (shortenedNumber.test(value)) return [faultWords('value.shortened', { label, value })];
      return wholeNumber.test(value) ? [] : [faultWords('value.whole_number', { label })];
    case 'decimal':
      return decimalNumber.test(value) ? [] : [faultWords('value.number', { label })];
    case 'email':
      return value.length <= 254 && emailPattern.test(value) ? [] : [faultWords('value.email', { label })];
    default:
      return [];
  }
}

function checkOptions(rules: AttributeRules, value: string): FaultWords[] {
  const { label } = rules;
  if (rules.fieldType === 'boolean') return value === 'true' || value === 'false' ? [] : [faultWords('value.yes_or_no', { label })];
  if (rules.fieldType === 'date') {
    const read = readDay(value);
    return 'day' in read
      ? []
      : [faultWords(read.fault === 'ambiguous' ? 'value.date_ambiguous' : 'value.date', { label, value: value.slice(0, 40) })];
  }
  if (rules.options.length === 0) return [];
  const chosen = rules.fieldType === 'selectbox-multiplevalue' ? splitWords(value) : [value];
  return chosen.every((word) => rules.options.includes(word))
    ? []
    : [faultWords('value.one_of', { label, choices: rules.options.join(', ') })];
}

/**
 * Returns the faults of a tidied value, in the specification's words (PHONE-036 to PHONE-042).
 * @returns nothing when nothing is wrong
 */
export function checkValue(rules: AttributeRules, value: string): FaultWords[] {
  const { named, unnamed } = findProblems(rules, value);
  return [...named, ...unnamed];
}

/** The same, by whether the message names its field. Where several fields are listed, the others need the field's label in front. */
export function findProblems(rules: AttributeRules, value: string): { named: FaultWords[]; unnamed: FaultWords[] } {
  const { label, minLength, maxLength } = rules;
  if (value === '') return { named: rules.isMandatory ? [faultWords('value.required', { label })] : [], unnamed: [] };
  if (value.trim() === '') return { named: [faultWords('value.blank', { label })], unnamed: [] };
  const isText = rules.fieldType === 'text' || rules.fieldType === 'textarea';
  const unnamed: FaultWords[] = [];
  if (value.length < minLength) unnamed.push(faultWords('value.too_short', { minimum: minLength }));
  if (value.length > maxLength) unnamed.push(faultWords('value.too_long', { maximum: maxLength }));
  return { named: isText ? checkInput(rules, value) : checkOptions(rules, value), unnamed };
}

export const attributeTexts = {
  required: faultTexts['field.required'],
  unique: faultTexts['attribute.name_taken'],
  characters: faultTexts['attribute.name_format'],
  minimum: faultTexts['attribute.minimum'],
  saveFailed: 'Save Failed. Please check for errors in fields',
} as const;

type Draft = Omit<Described, 'validations'> & Pick<InputFieldDefinition, 'fieldName' | 'fieldHelptext' | 'validations'>;

/** Returns the faults of a definition. The callers who know the others check whether its name is taken. */
export function checkDefinition(draft: Draft): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['fieldName', 'fieldLabel', 'fieldHelptext'] as const)
    if (draft[field].trim() === '') errors.push(fieldError(field, 'field.required'));
  if (draft.fieldName.trim() !== '' && !/^\w+$/.test(draft.fieldName)) errors.push(fieldError('fieldName', 'attribute.name_format'));
  const isText = draft.fieldType === 'text' || draft.fieldType === 'textarea';
  if (isText && draft.inputType === '') errors.push(fieldError('inputType', 'field.required'));
  if (draft.defaultValue !== '' && draft.defaultValue.trim() === '') errors.push(fieldError('defaultValue', 'field.required'));
  const limit = (id: string) => draft.validations.find((validation) => validation.id === id)?.value;
  const [least, most] = [limit('minValue'), limit('maxValue')];
  if (isText && typeof least === 'number' && typeof most === 'number' && least > most)
    errors.push(fieldError('minValue', 'attribute.minimum'));
  return errors;
}
