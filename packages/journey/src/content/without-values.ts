/** Removes the placeholders of a title: what is left is the least that people read. */
export const withoutValues = (title: string): string => title.replace(/\{\{.*?\}\}/g, '');
