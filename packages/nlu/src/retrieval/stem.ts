/**
 * Light stems of English and Hindi words, so that "boxes" finds "box" and "किताबें" finds "किताब". Only endings that are nearly always
 * inflection are cut; a word never gets shorter than three letters (two in Devanagari, whose vowel signs count).
 * Source for Hindi: the ending lists idea of Ramanathan and Rao 2003, with an own, shorter list.
 */
export function stemWord(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemEnglish(word);
  return /^[\u0900-\u097f]+$/.test(word) ? stemHindi(word) : word;
}

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
