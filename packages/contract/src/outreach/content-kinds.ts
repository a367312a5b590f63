/** What addresses of screens name of contents: they are read before any screen is there, so they carry no schema along. */

/** What the contents of a plan are called, in their order: its own is A. */
export const contentLetters = ['A', 'B', 'C', 'D'] as const;

/** What decides between contents: the share of those that left which were delivered, were read, or had a link opened. */
export const contentMeasures = ['delivered', 'read', 'clicked'] as const;
export type ContentMeasure = (typeof contentMeasures)[number];

/** Who chooses: always a person; the program where the best is clearly better than the second; or always the program. */
export const contentRules = ['hand', 'clear', 'best'] as const;
export type ContentRule = (typeof contentRules)[number];

/** Whose recipients: those of one content in the first wave, or everybody else. */
export const contentParts = [...contentLetters, 'rest'] as const;
export type ContentPart = (typeof contentParts)[number];
