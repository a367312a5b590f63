import { isNamingSlot } from '@parley/contract';
import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber } from '../format/number.ts';
import { directionOf, type Language, languages } from './languages.ts';

/** The words of one file of `locales/`: groups of keys. */
export type Catalogue = { readonly [group: string]: { readonly [key: string]: string } };

export type WordFiles = Readonly<Record<string, () => Promise<Catalogue>>>;

const storageKey = 'language';
/** English comes with the parts that say it; the files of the others are asked for by language and domain. */
const files: Record<string, () => Promise<Catalogue>> = {};
/** Lists of such files, by language: a list of sixty files in three languages would be a hundredth of the first page. */
const lists: Record<string, (() => Promise<WordFiles>)[]> = {};
const domains = new Set<string>();
const underWay = new Map<string, Promise<void>>();

/** A number in a sentence is written as in a table: '16,989 rows'. It takes the place of i18next's own formatter, which makes one a call. */
const numbersInWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, _language, options) =>
    (typeof value === 'number' && !isNamingSlot(String(options?.interpolationkey)) ? formatNumber(value) : value) as string,
};

void i18next
  .use(numbersInWords)
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: {} },
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
    initAsync: false,
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);

/** Says where more words of other languages lie: by paths that end with `<language>/<domain>.json`. */
export function addWordFiles(found: WordFiles): void {
  Object.assign(files, found);
}

/** Says where a language's list of more words lies; it is asked for with the language. */
export function addWordLists(found: Readonly<Record<string, () => Promise<WordFiles>>>): void {
  for (const [language, list] of Object.entries(found)) lists[language] = [...(lists[language] ?? []), list];
}

/** Never fails: words of a list that did not arrive read in English until the language is chosen again. */
async function openLists(language: string): Promise<void> {
  const waiting = lists[language] ?? [];
  const left: (() => Promise<WordFiles>)[] = [];
  await Promise.all(
    waiting.map((list) =>
      list().then(addWordFiles, () => {
        left.push(list);
      }),
    ),
  );
  lists[language] = left;
}

/** Makes the English words of a domain known, and asks for those of the language that is shown. */
export function addWords(domain: string, english: Catalogue): void {
  domains.add(domain);
  i18next.addResourceBundle('en', domain, english);
  void loadWords(i18next.language, domain);
}

/** Returns the promise that a component awaits before it shows words of the domain; undefined if they are loaded. */
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
  await openLists(language);
  await Promise.all([...domains].map((domain) => loadWords(language, domain)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
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

/** Returns the server's message if it can be shown as it is; '' if the reader has another language. */
export const inEnglish = (message: string | undefined): string => (i18next.language === 'en' ? (message ?? '') : '');

export { i18next };
