import { fillSlots } from '@parley/contract/faults';

/** Codes of the findings in a form (forms.md 1). Errors stop publishing; warnings are listed. */
export const formFindingTexts = {
  FORM_EMPTY: 'The form asks nothing.',
  NAME_MISSING: 'The field has no name, so that nobody can find its answer.',
  NAME_TWICE: 'Two fields have the name “{{name}}”.',
  NAME_TAKEN: '“{{name}}” stands for something else in expressions.',
  LABEL_MISSING: 'The field has no question.',
  TRANSLATION: 'There is no text in {{language}}.',
  SCREEN_UNREACHED: 'No way leads to this screen.',
  SCREEN_BACKWARD: 'A way may only lead to a screen below.',
  FIELD_NEVER_SHOWN: 'The condition never holds.',
  NAME_LATER: '“{{name}}” is asked further below.',
  EXPRESSION: '{{fault}}',
  NOT_YES_NO: 'The condition is neither yes nor no.',
  WRONG_TYPE: 'It gives {{type}} where {{wanted}} is wanted.',
  OPTIONS_MISSING: 'There is nothing to choose from.',
  OPTION_TWICE: 'Two options have the value “{{value}}”.',
  CONSENT_TEXT_MISSING: 'A consent needs the words that are consented to.',
  PICTURE_MISSING: 'Choose a picture.',
  PATTERN: '{{fault}}',
  FACE_LIMIT: '{{face}}: {{what}} may be at most {{limit}}.',
  FACE_REDUCED: '{{face}} shows this otherwise: {{what}}.',
  LINK_SHOWS_PERSONAL: 'Whoever holds the link sees what is known of the person.',
  SAVE_TYPE: 'The attribute holds {{wanted}}, and the field gives {{type}}.',
  REF_GONE: '“{{name}}” is not there any more.',
} as const;
export type FormFindingCode = keyof typeof formFindingTexts;
export const formFindingCodes = Object.keys(formFindingTexts) as FormFindingCode[];

const warnings = new Set<FormFindingCode>(['TRANSLATION', 'FIELD_NEVER_SHOWN', 'FACE_REDUCED', 'LINK_SHOWS_PERSONAL']);

/** @property field '' for the screen itself @property screen '' for the form itself @property part where in the field */
export type FormFinding = {
  code: FormFindingCode;
  level: 'error' | 'warning';
  screen: string;
  field: string;
  part: string;
  text: string;
  slots: Record<string, string>;
};
export type FormPlace = { screen?: string; field?: string; part?: string };

export const formFinding = (code: FormFindingCode, place: FormPlace, slots: Record<string, string> = {}): FormFinding => ({
  code,
  level: warnings.has(code) ? 'warning' : 'error',
  screen: place.screen ?? '',
  field: place.field ?? '',
  part: place.part ?? '',
  text: fillSlots(formFindingTexts[code], slots),
  slots,
});
