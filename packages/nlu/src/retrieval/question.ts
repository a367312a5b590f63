/** Kind of thing that a question asks for, as far as its words tell: a hint where to look, never a condition. */
export type Asked = 'count' | 'time' | 'place' | 'person' | 'command' | 'steps' | 'definition' | 'whether';

const asks: [Asked, RegExp][] = [
  [
    'whether',
    /^\s*(?:(?:so|and|ok|please|hi|hello)\W+)*(?:can|could|may|might|must|do|does|did|is|are|was|were|am|will|would|should|shall|has|have)\b|^\s*क्या\s/iu,
  ],
  [
    'count',
    /\b(?:how (?:many|much|long|old|far|big|large|often|fast|heavy)|what (?:percentage|size|price|number|version|temperature)|number of|kitne|kitna|kitni)\b|कितन|संख्या|प्रतिशत/iu,
  ],
  ['time', /\b(?:when|what (?:year|date|age|time|day)|which (?:year|day|month)|how (?:long|often|old)|kab)\b|कब|किस (?:वर्ष|साल|दिन|समय)/iu],
  [
    'place',
    /\b(?:where|which (?:file|directory|folder|page|site|address|menu)|what (?:file|directory|folder|address|url)|kahan)\b|कहाँ|कहां|किस (?:जगह|स्थान|फ़ाइल|पते)/iu,
  ],
  ['person', /\b(?:who|whom|whose|kaun|kisne)\b|कौन(?! सी| सा|सी|सा)|किसने|किससे|किसको/iu],
  [
    'command',
    /\b(?:(?:which|what) (?:\p{L}+ ){0,2}(?:command|option|flag|switch|tool|program|variable|setting|parameter|key|keyword|function)s?|command (?:to|for|that))\b|कमांड|आदेश|विकल्प|बटन/iu,
  ],
  ['steps', /\b(?:how (?:do|does|can|could|should|to|would|is|are|did)|what (?:are the )?steps|kaise)\b|कैसे|किस तरह/iu],
  [
    'definition',
    /^\s*(?:(?:so|and|ok|please|hi|hello)\W+)*(?:what(?:'s|’s| is| are| does| do)|who is|define|explain|meaning of|tell me (?:about|what))\b|क्या (?:है|हैं|होता|होती|मतलब)|किसे कहते|का (?:मतलब|अर्थ)/iu,
  ],
];

export const readAsked = (question: string): ReadonlySet<Asked> =>
  new Set(asks.filter(([, words]) => words.test(question)).map(([asked]) => asked));

const figure =
  /\d|[०-९]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|once|twice|half|daily|weekly|monthly|yearly)\b|(?:^|\s)(?:एक|दो|तीन|चार|पाँच|पांच|छह|सात|आठ|नौ|दस|बारह|पंद्रह|बीस|तीस|सौ)(?=\s)/iu;
const time =
  /\d|[०-९]|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|years?|months?|weeks?|days?|hours?|minutes?|morning|evening|noon|midnight|spring|summer|autumn|winter|before|after|until|every)\b|(?:साल|वर्ष|महीन|सप्ताह|दिन|घंट|मिनट|सुबह|शाम|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|बजे)/iu;
const place =
  /(?:^|[\s("'])(?:~|\.{0,2})\/[\w.-]+|\bhttps?:\/\/|\bwww\.|\b[\w-]+\.(?:org|com|net|conf|cfg|list|txt|html)\b|\b(?:in|at|under|on|behind|beside|inside|near|from) (?:the|your|our|a)\b|(?:पास|अंदर|ऊपर|नीचे|पीछे|सामने|बगल|में|पर)(?=\s)/iu;
const person =
  /\p{Ll}[^.!?]*\s\p{Lu}\p{Ll}+|@|\b(?:team|developers?|maintainers?|members?|staff|engineers?|technicians?|director|manager)\b/u;
const code =
  /```|`|(?:^|\s)--?[a-z][\w-]*|\b\w+_\w+\b|[$#]\s\w|\/\w+\/|\b\w+\.(?:sh|py|conf|list)\b|\b[a-z]+-[a-z]+(?:-[a-z]+)*\b|<\w+>|\b(?:run|type|press|enter|click|select|choose)\b/u;

/** Tells whether a piece of a text holds the kind of thing that is asked for. */
export function suits(asked: ReadonlySet<Asked>, text: string, kind: string): boolean {
  return (
    (asked.has('count') && figure.test(text)) ||
    (asked.has('time') && time.test(text)) ||
    (asked.has('place') && place.test(text)) ||
    (asked.has('person') && person.test(text)) ||
    (asked.has('command') && (kind === 'code' || code.test(text)))
  );
}

/**
 * Returns the thing that a sentence defines, from its first words: "A kettle is …", "kettle: …", "केतली … है।".
 * @returns undefined for a sentence that defines nothing
 */
export const definedIn = (text: string, kind: string): string | undefined =>
  /^(.{2,90}?)\s(?:is|are|was|means|refers to|stands for|denotes|describes|contains|specifies|defines|tells|holds)\s/iu.exec(text)?.[1] ??
  (kind === 'paragraph' ? undefined : /^(?:[•|]\s)?(.{1,60}?)\s?[:–—]\s/u.exec(text)?.[1]) ??
  /^(.{2,40}).*\s(?:है|हैं|कहते हैं|कहलाता है|मतलब)\s*।?$/u.exec(text)?.[1];

/** The abbreviation that a question wants to have spelled out; '' when it names none. */
export const acronymOf = (question: string): string => /\b\p{Lu}[\p{Lu}\d]{1,7}\b/u.exec(question)?.[0] ?? '';

/** Tells whether a text spells an abbreviation out: "Non-Maintainer Upload (NMU)", "NMU (Non-Maintainer Upload)" or "NMU stands for …". */
export function spellsOut(text: string, acronym: string): boolean {
  const at = text.indexOf(acronym);
  if (at === -1) return false;
  const letters = [...acronym.toLowerCase()].filter((letter) => /\p{L}/u.test(letter));
  const initials = (words: string): string =>
    words
      .toLowerCase()
      .match(/(?<![\p{L}\p{M}])\p{L}/gu)
      ?.join('') ?? '';
  const before = initials(text.slice(Math.max(0, at - 120), at));
  const after = initials(text.slice(at + acronym.length, at + acronym.length + 120));
  const spelled = letters.join('');
  return (
    before.endsWith(spelled) ||
    after.startsWith(spelled) ||
    /^s?\W{0,3}(?:stands|is short|means|refers)\b/u.test(text.slice(at + acronym.length))
  );
}
