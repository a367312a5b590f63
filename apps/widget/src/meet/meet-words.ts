import en from './locales/en.json';

export type MeetSay = (word: keyof typeof en, values?: { name: string }) => string;

const languages = import.meta.glob<Record<string, string>>('./locales/*.json', { eager: true, import: 'default' });

/** The page's words in the browser's language, in English where there is none. */
export function chooseMeetWords(wanted: string): { say: MeetSay; language: string } {
  const [language = ''] = wanted.toLowerCase().split('-');
  const found = languages[`./locales/${language}.json`];
  const words: Record<string, string> = { ...en, ...found };
  return { language: found ? language : 'en', say: (word, values) => (words[word] ?? '').replaceAll('{{name}}', values?.name ?? '') };
}
