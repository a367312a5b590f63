import { wordsOf } from './tokens.ts';

/** A language that can be told, by its code of ISO 639-1. */
export type ToldLanguage =
  | 'en'
  | 'hi'
  | 'bn'
  | 'ta'
  | 'te'
  | 'mr'
  | 'gu'
  | 'kn'
  | 'ml'
  | 'pa'
  | 'ur'
  | 'ar'
  | 'es'
  | 'fr'
  | 'de'
  | 'pt'
  | 'it'
  | 'nl'
  | 'id'
  | 'tr'
  | 'ru'
  | 'ja'
  | 'ko'
  | 'zh'
  | 'th'
  | 'he'
  | 'el';

/** Scripts that say the language; those of several languages are told apart by letters or words below. */
const scripts: readonly (readonly [RegExp, ToldLanguage])[] = [
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];
const latin = /\p{Script=Latin}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const han = /\p{Script=Han}/gu;
const urduLetters = /[ٹڈڑںےھہگچپ]/u;
const marathiWords = new Set([
  'आहे',
  'आहेत',
  'नाही',
  'माझी',
  'माझा',
  'माझे',
  'मला',
  'काय',
  'कधी',
  'कुठे',
  'आणि',
  'तुम्ही',
  'मी',
  'झाली',
  'झाला',
  'पाहिजे',
]);

/** Frequent short words, by which languages of the Latin script are told; `hi` is Hindi as it is typed on Latin keys. */
const telling: Readonly<Partial<Record<ToldLanguage, string>>> = {
  en: 'the a an is are was were am be been i you he she it we they my your his her our their me this that these those what where when who why how which and or but not no yes do does did have has had can could will would should to of in on at for with from about please thanks thank hello hi want need get there here im dont if any',
  hi: 'hai hain hoon ho tha thi the kya kaise kab kahan kyun kyu mera meri mere mujhe aap aapka aapki hum humko nahi nahin nhi mat aur ya ka ki ke ko se mein par raha rahi rahe gaya gayi gaye karo karna kar kijiye chahiye chahta chahti abhi bhai ji haan accha theek bahut kuch koi wala wali hua hui hoga hogi liye tak paisa paise',
  es: 'el la los las un una unos unas es son fue ser estar está están yo tú usted él ella nosotros ellos mi mis tu su sus qué dónde cuándo quién por cómo cuál y o pero no sí que de en con para del al lo se me te le nos hola gracias favor quiero necesito tengo tiene hay puedo cuándo dónde muy más pedido',
  fr: 'le la les un une des est sont était être je tu il elle nous vous ils elles mon ma mes ton votre vos notre son sa ses que quoi où quand qui pourquoi comment quel quelle et ou mais pas ne non oui de du en dans sur pour avec au aux ce cette ces se me te bonjour merci plaît voudrais ai avez est-ce y a plus très',
  de: 'der die das den dem des ein eine einen einem ist sind war waren sein ich du er sie es wir ihr mein meine meinen dein ihre unser was wo wann wer warum wie welche und oder aber nicht kein keine nein ja zu von mit für auf im in am bei aus nach mich mir dich bitte danke hallo möchte habe haben hat kann können wird noch sehr',
  pt: 'o a os as um uma uns umas é são foi ser estar está estão eu você ele ela nós eles meu minha meus minhas seu sua seus suas que onde quando quem por como qual e ou mas não sim de do da dos das em no na nos nas com para ao à se me te lhe olá obrigado obrigada favor quero preciso tenho tem há posso muito mais pedido',
  it: 'il lo la i gli le un uno una è sono era essere io tu lui lei noi voi loro mio mia miei tuo suo sua che cosa dove quando chi perché come quale e o ma non sì di del della dei in nel nella con per al alla si mi ti ci ciao grazie favore vorrei ho hai ha abbiamo posso molto più ordine',
  nl: 'de het een is zijn was waren ben ik jij je u hij zij wij we jullie mijn jouw uw ons onze wat waar wanneer wie waarom hoe welke en of maar niet geen nee ja te van met voor op in aan bij uit naar me mij dit dat deze die hallo dank graag wil heb hebt heeft kan kunnen wordt nog zeer bestelling',
  id: 'yang dan di ke dari untuk dengan pada ini itu adalah saya aku kamu anda dia kami kita mereka apa mana kapan siapa mengapa kenapa bagaimana tidak bukan ya ada bisa dapat mau ingin sudah belum akan sedang pesanan tolong terima kasih halo sangat lebih atau tetapi tapi berapa',
  tr: 've bir bu şu o ben sen biz siz onlar benim senin bizim ne nerede zaman kim neden nasıl hangi ama veya değil evet hayır var yok için ile gibi çok daha mı mi mu mü merhaba teşekkürler lütfen istiyorum sipariş siparişim kadar sonra olan oldu',
};

const tellingWords: readonly (readonly [ToldLanguage, ReadonlySet<string>])[] = Object.entries(telling).map(([language, words]) => [
  language as ToldLanguage,
  new Set(words.split(' ')),
]);

/** Share of the words that must be telling ones, where there are more than a few. */
const leastShare = 0.12;
/** A language leads by so many of its words, or is not told. */
const leastLead = 1;

/** Addresses say nothing of the language of the words around them. */
const addresses = /(?:https?:\/\/|www\.)\S+|\S+@\S+/gu;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/**
 * Tells the language of a message by its script, and by its frequent words where several languages share the script. A wrong guess would offer
 * a translation that nobody needs, or none: what is not clear is not told.
 * @returns undefined for texts without words, and for those that may be of several languages
 */
export function languageOf(given: string): ToldLanguage | undefined {
  const text = given.replace(addresses, ' ');
  const ofLatin = countOf(text, latin);
  const ofKana = countOf(text, kana);
  const eastern: (readonly [ToldLanguage, number])[] = [[ofKana > 0 ? 'ja' : 'zh', countOf(text, han) + ofKana]];
  const [best] = [...scripts.map(([letters, language]) => [language, countOf(text, letters)] as const), ...eastern].sort(
    ([, one], [, other]) => other - one,
  );
  const [language, letters] = best ?? ['en', 0];
  if (letters === 0 && ofLatin === 0) return undefined;
  // Names and addresses stand in Latin letters in any language: other letters say more.
  if (letters > 0 && letters * 2 >= ofLatin) return withinScript(language, text);
  return ofWords(text);
}

function withinScript(language: ToldLanguage, text: string): ToldLanguage {
  if (language === 'ar') return urduLetters.test(text) ? 'ur' : 'ar';
  if (language === 'hi') return wordsOf(text).some((word) => marathiWords.has(word)) ? 'mr' : 'hi';
  return language;
}

function ofWords(text: string): ToldLanguage | undefined {
  const words = wordsOf(text).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return undefined;
  const [first, second] = tellingWords
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  if (!first || first.count === 0 || first.count / words.length < leastShare) return undefined;
  return first.count - (second?.count ?? 0) >= leastLead ? first.language : undefined;
}
