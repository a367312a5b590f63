import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Catalogue, en } from '../locales/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

export const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;
export type Language = (typeof languages)[number]['code'];

const storageKey = 'language';
const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  hi: () => import('../locales/hi.ts').then((module) => module.hi),
};

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0]);

/** Loads the words of the language when they are not here yet, then switches the whole console to it. */
export async function setLanguage(language: Language): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loaders[language](), true);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {}
}

export async function restoreLanguage(): Promise<void> {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(storageKey);
  } catch {}
  const language = languages.find(({ code }) => code === stored)?.code;
  if (language && language !== 'en') await setLanguage(language);
}

export function hasChosenLanguage(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

/** Text outside of components: toasts, errors, titles. Components use `useTranslation`. */
export const t = i18next.t.bind(i18next);
export { i18next };
