/** Content kinds that addresses of screens name: they are read before any screen is there, so they carry no schema along. */

/** Letters of a plan's contents, in their order: its own is A. */
export const contentLetters = ['A', 'B', 'C', 'D'] as const;

/** Measure that decides between contents: the share of those that left which were delivered, were read, or had a link opened. */
export const contentMeasures = ['delivered', 'read', 'clicked'] as const;
export type ContentMeasure = (typeof contentMeasures)[number];

/** Rule for the choice: always a person; the program where the best is clearly better than the second; or always the program. */
export const contentRules = ['hand', 'clear', 'best'] as const;
export type ContentRule = (typeof contentRules)[number];

/** Group of recipients: those of one content in the first wave, or everybody else. */
export const contentParts = [...contentLetters, 'rest'] as const;
export type ContentPart = (typeof contentParts)[number];
