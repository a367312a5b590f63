const variable = /\{\{\s*([A-Za-z0-9_]{1,60})\s*\}\}/g;
/** The names of the variables of a text, in their order and once each. */
export const variablesOf = (text: string): string[] => [...new Set([...text.matchAll(variable)].map((match) => match[1] as string))];
/** The text with its variables filled; one without a value stays as it is. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(variable, (whole, name: string) => values[name] ?? whole);
