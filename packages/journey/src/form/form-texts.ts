import { fillSlots } from '@parley/contract/faults';
import type { FormFaultCode } from './state.ts';

/** Texts of a form's own, for whoever fills it in. Slots stand in {{ }}. */
export type FormTexts = {
  yes: string;
  no: string;
  skipHint: string;
  /** The same for questions to which 0 is an answer */
  skipNumberHint: string;
  severalHint: string;
  ratingHint: string;
  placeHint: string;
  fileHint: string;
  summary: string;
  summaryHint: string;
  skipWords: readonly string[];
  backWords: readonly string[];
  /** Words that ask for the page on which the form goes on */
  pageWords: readonly string[];
  okWords: readonly string[];
  faults: Readonly<Record<FormFaultCode, string>>;
};

const en: FormTexts = {
  yes: 'Yes',
  no: 'No',
  skipHint: 'Answer 0 to leave it out.',
  skipNumberHint: 'Answer “skip” to leave it out.',
  severalHint: 'You can name several, with commas between them.',
  ratingHint: 'From 1 to {{most}}.',
  placeHint: 'Please share a location.',
  fileHint: 'Please send a file.',
  summary: 'This is what we have:',
  summaryHint: 'Answer with a number to change a line, or with OK to send it.',
  skipWords: ['skip'],
  backWords: ['back'],
  pageWords: ['continue elsewhere', 'send link', 'link'],
  okWords: ['ok', 'okay', 'send', 'yes'],
  faults: {
    REQUIRED: 'This is needed.',
    UNREADABLE: 'This could not be read.',
    NOT_NUMBER: 'Please give a number.',
    NOT_DATE: 'Please give a day, such as 24 March 2026.',
    UNCLEAR_DATE: 'This can be two days. Please write the month as a word.',
    NOT_TIME: 'Please give a time, such as 14:30.',
    NOT_PHONE: 'Please give a phone number with its country code.',
    NOT_EMAIL: 'Please give an e-mail address.',
    NOT_YES_NO: 'Please answer yes or no.',
    NOT_RATING: 'Please give one of the numbers.',
    NOT_PLACE: 'Please share a location.',
    OPTION_GONE: 'Please choose one that is offered.',
    TOO_SMALL: 'It must be at least {{least}}.',
    TOO_LARGE: 'It may be at most {{most}}.',
    TOO_SHORT: 'It needs at least {{least}} characters.',
    TOO_LONG: 'It may have at most {{most}} characters.',
    TOO_FEW: 'Please choose at least {{least}}.',
    TOO_MANY: 'Please choose at most {{most}}.',
    PATTERN: 'It is not in the form that is wanted. {{text}}',
    CHECK: 'This does not fit. {{text}}',
    CANNOT_CHECK: 'This cannot be checked now. Please try again later.',
    FILE_KIND: 'Please send a picture.',
  },
};

const hi: FormTexts = {
  yes: 'हाँ',
  no: 'नहीं',
  skipHint: 'छोड़ने के लिए 0 लिखें।',
  skipNumberHint: 'छोड़ने के लिए “skip” लिखें।',
  severalHint: 'आप अल्पविराम लगाकर एक से अधिक लिख सकते हैं।',
  ratingHint: '1 से {{most}} तक।',
  placeHint: 'कृपया अपना स्थान साझा करें।',
  fileHint: 'कृपया एक फ़ाइल भेजें।',
  summary: 'हमारे पास यह जानकारी है:',
  summaryHint: 'किसी पंक्ति को बदलने के लिए उसका नंबर लिखें, या भेजने के लिए OK लिखें।',
  skipWords: ['skip', 'छोड़ें'],
  backWords: ['back', 'पीछे'],
  pageWords: ['continue elsewhere', 'send link', 'link', 'लिंक', 'लिंक भेजें'],
  okWords: ['ok', 'okay', 'send', 'yes', 'ठीक', 'हाँ', 'भेजें'],
  faults: {
    REQUIRED: 'यह ज़रूरी है।',
    UNREADABLE: 'इसे पढ़ा नहीं जा सका।',
    NOT_NUMBER: 'कृपया एक संख्या लिखें।',
    NOT_DATE: 'कृपया एक तारीख लिखें, जैसे 24 मार्च 2026।',
    UNCLEAR_DATE: 'इसका मतलब दो तारीखें हो सकता है। कृपया महीने का नाम लिखें।',
    NOT_TIME: 'कृपया समय लिखें, जैसे 14:30।',
    NOT_PHONE: 'कृपया देश कोड के साथ फ़ोन नंबर लिखें।',
    NOT_EMAIL: 'कृपया एक ई-मेल पता लिखें।',
    NOT_YES_NO: 'कृपया हाँ या नहीं में उत्तर दें।',
    NOT_RATING: 'कृपया दी गई संख्याओं में से एक लिखें।',
    NOT_PLACE: 'कृपया अपना स्थान साझा करें।',
    OPTION_GONE: 'कृपया दिए गए विकल्पों में से चुनें।',
    TOO_SMALL: 'यह कम से कम {{least}} होना चाहिए।',
    TOO_LARGE: 'यह अधिक से अधिक {{most}} हो सकता है।',
    TOO_SHORT: 'इसमें कम से कम {{least}} अक्षर होने चाहिए।',
    TOO_LONG: 'इसमें अधिक से अधिक {{most}} अक्षर हो सकते हैं।',
    TOO_FEW: 'कृपया कम से कम {{least}} चुनें।',
    TOO_MANY: 'कृपया अधिक से अधिक {{most}} चुनें।',
    PATTERN: 'यह अपेक्षित रूप में नहीं है। {{text}}',
    CHECK: 'यह ठीक नहीं है। {{text}}',
    CANNOT_CHECK: 'इसे अभी जाँचा नहीं जा सकता। कृपया बाद में फिर कोशिश करें।',
    FILE_KIND: 'कृपया एक तस्वीर भेजें।',
  },
};

export const formTexts = (language: string): FormTexts => (language.split(/[-_]/)[0] === 'hi' ? hi : en);

/** The words of a fault. The form's own words for it, where it has some, say all. */
export function faultWords({ code, slots }: { code: FormFaultCode; slots: Readonly<Record<string, string>> }, language: string): string {
  if ((code === 'CHECK' || code === 'PATTERN') && (slots.text ?? '') !== '') return slots.text ?? '';
  return fillSlots(formTexts(language).faults[code], { text: '', ...slots }).trim();
}
