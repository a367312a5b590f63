/** Limits of a form and of what is filled in (forms.md 1). */
export const formLimits = {
  screens: 40,
  fields: 200,
  shownOnScreen: 50,
  options: 200,
  computed: 50,
  languages: 20,
  documentBytes: 1_048_576,
  answerBytes: 16_384,
  answersBytes: 262_144,
  files: 10,
} as const;
/** Longest text of each kind of field that takes words, in characters. */
export const textLengths = { text: 400, longText: 4000 } as const;
