import { emailForm } from '../content/email.ts';
import { fold } from '../content/fold.ts';
import { compareValues } from '../expression/compare.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { textFunctions } from '../expression/functions/text.ts';
import { showValue } from '../expression/show.ts';
import { isLocation, type Value } from '../expression/value.ts';
import type { FormField } from './field.ts';
import { hasOptions, isOfFiles } from './field.ts';
import { formLimits, textLengths } from './limits.ts';
import { optionsOf } from './options.ts';
import type { Raw } from './raw.ts';
import type { FieldFault, FormFaultCode } from './state.ts';
import type { FormView } from './view.ts';

export type Judged = { value: Value } | { fault: FieldFault };
type Read = { value: Value } | FormFaultCode;

const clock = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The one judge of an answer, whatever face brought it: reads it as its field's kind says, and holds it against the field's bounds, pattern and
 * own check. The view has read what stands above the field.
 */
export function checkField(view: FormView, field: FormField, raw: Raw): Judged {
  const refuse = (code: FormFaultCode, slots: Record<string, string> = {}): Judged => ({ fault: { field: field.id, code, slots } });
  if (isNothing(raw)) return view.isRequired(field) ? refuse('REQUIRED') : { value: null };
  const read = readAs(view, field, raw);
  if (typeof read === 'string') return refuse(read);
  const { value } = read;
  if (field.kind === 'consent' && value === false && view.isRequired(field)) return refuse('REQUIRED');
  try {
    return refusalOf(view, field, value, refuse) ?? { value };
  } catch (error) {
    if (!(error instanceof ExpressionFault) && !(error instanceof FunctionFault)) throw error;
    view.troubles.push({ field: field.id, part: 'check', text: error.message });
    return refuse('CANNOT_CHECK');
  }
}

const isNothing = (raw: Raw): boolean =>
  raw === null || (typeof raw === 'string' && raw.trim() === '') || (Array.isArray(raw) && raw.length === 0);

function readAs(view: FormView, field: FormField, raw: Raw): Read {
  if (isOfFiles(field)) return filesOf(field, raw);
  if (hasOptions(field)) return chosenOf(view, field, raw);
  switch (field.kind) {
    case 'location': {
      if (typeof raw !== 'object' || raw === null || !('place' in raw)) return 'NOT_PLACE';
      const { latitude, longitude } = raw.place;
      return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { value: raw.place } : 'NOT_PLACE';
    }
    case 'yesNo':
    case 'consent':
      return yesOrNo(raw);
    case 'number':
      return numberOf(view, raw) ?? 'NOT_NUMBER';
    case 'rating': {
      const read = numberOf(view, raw);
      return read && Number.isInteger(read.value) && read.value >= 1 && read.value <= field.steps ? read : 'NOT_RATING';
    }
    default:
      return typeof raw === 'string' || typeof raw === 'number' ? wordsAs(view, field, String(raw).trim()) : 'UNREADABLE';
  }
}

function numberOf(view: FormView, raw: Raw): { value: number } | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw } : undefined;
  if (typeof raw !== 'string') return undefined;
  const value = view.facts.readers.number(raw, view.language);
  return value === null ? undefined : { value };
}

function yesOrNo(raw: Raw): Read {
  if (typeof raw === 'boolean') return { value: raw };
  const said = typeof raw === 'string' ? fold(raw) : '';
  if (yesWords.has(said)) return { value: true };
  return noWords.has(said) ? { value: false } : 'NOT_YES_NO';
}
const yesWords = new Set(['yes', 'y', 'yes please', 'ok', 'true', '1', 'हाँ', 'हां', 'जी', 'si', 'sí', 'oui', 'ja'].map(fold));
const noWords = new Set(['no', 'n', 'false', '2', 'नहीं', 'ना', 'non', 'nein'].map(fold));

function wordsAs(view: FormView, { kind }: FormField, text: string): Read {
  const { facts, language } = view;
  switch (kind) {
    case 'date': {
      if (isoDay.test(text)) return Number.isNaN(Date.parse(text)) ? 'NOT_DATE' : { value: { $: 'day', day: text } };
      const found = facts.readers.date(text, { language, zone: facts.zone, now: view.now, hasTime: false });
      if (found === 'unclear') return 'UNCLEAR_DATE';
      return found !== null && 'day' in found ? { value: { $: 'day', day: found.day } } : 'NOT_DATE';
    }
    case 'time': {
      const [, hours = '', minutes = ''] = clock.exec(text) ?? [];
      return hours === '' ? 'NOT_TIME' : { value: `${hours.padStart(2, '0')}:${minutes}` };
    }
    case 'phone': {
      const number = textFunctions.e164?.apply([text, facts.country], { ...facts, now: view.now }, view.work);
      return number ? { value: number } : 'NOT_PHONE';
    }
    case 'email':
      return emailForm.test(text) && text.length <= 254 ? { value: text.toLowerCase() } : 'NOT_EMAIL';
    default:
      return { value: text };
  }
}

