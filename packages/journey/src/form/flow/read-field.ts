import { DocumentId } from '../../document/fields.ts';
import { readPattern } from '../../expression/pattern.ts';
import type { Ids } from '../../import/typebot.names.ts';
import type { FormField, FormOption } from '../field.ts';
import { formLimits } from '../limits.ts';
import type { FlowComponent } from './schema.ts';

/** Words that a component has, before its texts are read. */
export type ReadInput = {
  kind: FormField['kind'];
  least?: string;
  most?: string;
  pattern?: string;
  isSensitive?: boolean;
  steps?: number;
  options?: { fixed: { id: string; option: FormOption }[] } | { binding: string };
  /** Two fields come of a range of days */
  isRange?: boolean;
};
type Lost = (text: string) => void;

const count = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? String(value) : undefined;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const some = <Key extends string>(key: Key, value: string | undefined) =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, string>);

/** Reads a component that asks; undefined: it is none that a form has. */
export function readInput(component: FlowComponent, language: string, ids: Ids, key: string, lost: Lost): ReadInput | undefined {
  switch (component.type) {
    case 'TextInput':
      return textInput(component, lost);
    case 'TextArea':
      return { kind: 'longText', ...some('most', count(component['max-length'])) };
    case 'DatePicker':
      return day(component, lost);
    case 'CalendarPicker':
      return { ...day(component, lost), isRange: component.mode === 'range' };
    case 'OptIn':
      if (component['on-click-action'] !== undefined) lost('What opens behind the consent is left out.');
      return { kind: 'consent' };
    case 'RadioButtonsGroup':
    case 'Dropdown':
      return choice(component, language, ids, key, lost);
    case 'CheckboxGroup':
    case 'ChipsSelector':
      return {
        kind: 'choices',
        options: optionsIn(component['data-source'], language, ids, key, lost),
        ...some('least', count(component['min-selected-items'])),
        ...some('most', count(component['max-selected-items'])),
      };
    case 'PhotoPicker':
      return {
        kind: 'photo',
        ...some('least', count(component['min-uploaded-photos'])),
        ...some('most', filesOf(component['max-uploaded-photos'])),
      };
    case 'DocumentPicker':
      if (component['allowed-mime-types'] !== undefined) lost('Files of every kind are taken.');
      return {
        kind: 'file',
        ...some('least', count(component['min-uploaded-documents'])),
        ...some('most', filesOf(component['max-uploaded-documents'])),
      };
    default:
      return undefined;
  }
}

const filesOf = (value: unknown): string | undefined => (typeof value === 'number' && value < formLimits.files ? count(value) : undefined);

function textInput(component: FlowComponent, lost: Lost): ReadInput {
  const type = textOf(component['input-type']);
  const given = textOf(component.pattern);
  const isReadable = given !== '' && given.length <= 500 && typeof readPattern(given) !== 'string';
  if (given !== '' && !isReadable) lost('Its pattern is left out.');
  const pattern = isReadable ? { pattern: given } : {};
  if (type === 'number' || type === 'email' || type === 'phone') {
    if (type === 'number' && (component['min-chars'] !== undefined || component['max-chars'] !== undefined))
      lost('Its count of digits is left out.');
    return { kind: type, ...(type === 'number' ? {} : pattern) };
  }
  return {
    kind: 'text',
    ...(type === 'password' || type === 'passcode' ? { isSensitive: true } : {}),
    ...some('least', count(component['min-chars'])),
    ...some('most', count(component['max-chars'])),
    ...pattern,
  };
}

/** Days are texts, or milliseconds in flows of older versions. */
function day(component: FlowComponent, lost: Lost): ReadInput {
  if (component['unavailable-dates'] !== undefined || component['include-days'] !== undefined)
    lost('Days that cannot be chosen are left out.');
  const bound = (value: unknown): string | undefined => {
    const text = /^\d{10,14}$/.test(textOf(value)) ? new Date(Number(value)).toISOString().slice(0, 'YYYY-MM-DD'.length) : textOf(value);
    if (text !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) lost('A bound that is known later is left out.');
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `date("${text}")` : undefined;
  };
  return { kind: 'date', ...some('least', bound(component['min-date'])), ...some('most', bound(component['max-date'])) };
}

function choice(component: FlowComponent, language: string, ids: Ids, key: string, lost: Lost): ReadInput {
  const options = optionsIn(component['data-source'], language, ids, key, lost);
  if (!('fixed' in options)) return { kind: 'choice', options };
  const theirs = options.fixed.map(({ id }) => id);
  if (theirs.join() === 'yes,no') return { kind: 'yesNo' };
  const isRating =
    theirs.length >= 3 &&
    theirs.length <= 10 &&
    options.fixed.every(({ id, option }, place) => id === String(place + 1) && option.title[language] === id);
  return isRating ? { kind: 'rating', steps: theirs.length } : { kind: 'choice', options };
}

/** Options, each once; what is beyond our limits is left out and said. */
export function optionsIn(source: unknown, language: string, ids: Ids, key: string, lost: Lost): NonNullable<ReadInput['options']> {
  if (typeof source === 'string') return { binding: source };
  const given = Array.isArray(source) ? (source as unknown[]) : [];
  const fixed: { id: string; option: FormOption }[] = [];
  const seen = new Set<string>();
  for (const one of given.slice(0, formLimits.options)) {
    const item = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : { id: one, title: one };
    const title = textOf(item.title) || textOf(item.id);
    const id = textOf(item.id) || title;
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    if (item.image !== undefined) lost('Pictures of options are left out.');
    const words = textOf(item.description) || textOf(item.metadata);
    // An option of a form of ours has its id; theirs are kept as the value that answers have.
    const isOurs = DocumentId.safeParse(id).success;
    fixed.push({
      id,
      option: {
        id: isOurs ? id : ids.of(`${key} ${id}`),
        title: { [language]: title.slice(0, 200) },
        description: words === '' ? {} : { [language]: words.slice(0, 200) },
        value: isOurs || id === title ? '' : id.slice(0, 200),
        synonyms: [],
      },
    });
  }
  if (given.length > formLimits.options) lost(`Options beyond ${formLimits.options} are left out.`);
  return { fixed };
}
