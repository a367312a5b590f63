import type { Location, Media } from '../expression/value.ts';
import type { FormFace } from './document.ts';
import { type FormField, hasOptions, isOfFiles } from './field.ts';

/**
 * An answer as a face brings it, before anybody has judged it: words, a number, yes or no, ids of options, files, or a place. null: nothing was
 * said. Words are read by the same readers on each face, so that 'two' is 2 everywhere.
 */
export type Raw = null | string | number | boolean | string[] | { files: Media[] } | { place: Location };

const isMedia = (given: unknown): given is Media =>
  typeof given === 'object' && given !== null && '$' in given && given.$ === 'media' && 'id' in given && typeof given.id === 'string';
const isPlace = (given: unknown): given is { latitude: number; longitude: number; name?: unknown; address?: unknown } =>
  typeof given === 'object' &&
  given !== null &&
  'latitude' in given &&
  typeof given.latitude === 'number' &&
  'longitude' in given &&
  typeof given.longitude === 'number';
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

/** Brings a value of one face into the form that is judged. Only shapes differ between faces, never rules. */
export function rawOf(face: FormFace, field: FormField, given: unknown): Raw | 'unreadable' {
  if (given === null || given === undefined) return null;
  if (isOfFiles(field)) {
    const files = Array.isArray(given) ? given : [given];
    return files.every(isMedia) ? (files.length === 0 ? null : { files }) : given === '' ? null : 'unreadable';
  }
  if (field.kind === 'location') {
    if (given === '') return null;
    if (!isPlace(given)) return 'unreadable';
    const { latitude, longitude, name, address } = given;
    return { place: { $: 'location', latitude, longitude, name: textOf(name), address: textOf(address) } };
  }
  if (hasOptions(field)) return optionIds(given);
  if (field.kind === 'yesNo' || field.kind === 'consent') return yesOrNo(given);
  // A flow's date is a day, or milliseconds as text where the app is an old one.
  if (face === 'flow' && field.kind === 'date' && /^\d{12,14}$/.test(String(given)))
    return new Date(Number(given)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (typeof given === 'number') return given;
  return typeof given === 'string' ? given : 'unreadable';
}

function optionIds(given: unknown): Raw | 'unreadable' {
  if (typeof given === 'string') return given === '' ? null : [given];
  if (!Array.isArray(given) || !given.every((id) => typeof id === 'string')) return 'unreadable';
  const ids = given.filter((id) => id !== '');
  return ids.length === 0 ? null : [...new Set(ids)];
}

function yesOrNo(given: unknown): Raw | 'unreadable' {
  if (typeof given === 'boolean') return given;
  if (given === '') return null;
  if (given === 'true' || given === 'yes' || given === 'on') return true;
  return given === 'false' || given === 'no' ? false : typeof given === 'string' ? given : 'unreadable';
}
