/** Built-in texts of a stream: words of the channel's own parts, and of a walk that cannot go on. */
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

const fillIn: Record<string, string> = {
  en: 'Fill in',
  hi: 'भरें',
  mr: 'भरा',
  gu: 'ભરો',
  de: 'Ausfüllen',
  fr: 'Remplir',
  es: 'Rellenar',
  pt: 'Preencher',
};

/** So that nobody who is in the middle of something hears nothing more: said where the stream has no text for errors. */
const standard = {
  error: {
    en: 'Something went wrong on our side, so we have to stop here. Please write to us again later.',
    hi: 'हमारी ओर से कुछ गड़बड़ हो गई है, इसलिए हमें यहीं रुकना पड़ रहा है। कृपया बाद में फिर लिखें।',
  },
  invalid: {
    en: 'Sorry, we did not understand your answer, so we have to stop here. Please write to us again to start over.',
    hi: 'क्षमा करें, हम आपका उत्तर समझ नहीं पाए, इसलिए हमें यहीं रुकना पड़ रहा है। फिर से शुरू करने के लिए कृपया दोबारा लिखें।',
  },
  missed: {
    en: 'Sorry, nobody could answer you just now. Please write to us again later.',
    hi: 'क्षमा करें, अभी कोई आपको उत्तर नहीं दे सका। कृपया बाद में फिर लिखें।',
  },
} as const;

/** Said below a question that was answered by a day such as 01/12/2026, so that nobody guesses which one is meant. */
const unclearDay: Record<string, string> = {
  en: 'Those digits can be two different days. Please write the month as a word, such as 1 December.',
  hi: 'इन अंकों से दो अलग-अलग तारीख़ें बन सकती हैं। कृपया महीने का नाम शब्दों में लिखें, जैसे 1 दिसंबर।',
};

const inLanguage = (words: Record<string, string>, language: string): string => words[language.split(/[-_]/)[0] ?? ''] ?? words.en ?? '';
export const moreWord = (language: string): string => inLanguage(more, language);
export const fillInWord = (language: string): string => inLanguage(fillIn, language);
export const chooseWord = (language: string): string => inLanguage(choose, language);
export const unclearDayWords = (language: string): string => inLanguage(unclearDay, language);
/** @param exit by which a walk would have gone on */
export function standardWords(exit: string, language: string): string {
  const kind = exit === 'invalid' || exit === 'other' ? 'invalid' : exit === 'missed' || exit === 'outOfHours' ? 'missed' : 'error';
  return inLanguage(standard[kind], language);
}
