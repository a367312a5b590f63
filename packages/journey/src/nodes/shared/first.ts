/** @property makeId ids of the parts of a new node */
export type Making = { language: string; makeId(): string };

/** Mandatory settings of a new node; the schema's own defaults fill the rest. */
export type First = (making: Making) => unknown;

export const noRef = (ref: string) => ({ ref, id: '', name: '' });

/** Items named A, B and so on. */
export const firstItems = ({ language, makeId }: Making, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: makeId(), title: { [language]: String.fromCharCode(65 + place) } }));

/** A node without mandatory settings. */
export const nothing: First = () => ({});

/** A node whose text is still to be written. */
export const noText: First = () => ({ text: {} });
