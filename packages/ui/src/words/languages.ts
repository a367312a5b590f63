import type { uiLanguages } from '@parley/contract';

/** Languages of the applications: each has its folder in `locales/`. All others fall back to the first one. `ar` reads from right to left. */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
] as const satisfies readonly { code: (typeof uiLanguages)[number]; name: string; direction: 'ltr' | 'rtl' }[];
export type Language = (typeof languages)[number]['code'];

const find = (code: string) => languages.find((language) => language.code === code);

export const nameOfLanguage = (code: string): string => find(code)?.name ?? code;
export const directionOf = (code: string): 'ltr' | 'rtl' => find(code)?.direction ?? 'ltr';
