import { normalise, wordsOf } from '@parley/nlu';

/** Built-in texts of a bot, in the languages that a bot can have. */
const texts = {
  en: {
    cancelled: 'All right, I have cancelled that.',
    resumed: 'Back to where we were.',
    again: 'I did not get that.',
    didYouMean: 'Did you mean:',
    handOver: 'I will get a colleague for you.',
    offerAgent: 'I am sorry that this is not going well. Write "agent" at any time to talk to a person.',
    extract: 'extract',
    source: 'Source',
    page: 'page',
    notTrained: 'This agent is not trained yet.',
    whatTime: '{day}: at what time?',
    whichDay: 'At {time}: on which day?',
    toolAsk: 'Shall I do this?',
    toolYesNo: 'Please answer yes or no.',
    toolDenied: 'All right, I will not do that.',
    toolUnknown: 'I could not find out whether that has worked. A colleague will look into it.',
    toolAgent: 'A colleague has to agree to that. I will get one for you.',
    toolRuns: 'I am still waiting for that to finish. I will come back to you as soon as it has.',
    yes: 'Yes',
    no: 'No',
  },
  hi: {
    cancelled: 'ठीक है, मैंने इसे रद्द कर दिया है।',
    resumed: 'चलिए, वहीं से आगे बढ़ते हैं।',
    again: 'मैं समझ नहीं पाया।',
    didYouMean: 'क्या आपका मतलब यह था:',
    handOver: 'मैं आपको एक सहकर्मी से मिलाता हूँ।',
    offerAgent: 'असुविधा के लिए खेद है। किसी व्यक्ति से बात करने के लिए कभी भी "एजेंट" लिखें।',
    extract: 'उद्धरण',
    source: 'स्रोत',
    page: 'पृष्ठ',
    notTrained: 'यह एजेंट अभी प्रशिक्षित नहीं है।',
    whatTime: '{day} को कितने बजे?',
    whichDay: '{time} बजे, किस दिन?',
    toolAsk: 'क्या मैं यह करूँ?',
    toolYesNo: 'कृपया हाँ या नहीं में उत्तर दें।',
    toolDenied: 'ठीक है, मैं वह नहीं करूँगा।',
    toolUnknown: 'मुझे पता नहीं चल सका कि वह हुआ या नहीं। एक सहकर्मी इसे देखेंगे।',
    toolAgent: 'इसके लिए एक सहकर्मी की सहमति चाहिए। मैं आपको उनसे मिलाता हूँ।',
    toolRuns: 'मैं अभी उसके पूरा होने की प्रतीक्षा कर रहा हूँ। होते ही आपको बताऊँगा।',
    yes: 'हाँ',
    no: 'नहीं',
  },
} as const;
export type BotWord = keyof typeof texts.en;
export const sayIn =
  (language: 'en' | 'hi') =>
  (word: BotWord): string =>
    texts[language][word];

const personWords = new Set([
  'agent',
  'human',
  'person',
  'representative',
  'operator',
  'executive',
  'insaan',
  'insan',
  'एजेंट',
  'इंसान',
  'व्यक्ति',
]);
const cancelPhrases = new Set([
  'cancel',
  'cancel it',
  'cancel that',
  'cancel this',
  'stop',
  'stop it',
  'never mind',
  'nevermind',
  'forget it',
  'leave it',
  'quit',
  'रद्द',
  'रद्द करो',
  'रद्द करें',
  'रहने दो',
  'छोड़ो',
  'radd karo',
  'rehne do',
  'rahne do',
  'chhodo',
  'cancel karo',
  'cancel kar do',
]);
const politeWords = new Set(['please', 'pls', 'just', 'ok', 'okay', 'kripya', 'कृपया']);
const correctionStarts = new Set([
  'no',
  'nope',
  'nahi',
  'nahin',
  'नहीं',
  'नही',
  'actually',
  'sorry',
  'instead',
  'rather',
  'wait',
  'oops',
  'correction',
  'मतलब',
  'matlab',
  'balki',
  'बल्कि',
]);
const yesWords = new Set([
  'yes',
  'yeah',
  'yep',
  'yup',
  'sure',
  'ok',
  'okay',
  'right',
  'correct',
  'exactly',
  'haan',
  'han',
  'ji',
  'हाँ',
  'हां',
  'जी',
  'सही',
]);
const noWords = new Set(['no', 'nope', 'neither', 'none', 'nahi', 'nahin', 'नहीं', 'नही', 'na']);

const plainWords = (text: string) => wordsOf(text).filter((word) => word !== '?' && !politeWords.has(word));

/** Words with which people ask to be put through; alone, the name of a person is enough. */
const reachWords = new Set([
  'talk',
  'speak',
  'chat',
  'connect',
  'transfer',
  'want',
  'need',
  'get',
  'give',
  'call',
  'reach',
  'contact',
  'real',
  'live',
  'baat',
  'bat',
  'chahiye',
  'बात',
  'चाहिए',
  'कनेक्ट',
]);

/** Someone asks for a person, in few enough words that it is the point of the message. */
export function asksForPerson(text: string): boolean {
  const words = wordsOf(text);
  if (words.length > 12 || !words.some((word) => personWords.has(word))) return false;
  return words.length <= 3 || words.some((word) => reachWords.has(word));
}

export const isCancel = (text: string): boolean => cancelPhrases.has(plainWords(text).join(' '));
export const isCorrection = (text: string): boolean => correctionStarts.has(wordsOf(text)[0] ?? '');
export const isYes = (text: string): boolean => yesWords.has(plainWords(text)[0] ?? '') || yesWords.has(wordsOf(text)[0] ?? '');
export const isNo = (text: string): boolean => noWords.has(wordsOf(text)[0] ?? '');

/** Words that may stand beside a yes without taking anything of it back. */
const agreeingWords = new Set(
  'go ahead do it that this confirm confirmed agreed absolutely definitely karo kar do dijiye करो करें कर दो दें दीजिए बिल्कुल'.split(' '),
);

/** Tells whether a text says yes and nothing beside it: "yes, but the other one" is no consent. */
export function isConsent(text: string): boolean {
  const words = plainWords(text).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return wordsOf(text).some((word) => word === 'ok' || word === 'okay');
  const isYesWord = (word: string) => yesWords.has(word) || word === 'confirm' || word === 'confirmed';
  return (
    words.length <= 5 && words.every((word) => isYesWord(word) || agreeingWords.has(word)) && (words.some(isYesWord) || words[0] === 'go')
  );
}

/** Finds the chosen one of the offered names: by its number, its name, or most of its words. */
export function chosenName(text: string, names: readonly string[]): string | undefined {
  const said = normalise(text).trim();
  const number = /^(\d)[.)]?$/.exec(said)?.[1];
  if (number) return names[Number(number) - 1];
  const words = new Set(wordsOf(text));
  return names.find((name) => {
    const wanted = wordsOf(name.replace(/[_-]+/g, ' '));
    return wanted.length > 0 && wanted.every((word) => words.has(word));
  });
}
