import { rarity } from '../retrieval/postings.ts';
import { gramsOf, hashTerm, termsOf } from '../retrieval/terms.ts';
import { normalise } from '../text/tokens.ts';

export type GroupOptions = {
  /** Cosine from which a text belongs to a group, 0–1; default 0.4. */
  likeness?: number;
  /** Groups of fewer texts are left out; default 1. */
  smallest?: number;
};
export type TextGroup = {
  /** Indexes of the texts, ascending. */
  texts: number[];
  /** The text that is most like all of its group. */
  label: string;
};

type Vector = Map<number, number>;
type Group = { texts: number[]; sum: Vector };

/** A text looks at the groups of so many of its rarest features, and at so many groups a feature: time grows with the number of texts alone. */
const rarestFeatures = 12;
const groupsPerFeature = 40;
/** Characters of a text that are looked at. */
const longestText = 1_000;
const gramWeight = 0.5;

/**
 * Groups texts that ask for the same, as unanswered messages do. Every text is in one group; the largest group comes first, then the one of the earliest text.
 * Near linear time in the number of texts; the same texts in the same order give the same groups.
 */
export function groupTexts(texts: readonly string[], options: GroupOptions = {}): TextGroup[] {
  const likeness = options.likeness ?? 0.4;
  const vectors = readVectors(texts);
  const groups: Group[] = [];
  const byFeature = new Map<number, Group[]>();
  const bySpelling = new Map<string, Group>();
  for (const [at, { vector, key, rarest }] of vectors.entries()) {
    const same = bySpelling.get(key);
    const near = same ?? findNearest(vector, rarest, byFeature, likeness);
    const group: Group = near ?? { texts: [], sum: new Map() };
    if (near === undefined) groups.push(group);
    group.texts.push(at);
    for (const [feature, value] of vector) group.sum.set(feature, (group.sum.get(feature) ?? 0) + value);
    bySpelling.set(key, group);
    if (same !== undefined) continue;
    for (const feature of rarest) {
      const filed = byFeature.get(feature) ?? [];
      if (filed.length < groupsPerFeature && !filed.includes(group)) filed.push(group);
      byFeature.set(feature, filed);
    }
  }
  return groups
    .filter((group) => group.texts.length >= (options.smallest ?? 1))
    .sort((a, b) => b.texts.length - a.texts.length || (a.texts[0] ?? 0) - (b.texts[0] ?? 0))
    .map((group) => ({ texts: group.texts, label: chooseLabel(group, texts, vectors) }));
}

function readVectors(texts: readonly string[]): { vector: Vector; key: string; rarest: number[] }[] {
  const read = texts.map((text) => {
    const terms = termsOf(text.slice(0, longestText));
    // Texts of function words alone ("who are you") are distinguished by them.
    const telling = terms.some((term) => !term.isStop) ? terms.filter((term) => !term.isStop) : terms;
    const features = new Map<number, number>();
    for (const term of telling) {
      features.set(hashTerm(`=${term.stem}`), 1);
      for (const gram of gramsOf(term.word)) {
        const hash = hashTerm(gram);
        if (!features.has(hash)) features.set(hash, gramWeight / Math.sqrt(Math.max(term.word.length - 1, 1)));
      }
    }
    return { features, key: terms.map((term) => term.word).join(' ') || normalise(text).trim() };
  });
  const holding = new Map<number, number>();
  for (const { features } of read) for (const feature of features.keys()) holding.set(feature, (holding.get(feature) ?? 0) + 1);
  return read.map(({ features, key }) => {
    const vector: Vector = new Map();
    let squares = 0;
    for (const [feature, weight] of features) {
      // A word of many texts still tells more than nothing; one of this text alone tells no group, and must not outweigh those that do.
      const count = holding.get(feature) ?? 0;
      const value = weight * (count === 1 ? 1 : 0.5 + rarity(count, read.length));
      vector.set(feature, value);
      squares += value * value;
    }
    for (const [feature, value] of vector) vector.set(feature, value / Math.sqrt(squares));
    const rarest = [...vector.keys()]
      .filter((feature) => (holding.get(feature) ?? 0) > 1)
      .sort((a, b) => (vector.get(b) ?? 0) - (vector.get(a) ?? 0) || a - b)
      .slice(0, rarestFeatures);
    return { vector, key, rarest };
  });
}

function findNearest(
  vector: Vector,
  rarest: readonly number[],
  byFeature: ReadonlyMap<number, Group[]>,
  likeness: number,
): Group | undefined {
  let nearest: Group | undefined;
  let best = likeness;
  const seen = new Set<Group>();
  for (const feature of rarest)
    for (const group of byFeature.get(feature) ?? []) {
      if (seen.has(group)) continue;
      seen.add(group);
      const score = dot(vector, group.sum) / group.texts.length;
      if (score >= best) {
        best = score;
        nearest = group;
      }
    }
  return nearest;
}

function chooseLabel(group: Group, texts: readonly string[], vectors: readonly { vector: Vector }[]): string {
  let chosen = group.texts[0] ?? 0;
  let best = -1;
  for (const at of group.texts) {
    const score = dot(vectors[at]?.vector ?? new Map(), group.sum);
    if (score > best + 1e-9) {
      best = score;
      chosen = at;
    }
  }
  return texts[chosen] ?? '';
}

function dot(vector: Vector, sum: Vector): number {
  let product = 0;
  for (const [feature, value] of vector) product += value * (sum.get(feature) ?? 0);
  return product;
}
