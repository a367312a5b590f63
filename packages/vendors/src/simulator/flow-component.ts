/** A component of Flow JSON as a phone gets it. */
export type Part = { type: string; [property: string]: unknown };
export type PhoneScreen = { id: string; title?: string; terminal?: boolean; layout: { children: Part[] } };
export type PhoneFlow = { version: string; data_api_version?: string; routing_model?: Record<string, string[]>; screens: PhoneScreen[] };

export type Refusal = {
  name: string;
  why: 'required' | 'kind' | 'too_long' | 'too_short' | 'too_many' | 'too_few' | 'not_offered' | 'not_shown' | 'disabled' | 'date';
};
type Why = Refusal['why'];
export type Option = { id: string; title: string; description?: string; enabled?: boolean };

const inputTypes = new Set([
  'TextInput',
  'TextArea',
  'RadioButtonsGroup',
  'CheckboxGroup',
  'ChipsSelector',
  'Dropdown',
  'OptIn',
  'DatePicker',
  'CalendarPicker',
  'PhotoPicker',
  'DocumentPicker',
]);
export const isInput = ({ type }: Part): boolean => inputTypes.has(type);
const isSeveral = (type: string): boolean => type === 'CheckboxGroup' || type === 'ChipsSelector';
const isPicker = (type: string): boolean => type === 'PhotoPicker' || type === 'DocumentPicker';

/** Value of an input that nobody has touched. */
export const emptyOf = ({ type }: Part): unknown => (type === 'OptIn' ? false : isSeveral(type) || isPicker(type) ? [] : '');
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Tells why a phone does not let a value in; undefined: it does. */
export function refusalOfValue(part: Part, value: unknown, options: readonly Option[]): Why | undefined {
  const { type } = part;
  if (value === '' && !isSeveral(type) && !isPicker(type)) return undefined;
  if (type === 'OptIn') return typeof value === 'boolean' ? undefined : 'kind';
  if (type === 'RadioButtonsGroup' || type === 'Dropdown') return options.some(({ id }) => id === value) ? undefined : 'not_offered';
  if (isSeveral(type)) return several(part, value, options);
  if (isPicker(type)) return picked(part, value);
  if (typeof value !== 'string') return 'kind';
  if (type === 'DatePicker' || type === 'CalendarPicker') return dayRefusal(part, value);
  return typed(part, value);
}

function several(part: Part, value: unknown, options: readonly Option[]): Why | undefined {
  if (!Array.isArray(value)) return 'kind';
  if (!value.every((id) => options.some((option) => option.id === id))) return 'not_offered';
  return value.length > (numberOf(part['max-selected-items']) ?? Number.POSITIVE_INFINITY) ? 'too_many' : undefined;
}

function picked(part: Part, value: unknown): Why | undefined {
  if (!Array.isArray(value)) return 'kind';
  const most = numberOf(part['max-uploaded-photos']) ?? numberOf(part['max-uploaded-documents']) ?? 30;
  return value.length > most ? 'too_many' : undefined;
}

function dayRefusal(part: Part, value: string): Why | undefined {
  if (!isDay(value)) return 'kind';
  const [from, to] = [part['min-date'], part['max-date']];
  return (typeof from === 'string' && value < from) || (typeof to === 'string' && value > to) ? 'date' : undefined;
}

/** Keyboards for numbers and phones have no letters. */
function typed(part: Part, value: string): Why | undefined {
  const kind = part['input-type'];
  if ((kind === 'number' || kind === 'passcode') && !/^-?\d*\.?\d*$/.test(value)) return 'kind';
  if (kind === 'phone' && !/^[+\d\s().-]*$/.test(value)) return 'kind';
  const most = part.type === 'TextArea' ? (numberOf(part['max-length']) ?? 600) : (numberOf(part['max-chars']) ?? 80);
  return value.length > most ? 'too_long' : undefined;
}

/** Tells why a screen cannot be left with a value. */
export function refusalOnLeaving(part: Part, value: unknown, isRequired: boolean): Why | undefined {
  if (isEmpty(value)) return isRequired ? 'required' : undefined;
  if (part['input-type'] === 'email' && !/^\S+@\S+\.\S+$/.test(String(value).trim())) return 'kind';
  const least = numberOf(part['min-chars']);
  if (least !== undefined && String(value).length < least) return 'too_short';
  const count = Array.isArray(value) ? value.length : undefined;
  const few = numberOf(part['min-selected-items']) ?? numberOf(part['min-uploaded-photos']) ?? numberOf(part['min-uploaded-documents']);
  return count !== undefined && few !== undefined && count < few ? 'too_few' : undefined;
}
