import { answerHours, type JourneyEntryKind, type JourneyEntrySettings } from '@parley/contract';
import type { ValueChange } from '../../customer/door.ts';
import type { CampaignReached } from '../../outreach/door.ts';

export type Entry = {
  entryId: string;
  journeyId: string;
  journeyName: string;
  version: number;
  kind: JourneyEntryKind;
  /** Folded; of `payload` as it is, of `campaign` and `attribute` what they name */
  word: string;
  settings: JourneyEntrySettings;
  priority: number;
  createdAt: Date;
};
/** @property text folded */
export type Said = { text: string; payload: string; campaigns: readonly CampaignReached[] };
const hourMs = 3_600_000;

/** A stream that had a rule for what was said, and did not begin. */
export type Lost = { entry: Entry; reason: 'LATER_RULE' | 'PRIORITY' | 'AGE' | 'LONGER_WORD' };

/**
 * Precedence of rules (journeys.md 2, who gets a message): a button's payload, an answer to a campaign, a link, an exact word, a word in
 * the text, any message.
 */
const order: readonly JourneyEntryKind[] = ['payload', 'campaign', 'link', 'keyword', 'contains', 'any'];
const isWithin = (text: string, word: string): boolean => ` ${text} `.includes(` ${word} `);

/** Tells whether a message answers the campaign: by what the vendor tells, or as the first one within the hours. */
const answers = (
  { word, settings: { hours = answerHours.usual } }: Pick<Entry, 'word' | 'settings'>,
  campaigns: readonly CampaignReached[],
): boolean =>
  campaigns.some(
    ({ campaignId, leftAt, at, isAnswered, isFirst }) =>
      campaignId === word && (isAnswered || (isFirst && at.getTime() <= leftAt.getTime() + hours * hourMs)),
  );

export function matches(entry: Pick<Entry, 'kind' | 'word' | 'settings'>, { text, payload, campaigns }: Said): boolean {
  const { kind, word } = entry;
  switch (kind) {
    case 'payload':
      return payload !== '' && payload === word;
    case 'campaign':
      return answers(entry, campaigns);
    case 'link':
    case 'keyword':
      return text !== '' && text === word;
    case 'contains':
      return text !== '' && isWithin(text, word);
    case 'any':
      return true;
    case 'ended':
    case 'attribute':
    case 'schedule':
    case 'api':
      return false;
  }
}

export type ValueRule = Pick<Entry, 'word' | 'settings'>;

/** Tells whether a rule means that a value changes from this to that. Case makes no difference: “gold” is no other plan than “Gold”. */
export function isMeant({ word, settings: { change = 'changed', value = '' } }: ValueRule, { field, from, to }: ValueChange): boolean {
  if (field !== word || from === to) return false;
  const isIt = (one: string) => one.trim().toLowerCase() === value.trim().toLowerCase();
  switch (change) {
    case 'changed':
      return true;
    case 'became':
      return isIt(to) && !isIt(from);
    case 'emptied':
      return to === '';
  }
}

/** Chooses the rule that begins its stream for a message, and says why the other matching rules did not. One start for one message. */
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
