/** What an iteration is called beside its campaign: its number, and its own name where somebody gave it one. */
export const iterationName = ({ number, name }: { number: number; name: string }): string =>
  name === '' || name === `#${number}` ? `#${number}` : `#${number} ${name}`;
