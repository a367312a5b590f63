import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from './languages.ts';

/** The words of one file of `locales/`: groups of keys. */
export type Catalogue = { readonly [group: string]: { readonly [key: string]: string } };

const storageKey = 'language';
/** English comes with the parts that say it; the files of the others are asked for by language and domain. */
const files: Record<string, () => Promise<Catalogue>> = {};
const domains = new Set<string>();
const underWay = new Map<string, Promise<void>>();

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: {} },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0]);

/** Says where more words of other languages lie: by paths that end with `<language>/<domain>.json`. */
export function addWordFiles(found: Readonly<Record<string, () => Promise<Catalogue>>>): void {
  Object.assign(files, found);
}

/** Makes the English words of a domain known, and asks for those of the language that is shown. */
export function addWords(domain: string, english: Catalogue): void {
  domains.add(domain);
  i18next.addResourceBundle('en', domain, english);
  void loadWords(i18next.language, domain);
}

/** What a component waits for before it says words of the domain; undefined when they are here. */
export const wordsUnderWay = (domain: string): Promise<void> | undefined => underWay.get(`${i18next.language}/${domain}`);

/** Never fails: what did not arrive reads in English until the language is chosen again. */
function loadWords(language: string, domain: string): Promise<void> {
  const name = `${language}/${domain}`;
  const load = Object.entries(files).find(([path]) => path.endsWith(`${name}.json`))?.[1];
  if (!load || i18next.hasResourceBundle(language, domain)) return Promise.resolve();
  const known = underWay.get(name);
  if (known !== undefined) return known;
  const arrival = load()
    .then(
      (words) => void i18next.addResourceBundle(language, domain, words),
      () => undefined,
    )
    .finally(() => underWay.delete(name));
  underWay.set(name, arrival);
  return arrival;
}

/** Loads the words of the language for the parts that are here, then switches the whole application to it. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...domains].map((domain) => loadWords(language, domain)));
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

/** What the server said, where it can be shown as it is; '' where the reader has another language. */
export const inEnglish = (message: string | undefined): string => (i18next.language === 'en' ? (message ?? '') : '');

export { i18next };
