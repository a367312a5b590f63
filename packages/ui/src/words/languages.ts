/** Languages of the applications: each has its folder in `locales/`. All others fall back to the first one. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;
export type Language = (typeof languages)[number]['code'];

export const nameOfLanguage = (code: string): string => languages.find((language) => language.code === code)?.name ?? code;
