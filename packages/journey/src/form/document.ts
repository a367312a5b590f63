import { z } from '@parley/contract/z';
import { DocumentId, Language, LocalText, Source, VariableName } from '../document/fields.ts';
import { documentFormat, formatVersion } from '../document/format-version.ts';
import { FormField, FormLabel } from './field.ts';
import { formLimits } from './limits.ts';

/** Faces that a form has: a page of its own, inside of a web chat, a WhatsApp flow, and questions one after the other. */
export const formFaces = ['page', 'inline', 'flow', 'questions'] as const;
export type FormFace = (typeof formFaces)[number];

export const FormSettings = z.strictObject({
  faces: z
    .array(z.enum(formFaces))
    .max(formFaces.length)
    .default([...formFaces]),
  /** Keeping of halves before they are sent: never, after a line that says so, or behind a consent of the form */
  keepDrafts: z.enum(['off', 'afterNotice', 'afterConsent']).default('afterNotice'),
  lifeDays: z.number().int().min(1).max(90).default(14),
  doneText: LocalText.default({}),
  closedText: LocalText.default({}),
});
export type FormSettings = z.infer<typeof FormSettings>;

/** Ways out of a screen are tried in order; where none holds, the screen below follows, and behind the last the form ends. */
export const FormScreen = z.strictObject({
  id: DocumentId,
  title: FormLabel.default({}),
  text: LocalText.default({}),
  fields: z.array(FormField).max(formLimits.shownOnScreen).default([]),
  next: z
    .array(z.strictObject({ id: DocumentId, when: Source, to: z.union([DocumentId, z.literal('end')]) }))
    .max(20)
    .default([]),
});
export type FormScreen = z.infer<typeof FormScreen>;

export const computedTypes = ['Text', 'Number', 'Boolean', 'Date', 'List'] as const;
export const FormDocument = z.strictObject({
  format: z.literal(documentFormat),
  formatVersion: z.literal(formatVersion),
  kind: z.literal('form'),
  id: z.string().max(64),
  name: z.string().trim().min(1).max(60),
  languages: z.array(Language).min(1).max(formLimits.languages),
  settings: FormSettings.prefault({}),
  screens: z.array(FormScreen).max(formLimits.screens).default([]),
  computed: z
    .array(z.strictObject({ name: VariableName, type: z.enum(computedTypes), source: Source }))
    .max(formLimits.computed)
    .default([]),
});
export type FormDocument = z.infer<typeof FormDocument>;

/** A form that has been named, with one screen and nothing on it. */
export const emptyForm = (id: string, name: string, language: string, screen: string): FormDocument =>
  FormDocument.parse({ format: documentFormat, formatVersion, kind: 'form', id, name, languages: [language], screens: [{ id: screen }] });

export const fieldsOf = ({ screens }: Pick<FormDocument, 'screens'>): FormField[] => screens.flatMap(({ fields }) => fields);
