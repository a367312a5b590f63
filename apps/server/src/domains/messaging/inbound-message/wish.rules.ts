import { saidWords } from '@parley/contract';

/** The enterprise's own words. */
export type WishWords = { optOutWords: readonly string[]; optInWords: readonly string[] };

const words = (list: string): string =>
  `(?:${list
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`;

/** Polite words around a wish that do not change it. */
const polite = words(
  `please|pls|plz|plis|kindly|thanks|thank you|thx|hi|hello|hey|dear|sir|madam|team|ok|okay|just|now|immediately|at once|
  कृपया|कृपा करके|प्लीज|प्लीज़|जी|धन्यवाद|नमस्ते|अब|अभी|तुरंत|तुरन्त|kripya|kripaya|ji|bhai|dhanyavad|namaste|ab|abhi|turant`.replace(/\n\s*/g, ''),
);
const around = new RegExp(`^(?:${polite} )*(.*?)(?: ${polite})*$`, 'u');

const things = words(
  'messages?|msgs?|texts?|text messages?|sms|smses|mails?|e ?mails?|ads?|adverts?|advertisements?|promotions?|promos?|offers?|spam|notifications?|marketing|newsletters?',
);
const which = words('the|these|those|this|all|any|your|such|more|further|other|marketing|promotional|whatsapp|of');
const tail = words(
  'to me|to us|to this number|to my number|on this number|on my number|here|any ?more|again|ever|ever again|from you|from now on',
);
const english = [
  `(?:you )?(?:must |should |can you |could you |will you )?stop (?:(?:sending|messaging|texting|spamming|mailing|emailing)(?: me| us)?(?: ${which})*(?: ${things})?|(?:${which} )*${things})(?: ${tail})*`,
  `stop (?:it|this|everything|all of (?:it|this|these))`,
  `(?:i )?(?:do not|don t|dont|never) (?:want (?:to (?:get|receive) )?|wish to (?:get|receive) |need )(?:${which} )*${things}(?: ${tail})*`,
  `(?:do not|don t|dont|never) (?:message|text|sms|spam|mail|email|whatsapp|contact)(?: me| us| this number)(?: ${tail})*`,
  `(?:do not|don t|dont|never) send(?: me| us)?(?: ${which})* (?:${things}|anything)(?: ${tail})*`,
  `no more (?:${which} )*${things}(?: ${tail})*`,
  `(?:remove|delete|unsubscribe|take|opt) (?:me|my number|my name|this number)(?: off| out| from| of| on)*(?: (?:your|the|this|these|all))*(?: ${things})*(?: (?:list|lists|database|mailing list))?(?: ${tail})*`,
  `(?:i )?(?:want|wish|would like|need) to (?:stop|unsubscribe|opt out|be removed)(?: from| of)*(?: ${which})*(?: ${things})*(?: list)?`,
  `(?:unsubscribe|opt out)(?: from| of)(?: ${which})*(?: ${things}| list)+`,
  `(?:i )?(?:revoke|withdraw)(?: all| my)* (?:consent|permission)`,
];

const hindiTo = words('मुझे|मुझको|हमें|हमको|मेरे नंबर पर|इस नंबर पर|मेरे नम्बर पर');
const hindiWhich = words('ये|यह|इस|ऐसे|और|कोई|आप|अपने|आपके|सारे|सब|सभी|भी|प्रचार|प्रचार के|विज्ञापन के|के');
const hindiThing = words('मैसेज|मेसेज|मैसेजेस|संदेश|सन्देश|एसएमएस|विज्ञापन|ऑफर|ऑफ़र|मेल|ईमेल');
const hindiStop = words('करो|करें|करे|कर दो|कर दें|कर दीजिए|कर दीजिये|करिए|करिये|कीजिए|कीजिये|करना');
const hindiSend = words('भेजो|भेजें|भेजे|भेजिए|भेजिये|भेजना|भेजा करो|करो|करें|कीजिए');
const hindi = [
  `(?:${hindiTo} )?(?:${hindiWhich} )*(?:${hindiThing} )?(?:भेजना |करना )?(?:बंद|बन्द) ${hindiStop}`,
  `(?:${hindiTo} )?(?:${hindiWhich} )*${hindiThing} (?:${hindiTo} )?(?:मत|ना|न|नहीं) ${hindiSend}`,
  `(?:${hindiTo} )?(?:${hindiWhich} )*${hindiThing} नहीं (?:चाहिए|चाहिये)`,
];

const romanTo = words('mujhe|mujhko|muje|hume|humein|hame|mere number par|mere number pe|is number par|is number pe');
const romanWhich = words('ye|yeh|is|aise|aur|koi|aap|apne|apke|aapke|sare|saare|sab|sabhi|bhi|ke|marketing|promotional');
const romanThing = words('messages?|msgs?|mesej|sms|sandesh|ads?|offers?|mails?|emails?|promotions?|notifications?');
const romanStop = words('karo|karen|karein|kare|kar do|kardo|kar dein|kar den|kar de|kijiye|kijie|kariye|karie|kar dijiye|kar dijie|karna');
const romanSend = words('bhejo|bhejen|bhejein|bheje|bhejiye|bhejie|bhejna|bheja karo|karo|karen|kijiye');
const roman = [
  `(?:${romanTo} )?(?:${romanWhich} )*(?:${romanThing} )?(?:bhejna |karna )?(?:band|bandh|stop) ${romanStop}`,
  `(?:${romanTo} )?(?:${romanWhich} )*${romanThing} (?:${romanTo} )?(?:mat|na|nahi|nahin) ${romanSend}`,
  `(?:${romanTo} )?(?:${romanWhich} )*${romanThing} (?:nahi|nahin) chahiye`,
];

const phrases = new RegExp(`^(?:${[...english, ...hindi, ...roman].join('|')})$`, 'u');

/**
 * Tells whether a whole message is a wish about marketing: one of the enterprise's words, or a phrase that says nothing but the wish; either with
 * polite words around it. A sentence that says anything else is none.
 */
export function readWish(text: string, { optOutWords, optInWords }: WishWords): 'out' | 'in' | undefined {
  const said = saidWords(text);
  // A wish is short: nobody looks through a letter.
  if (said === '' || said.length > 120) return undefined;
  const bare = around.exec(said)?.[1] ?? '';
  const is = (list: readonly string[]) => list.some((word) => [said, bare].includes(saidWords(word)));
  if (is(optOutWords) || phrases.test(bare)) return 'out';
  return is(optInWords) ? 'in' : undefined;
}
