/**
 * One spelling for the many that a word has by its sound: "paneer" and "panir", "दिल्ली" and "दिली". Hindi in Latin letters has no fixed spelling,
 * and vowel lengths and doubled consonants of Devanagari are often missed on a phone. Short Latin words are left alone: "ship" is not "sheep".
 */
export function foldSound(word: string): string {
  if (word.length >= 5 && /^[a-z]+$/.test(word)) return foldRoman(word);
  return /[\u0900-\u097f]/.test(word) ? foldDevanagari(word) : word;
}

/** Vowels of any length, v and w, z and j, doubled consonants. */
function foldRoman(word: string): string {
  return word
    .replace(/aa+/g, 'a')
    .replace(/ee+|ii+|ie/g, 'i')
    .replace(/oo+|uu+/g, 'u')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/ph/g, 'f')
    .replace(/([^aeiou])\1/g, '$1');
}

function foldDevanagari(word: string): string {
  return word
    .replace(/[\u093c]/g, '')
    .replace(/ँ/g, 'ं')
    .replace(/[नमणङञ]्(?=[क-म])/g, 'ं')
    .replace(/ी/g, 'ि')
    .replace(/ू/g, 'ु')
    .replace(/ण/g, 'न')
    .replace(/[शष]/g, 'स')
    .replace(/([क-ह])्\1/g, '$1');
}
