import {
  type FormDocument,
  type FormField,
  type FormFieldKind,
  type FormScreen,
  fieldsOf,
  formLimits,
  guessFields,
  hasOptions,
} from '@parley/journey';
import { newId } from '../../editor/edits.ts';
import { type Chosen, namesOf } from './form-editor.ts';

export const holderOf = (document: FormDocument, field: string): FormScreen | undefined =>
  document.screens.find(({ fields }) => fields.some(({ id }) => id === field));

const setScreens = (document: FormDocument, change: (screen: FormScreen) => FormScreen): FormDocument => ({
  ...document,
  screens: document.screens.map(change),
});

export const setField = (document: FormDocument, id: string, changes: Partial<FormField>): FormDocument =>
  setScreens(document, (screen) =>
    screen.fields.some((field) => field.id === id)
      ? { ...screen, fields: screen.fields.map((field) => (field.id === id ? { ...field, ...changes } : field)) }
      : screen,
  );
export const setScreen = (document: FormDocument, id: string, changes: Partial<FormScreen>): FormDocument =>
  setScreens(document, (screen) => (screen.id === id ? { ...screen, ...changes } : screen));

/** A kind of another sort needs what only it has: options to choose from, and a name for whatever has an answer. */
export function setKind(document: FormDocument, field: FormField, kind: FormFieldKind): FormDocument {
  const isOnlyShown = kind === 'note' || kind === 'picture';
  const [guessed] = guessFields(Object.values(field.label)[0] ?? kind, { language: 'en', newId, taken: namesOf(document), kind });
  const name = isOnlyShown ? '' : field.name || (guessed?.name ?? '');
  const options = hasOptions({ kind }) ? (field.options ?? { kind: 'fixed' as const, items: [] }) : null;
  return setField(document, field.id, { kind, name, options });
}

/**
 * Adds a field for each line, behind the field that is chosen, or at the end of its screen.
 * @returns the last one added; null where the form is full
 */
export function addLines(
  document: FormDocument,
  text: string,
  { screen, field }: Chosen,
  { language, kind }: { language: string; kind?: FormFieldKind | undefined },
): { document: FormDocument; added: FormField[] } {
  const at = document.screens.find(({ id }) => id === screen) ?? document.screens.at(-1);
  if (!at) return { document, added: [] };
  const room = Math.min(formLimits.fields - fieldsOf(document).length, formLimits.shownOnScreen - at.fields.length);
  const guessed = guessFields(text, { language, newId, taken: namesOf(document), ...(kind ? { kind } : {}) });
  const added = guessed.slice(0, Math.max(0, room));
  if (added.length === 0) return { document, added };
  const place = at.fields.findIndex(({ id }) => id === field);
  const fields = at.fields.toSpliced(place < 0 ? at.fields.length : place + 1, 0, ...added);
  return { document: setScreen(document, at.id, { fields }), added };
}

export const removeField = (document: FormDocument, id: string): FormDocument =>
  setScreens(document, (screen) =>
    screen.fields.some((field) => field.id === id) ? { ...screen, fields: screen.fields.filter((field) => field.id !== id) } : screen,
  );

/** Puts a field before the one that stands at a place of a screen, counted without the field itself. */
export function moveField(document: FormDocument, id: string, to: { screen: string; place: number }): FormDocument {
  const field = fieldsOf(document).find((one) => one.id === id);
  const full = document.screens.find((screen) => screen.id === to.screen);
  if (!field || !full || (full.fields.length >= formLimits.shownOnScreen && holderOf(document, id)?.id !== to.screen)) return document;
  return setScreens(removeField(document, id), (screen) =>
    screen.id === to.screen ? { ...screen, fields: screen.fields.toSpliced(to.place, 0, field) } : screen,
  );
}

/** A step up or down, and past the edge of its screen into the next one. */
export function stepField(document: FormDocument, id: string, by: 1 | -1): FormDocument {
  const at = document.screens.findIndex(({ fields }) => fields.some((field) => field.id === id));
  const screen = document.screens[at];
  if (!screen) return document;
  const place = screen.fields.findIndex((field) => field.id === id) + by;
  if (place >= 0 && place < screen.fields.length) return moveField(document, id, { screen: screen.id, place });
  const beside = document.screens[at + by];
  return beside ? moveField(document, id, { screen: beside.id, place: by > 0 ? 0 : beside.fields.length }) : document;
}

export function moveScreen(document: FormDocument, id: string, place: number): FormDocument {
  const from = document.screens.findIndex((screen) => screen.id === id);
  const screen = document.screens[from];
  if (!screen || place < 0 || place >= document.screens.length || place === from) return document;
  return { ...document, screens: document.screens.toSpliced(from, 1).toSpliced(place, 0, screen) };
}
export const stepScreen = (document: FormDocument, id: string, by: 1 | -1): FormDocument =>
  moveScreen(document, id, document.screens.findIndex((screen) => screen.id === id) + by);

export function addScreen(document: FormDocument, after: string): { document: FormDocument; id: string } {
  const id = newId();
  const place = document.screens.findIndex((screen) => screen.id === after);
  const screen: FormScreen = { id, title: {}, text: {}, fields: [], next: [] };
  return { id, document: { ...document, screens: document.screens.toSpliced(place < 0 ? document.screens.length : place + 1, 0, screen) } };
}

/** Ways that led to a screen go with it. */
export const removeScreen = (document: FormDocument, id: string): FormDocument => ({
  ...document,
  screens: document.screens
    .filter((screen) => screen.id !== id)
    .map((screen) => (screen.next.some(({ to }) => to === id) ? { ...screen, next: screen.next.filter(({ to }) => to !== id) } : screen)),
});
