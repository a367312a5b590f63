import type { JourneyEntryKind } from '@parley/contract';

export type Entry = {
  entryId: string;
  journeyId: string;
  journeyName: string;
  version: number;
  kind: JourneyEntryKind;
  /** Folded; of `payload` as it is */
  word: string;
  priority: number;
  createdAt: Date;
};
/** @property text folded */
export type Said = { text: string; payload: string };

/** A stream that had a rule for what was said, and did not begin. */
export type Lost = { entry: Entry; reason: 'LATER_RULE' | 'PRIORITY' | 'AGE' | 'LONGER_WORD' };

/** What decides first (journeys.md 2, who gets a message): a button's payload, a link, an exact word, a word in the text, any message. */
const order: readonly JourneyEntryKind[] = ['payload', 'link', 'keyword', 'contains', 'any'];
const isWithin = (text: string, word: string): boolean => ` ${text} `.includes(` ${word} `);

export function matches({ kind, word }: Pick<Entry, 'kind' | 'word'>, { text, payload }: Said): boolean {
  switch (kind) {
    case 'payload':
      return payload !== '' && payload === word;
    case 'link':
    case 'keyword':
      return text !== '' && text === word;
    case 'contains':
      return text !== '' && isWithin(text, word);
    case 'any':
      return true;
    case 'api':
      return false;
  }
}

/** Which rule begins its stream for what was said, and why the others that matched did not. One start for one message. */
export function chooseEntry(entries: readonly Entry[], said: Said): { chosen: Entry | undefined; lost: Lost[] } {
  const matching = entries.filter((entry) => matches(entry, said));
  const rank = ({ kind }: Entry) => order.indexOf(kind);
  const length = ({ kind, word }: Entry) => (kind === 'contains' ? word.length : 0);
  const [chosen, ...others] = matching.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      length(other) - length(one) ||
      other.priority - one.priority ||
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.entryId < other.entryId ? -1 : 1),
  );
  if (!chosen) return { chosen: undefined, lost: [] };
  const reasonOf = (entry: Entry): Lost['reason'] => {
    if (rank(entry) !== rank(chosen)) return 'LATER_RULE';
    if (length(entry) !== length(chosen)) return 'LONGER_WORD';
    return entry.priority === chosen.priority ? 'AGE' : 'PRIORITY';
  };
  return { chosen, lost: others.map((entry) => ({ entry, reason: reasonOf(entry) })) };
}
