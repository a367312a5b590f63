import type { FormatFault } from '../document/format.ts';
import { documentFormat, formatVersion } from '../document/format-version.ts';
import { FormDocument, fieldsOf } from './document.ts';
import { formLimits } from './limits.ts';

export type ReadForm = { form: FormDocument } | { faults: FormatFault[] };

const mostFaults = 100;
const one = (code: FormatFault['code'], text: string, path = ''): ReadForm => ({ faults: [{ code, path, text }] });

/** Finds ids and names that stand in a form twice and may stand in it once. */
function doublesOf(form: FormDocument): FormatFault[] {
  const found: FormatFault[] = [];
  const look = (path: string, keys: readonly string[]) => {
    const seen = new Set<string>();
    for (const [place, key] of keys.entries()) {
      if (seen.has(key)) found.push({ code: 'double', path: `${path}.${place}`, text: `“${key}” is there twice.` });
      seen.add(key);
    }
  };
  look(
    'screens',
    form.screens.map(({ id }) => id),
  );
  look(
    'fields',
    fieldsOf(form).map(({ id }) => id),
  );
  for (const [place, { next }] of form.screens.entries())
    look(
      `screens.${place}.next`,
      next.map(({ id }) => id),
    );
  for (const { name, options } of fieldsOf(form))
    if (options?.kind === 'fixed')
      look(
        `fields.${name}.options`,
        options.items.map(({ id }) => id),
      );
  return found;
}

/**
 * Reads a form. Unknown keys, doubles and everything beyond the limits are refused with their path; a newer format is refused whole.
 * @param given what JSON has made of it
 */
export function readForm(given: unknown): ReadForm {
  if (typeof given !== 'object' || given === null || !('format' in given) || given.format !== documentFormat)
    return one('not_a_stream', 'This is no form.');
  if ('formatVersion' in given && typeof given.formatVersion === 'number' && given.formatVersion > formatVersion)
    return one(
      'newer',
      `It is of format ${given.formatVersion}, and this installation reads formats up to ${formatVersion}.`,
      'formatVersion',
    );
  if (JSON.stringify(given).length > formLimits.documentBytes) return one('too_large', 'A form has at most 1 MB.');
  const read = FormDocument.safeParse(given);
  if (!read.success)
    return {
      faults: read.error.issues.slice(0, mostFaults).map(({ path, message }) => ({ code: 'field', path: path.join('.'), text: message })),
    };
  if (fieldsOf(read.data).length > formLimits.fields) return one('too_large', `A form has at most ${formLimits.fields} fields.`, 'screens');
  const doubles = doublesOf(read.data);
  return doubles.length > 0 ? { faults: doubles.slice(0, mostFaults) } : { form: read.data };
}
