import { answerHours, type JourneyRuleKind, type JourneyRuleSettings } from '@parley/contract';
import type { ValueChange } from '../../customer/door.ts';
import type { CampaignReached } from '../../outreach/door.ts';

export type Rule = {
  entryId: string;
  journeyId: string;
  journeyName: string;
  version: number;
  kind: JourneyRuleKind;
  /** Folded; of `payload` as it is, of `campaign` and `attribute` what they name */
  word: string;
  settings: JourneyRuleSettings;
  priority: number;
  createdAt: Date;
};
/** @property text folded */
export type Said = { text: string; payload: string; campaigns: readonly CampaignReached[] };
const hourMs = 3_600_000;

/** A stream that had a rule for what was said, and did not begin. */
export type Lost = { rule: Rule; reason: 'LATER_RULE' | 'PRIORITY' | 'AGE' | 'LONGER_WORD' };

/**
 * Precedence of rules (journeys.md 2, who gets a message): a button's payload, an answer to a campaign, a link, an exact word, a word in
 * the text, any message.
 */
const order: readonly JourneyRuleKind[] = ['payload', 'campaign', 'link', 'keyword', 'contains', 'any'];
const isWithin = (text: string, word: string): boolean => ` ${text} `.includes(` ${word} `);

/** Tells whether a message answers the campaign: by what the vendor tells, or as the first one within the hours. */
const answers = (
  { word, settings: { hours = answerHours.usual } }: Pick<Rule, 'word' | 'settings'>,
  campaigns: readonly CampaignReached[],
): boolean =>
  campaigns.some(
    ({ campaignId, leftAt, at, isAnswered, isFirst }) =>
      campaignId === word && (isAnswered || (isFirst && at.getTime() <= leftAt.getTime() + hours * hourMs)),
  );

export function matches(rule: Pick<Rule, 'kind' | 'word' | 'settings'>, { text, payload, campaigns }: Said): boolean {
  const { kind, word } = rule;
  switch (kind) {
    case 'payload':
      return payload !== '' && payload === word;
    case 'campaign':
      return answers(rule, campaigns);
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

export type ValueRule = Pick<Rule, 'word' | 'settings'>;

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
export function chooseRule(rules: readonly Rule[], said: Said): { chosen: Rule | undefined; lost: Lost[] } {
  const matching = rules.filter((rule) => matches(rule, said));
  const rank = ({ kind }: Rule) => order.indexOf(kind);
  const length = ({ kind, word }: Rule) => (kind === 'contains' ? word.length : 0);
  const [chosen, ...others] = matching.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      length(other) - length(one) ||
      other.priority - one.priority ||
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.entryId < other.entryId ? -1 : 1),
  );
  if (!chosen) return { chosen: undefined, lost: [] };
  const reasonOf = (rule: Rule): Lost['reason'] => {
    if (rank(rule) !== rank(chosen)) return 'LATER_RULE';
    if (length(rule) !== length(chosen)) return 'LONGER_WORD';
    return rule.priority === chosen.priority ? 'AGE' : 'PRIORITY';
  };
  return { chosen, lost: others.map((rule) => ({ rule, reason: reasonOf(rule) })) };
}
