/** 'B · Short'; 'B' of one that nobody has named. */
export const contentName = (letter: string, name: string): string => (name === '' ? letter : `${letter} · ${name}`);
