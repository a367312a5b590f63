import type { SiteForm, SiteFormField } from '@parley/contract';
import type { FormBody } from './website.queries.ts';

/** Texts in other languages, as rows that may be unfinished. */
export type Wording = { language: string; text: string };
/** A field as the dialog has it. @property id tells it from others that are the same, while it is edited. @property what `name`, `email`, `phone`, or the id of an own field; '' while none is chosen */
export type FieldDraft = { id: number; what: string; isRequired: boolean; label: string; labels: Wording[] };
export type FormDraft = { when: SiteForm['when']; fields: FieldDraft[]; consent: string; consents: Wording[] };

let lastId = 0;
export function newField(what: string): FieldDraft {
  lastId += 1;
  return { id: lastId, what, isRequired: false, label: '', labels: [] };
}

const toWordings = (words: Readonly<Record<string, string>>): Wording[] =>
  Object.entries(words).map(([language, text]) => ({ language, text }));
const toWords = (wordings: readonly Wording[]): Record<string, string> =>
  Object.fromEntries(wordings.flatMap(({ language, text }) => (language === '' || text.trim() === '' ? [] : [[language, text.trim()]])));

export const toFormDraft = ({ when, fields, consent, consents }: FormBody): FormDraft => ({
  when,
  fields: fields.map(({ kind, attributeId, isRequired, label, labels }) => ({
    ...newField(kind === 'own' ? attributeId : kind),
    ...{ isRequired, label, labels: toWordings(labels) },
  })),
  consent,
  consents: toWordings(consents),
});

const isBuiltIn = (what: string): what is 'name' | 'email' | 'phone' => what === 'name' || what === 'email' || what === 'phone';

const toField = ({ what, isRequired, label, labels }: FieldDraft): SiteFormField => ({
  ...(isBuiltIn(what) ? { kind: what, attributeId: '' } : { kind: 'own' as const, attributeId: what }),
  ...{ isRequired, label: label.trim(), labels: toWords(labels) },
});

export const toFormBody = ({ when, fields, consent, consents }: FormDraft): FormBody => ({
  when,
  fields: fields.map(toField),
  consent: consent.trim(),
  consents: toWords(consents),
});