function filesOf({ kind }: FormField, raw: Raw): Read {
  if (typeof raw !== 'object' || raw === null || !('files' in raw)) return 'UNREADABLE';
  const isPicture = ({ mime }: { mime: string }) => mime.startsWith('image/');
  if (kind !== 'file' && !raw.files.every(isPicture)) return 'FILE_KIND';
  return { value: raw.files };
}

/** Options are meant by their ids; a list of the world may have lost one since it was shown. */
function chosenOf(view: FormView, field: FormField, raw: Raw): Read {
  if (!Array.isArray(raw)) return 'UNREADABLE';
  const options = optionsOf(view, field);
  const chosen = raw.map((id) => options.find((option) => option.id === id));
  if (chosen.some((option) => option === undefined)) return 'OPTION_GONE';
  const values = chosen.flatMap((option) => (option ? [option.value] : []));
  if (field.kind === 'choices') return { value: values };
  return values.length === 1 ? { value: values[0] ?? null } : 'UNREADABLE';
}

function refusalOf(
  view: FormView,
  field: FormField,
  value: Value,
  refuse: (code: FormFaultCode, slots?: Record<string, string>) => Judged,
): Judged | undefined {
  if (JSON.stringify(value).length > formLimits.answerBytes) return refuse('TOO_LONG', { most: String(formLimits.answerBytes) });
  return boundsOf(view, field, value, refuse) ?? patternOf(view, field, value, refuse) ?? ownCheck(view, field, value, refuse);
}

/** Number of characters, choices or files; undefined for what is measured by its value. */
function countOf({ kind }: FormField, value: Value): number | undefined {
  if (typeof value === 'string' && (kind === 'text' || kind === 'longText')) return Array.from(value).length;
  return Array.isArray(value) ? value.length : undefined;
}

function boundsOf(
  view: FormView,
  field: FormField,
  value: Value,
  refuse: (code: FormFaultCode, slots?: Record<string, string>) => Judged,
): Judged | undefined {
  const count = countOf(field, value);
  const isText = typeof value === 'string' && count !== undefined;
  const ceiling =
    field.kind === 'text' || field.kind === 'longText' ? textLengths[field.kind] : isOfFiles(field) ? formLimits.files : undefined;
  if (count !== undefined && ceiling !== undefined && count > ceiling)
    return refuse(isText ? 'TOO_LONG' : 'TOO_MANY', { most: String(ceiling) });
  if (count === undefined && typeof value !== 'number' && field.kind !== 'date') return undefined;
  const compare = (bound: Value) =>
    count === undefined ? compareValues(value, bound, view.facts.zone) : compareValues(count, bound, view.facts.zone);
  const shown = (bound: Value) => showValue(bound, { language: view.language, zone: view.facts.zone });
  if (field.least !== '') {
    const least = view.value(field.least);
    if (least !== null && compare(least) < 0)
      return refuse(count === undefined ? 'TOO_SMALL' : isText ? 'TOO_SHORT' : 'TOO_FEW', { least: shown(least) });
  }
  if (field.most === '') return undefined;
  const most = view.value(field.most);
  if (most === null || compare(most) <= 0) return undefined;
  return refuse(count === undefined ? 'TOO_LARGE' : isText ? 'TOO_LONG' : 'TOO_MANY', { most: shown(most) });
}

function patternOf(
  view: FormView,
  { pattern, checkText }: FormField,
  value: Value,
  refuse: (code: FormFaultCode, slots?: Record<string, string>) => Judged,
): Judged | undefined {
  if (pattern === '' || typeof value !== 'string') return undefined;
  const read = view.work.pattern(pattern, value);
  if (typeof read === 'string') throw new FunctionFault('pattern', read);
  return read.matches(value) ? undefined : refuse('PATTERN', { text: view.write(checkText) });
}

function ownCheck(
  view: FormView,
  { check, checkText }: FormField,
  value: Value,
  refuse: (code: FormFaultCode, slots?: Record<string, string>) => Judged,
): Judged | undefined {
  if (check === '' || view.value(check, value) === true) return undefined;
  return refuse('CHECK', { text: view.write(checkText) });
}

/** A kept value brought back to what a face would have brought, so that it can be judged again. */
export function rawAgain(view: FormView, field: FormField, value: Value): Raw {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (hasOptions(field)) {
    const values = Array.isArray(value) ? value : [value];
    const options = optionsOf(view, field);
    return values.map((one) => options.find((option) => option.value === one)?.id ?? `gone:${String(one)}`);
  }
  if (isOfFiles(field)) return Array.isArray(value) ? ({ files: value } as Raw) : null;
  if (typeof value === 'string') return value;
  if (isLocation(value)) return { place: value };
  if (!Array.isArray(value) && value.$ === 'day') return String(value.day);
  return showValue(value, { language: view.language, zone: view.facts.zone });
}
