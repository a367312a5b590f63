import type { Location, Media, Value } from '../../expression/value.ts';
import type { FormFacts } from '../facts.ts';
import { type FormField, isOfFiles } from '../field.ts';
import type { FieldFault, FormAnswers } from '../state.ts';

/** An answer as a person means it, which every face writes in its own way. null: nothing */
export type MeantValue = null | string | number | boolean | string[] | { files: Media[] } | { place: Location };
/** Intended answers by the id of their field. */
export type Meant = Readonly<Record<string, MeantValue>>;

/** The world in which a form is played. @property given values that it is opened with */
export type World = { facts: FormFacts; now: number; given: Readonly<Record<string, Value>> };

/**
 * Result of one play: a face has taken the answers, or refused them.
 * @property values null: they were refused @property faults reasons of the screen or question at which it stopped
 * @property unsaid a field whose answer the face has no way to enter, such as letters on a keyboard of numbers; '' for none
 * @property screens the screens that were seen, in their order
 */
export type Played = { values: FormAnswers['values'] | null; faults: FieldFault[]; unsaid: string; screens: string[] };

export const accepted = (values: FormAnswers['values'], screens: string[]): Played => ({ values, faults: [], unsaid: '', screens });
export const refused = (faults: FieldFault[], screens: string[]): Played => ({ values: null, faults, unsaid: '', screens });
export const unsaid = (field: string, screens: string[]): Played => ({ values: null, faults: [], unsaid: field, screens });

/** A face that plays a form to its end. */
export type FaceUnderTest = { name: string; play(meant: Meant): Played };

/** A browser posts everything as words. */
export function asPosted(field: FormField, meant: MeantValue): unknown {
  if (meant === null) return isOfFiles(field) ? [] : '';
  if (typeof meant === 'boolean') return meant ? 'true' : 'false';
  if (Array.isArray(meant)) return meant;
  if (typeof meant === 'object') return 'files' in meant ? meant.files : meant.place;
  return String(meant);
}
