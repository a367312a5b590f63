/** What the applications speak: each has its folder in `locales/`. The first is the one that all others fall back to. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;
export type Language = (typeof languages)[number]['code'];

export const nameOfLanguage = (code: string): string => languages.find((language) => language.code === code)?.name ?? code;
