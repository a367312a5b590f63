/**
 * Light stems of English and Hindi words, so that "boxes" finds "box" and "किताबें" finds "किताब". Only endings that are nearly always
 * inflection are cut; a word never gets shorter than three letters (two in Devanagari, whose vowel signs count).
 * Source for Hindi: the ending lists idea of Ramanathan and Rao 2003, with an own, shorter list.
 */
export function stemWord(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemEnglish(irregular.get(word) ?? word);
  return /^[\u0900-\u097f]+$/.test(word) ? stemHindi(word) : word;
}

/** Forms of English verbs and nouns that no ending tells, with the word they are forms of in front. */
const irregular = new Map(
  `become became|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought|catch caught|
  choose chose chosen|cost costs|deal dealt|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight
  fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid
  hidden|hold held|keep kept|know knew known|lead led|leave left|lend lent|lose lost|make made|meet met|pay paid|ride rode ridden|ring rang rung|rise rose
  risen|say said|see saw seen|sell sold|send sent|shake shook shaken|show shown|sing sang sung|sink sank sunk|sleep slept|speak spoke spoken|spend spent|
  stand stood|steal stole stolen|stick stuck|swim swam swum|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|
  understand understood|wake woke woken|wear wore worn|win won|write wrote written|child children|foot feet|man men|mouse mice|tooth teeth|woman women`
    .split('|')
    .flatMap((line) => {
      const [word = '', ...forms] = line.trim().split(/\s+/);
      return forms.map((form): [string, string] => [form, word]);
    }),
);

const hindiEndings = [
  'ियाँ',
  'ियां',
  'ियों',
  'ाओं',
  'ाएँ',
  'ाएं',
  'ुओं',
  'ुएँ',
  'ुएं',
  'ओं',
  'एँ',
  'एं',
  'ों',
  'ें',
  'ीं',
  'ाँ',
  'ां',
  'ो',
  'े',
  'ी',
  'ा',
  'ि',
  'ु',
  'ू',
];

function stemHindi(word: string): string {
  // Candrabindu and anusvara are written for each other.
  const plain = word.replace(/ँ/g, 'ं');
  for (const ending of hindiEndings) {
    const cut = ending.replace(/ँ/g, 'ं');
    if (plain.endsWith(cut) && plain.length - cut.length >= 2) return plain.slice(0, -cut.length);
  }
  return plain;
}

function stemEnglish(word: string): string {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && /(?:s|x|z|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && /[^suia]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undouble(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undouble(stem.slice(0, -2));
  if (stem.length > 5 && stem.endsWith('ly')) stem = stem.slice(0, -2);
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function undouble(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
