import { conceptsOf } from './concepts.ts';
import { findPostings, type Postings } from './postings.ts';
import { hashTerm, type Term } from './terms.ts';

/** `headings` are those above the passage, the nearest last; they are found and weighed, and never answered. */
export type Passage = { id: string; text: string; headings?: readonly string[] };
export type Tables = { passages: Passage[]; words: Postings; grams: Postings; sentenceCount: number };

/** A term of the question: how rare it is among passages and among sentences, times what its kind of word counts. */
export type Wanted = { hash: number; share: number; sentenceShare: number; isStop: boolean };

/** Weight of a function word against another: among words, among character grams, and in the choice of a sentence. */
export const stopShare = { words: 0.8, grams: 0.5, sentence: 0.5 };
/** Weight of the other names of a word: beside it, and where no passage has the word itself. */
export const conceptShare = { beside: 0.3, alone: 0.9 };

export function listWanted(terms: readonly Term[], spell: (term: Term) => string[], share: number): Wanted[] {
  const wanted = new Map<number, Wanted>();
  for (const term of terms)
    for (const spelled of spell(term)) {
      const hash = hashTerm(spelled);
      if (wanted.get(hash)?.isStop === false) continue;
      wanted.set(hash, { hash, share: term.isStop ? share : 1, sentenceShare: term.isStop ? stopShare.sentence : 1, isStop: term.isStop });
    }
  return [...wanted.values()];
}

/** A word as it is indexed: by its stem, and by what others call the same. */
export const spellWord = ({ stem, isStop }: Term): string[] => (isStop ? [stem] : [stem, ...conceptsOf(stem)]);

/** The words of a question, and what others may call them; where no passage has the word itself, that stands for it. */
export function listWords(table: Postings, terms: readonly Term[]): Wanted[] {
  const isKnown = (spelled: string): boolean => {
    const { from, to } = findPostings(table, hashTerm(spelled));
    return to > from;
  };
  const wanted = listWanted(terms, ({ stem }) => [stem], stopShare.words);
  const replaced = new Set<number>();
  for (const { stem, isStop } of terms) {
    const concepts = isStop ? [] : conceptsOf(stem).filter(isKnown);
    const stands = concepts.length > 0 && !isKnown(stem);
    if (stands) replaced.add(hashTerm(stem));
    for (const concept of concepts) {
      const share = (stands ? conceptShare.alone : conceptShare.beside) / concepts.length;
      wanted.push({ hash: hashTerm(concept), share, sentenceShare: share, isStop: false });
    }
  }
  return wanted.filter(({ hash }) => !replaced.has(hash));
}
