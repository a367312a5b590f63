/** The only words that a stream shows without anybody having written them. */
const more: Record<string, string> = { en: 'More…', hi: 'और…', mr: 'आणखी…', gu: 'વધુ…', de: 'Mehr…', fr: 'Plus…', es: 'Más…', pt: 'Mais…' };
const choose: Record<string, string> = {
  en: 'Choose',
  hi: 'चुनें',
  mr: 'निवडा',
  gu: 'પસંદ કરો',
  de: 'Wählen',
  fr: 'Choisir',
  es: 'Elegir',
  pt: 'Escolher',
};

const inLanguage = (words: Record<string, string>, language: string): string => words[language.split(/[-_]/)[0] ?? ''] ?? words.en ?? '';
export const moreWord = (language: string): string => inLanguage(more, language);
export const chooseWord = (language: string): string => inLanguage(choose, language);
