import { answerHours, type JourneyRuleKind, type ScheduleRepeat, type ValueChangeKind } from '@parley/contract';

/** Audience of a scheduled rule, and its times. */
export type Planned = {
  audienceId: string;
  repeat: ScheduleRepeat;
  date: string;
  time: string;
  weekdays: number[];
  day: number;
  timeZone: string;
};

/** Tells whether it says for whom and when. */
const isPlanned = ({ audienceId, repeat, date, time, weekdays }: Planned): boolean =>
  audienceId !== '' && time !== '' && (repeat !== 'once' || date !== '') && (repeat !== 'weekly' || weekdays.length > 0);

/** Values of a rule that begins a stream on a channel, as typed. */
export type Rule = {
  journeyId: string;
  version: number;
  channelId: string;
  kind: JourneyRuleKind;
  word: string;
  campaignId: string;
  hours: number;
  attribute: string;
  change: ValueChangeKind;
  value: string;
} & Planned;

/** Kinds for which a word decides. */
export const worded: readonly JourneyRuleKind[] = ['keyword', 'contains', 'payload', 'link'];

/** A keyword that is not written yet, of the newest version. */
export const makeRule = (journeyId: string, channelId = ''): Rule => ({
  journeyId,
  version: 0,
  channelId,
  kind: 'keyword',
  word: '',
  campaignId: '',
  hours: answerHours.usual,
  attribute: '',
  change: 'changed',
  value: '',
  audienceId: '',
  repeat: 'once',
  date: '',
  time: '',
  weekdays: [],
  day: 1,
  timeZone: '',
});

/** Tells whether the rule names all that its kind needs, and a channel. */
export function isRuleWhole(rule: Rule): boolean {
  const { channelId, kind, word, campaignId, attribute, change, value } = rule;
  if (channelId === '') return false;
  if (kind === 'schedule') return isPlanned(rule);
  if (kind === 'campaign') return campaignId !== '';
  if (kind === 'attribute') return attribute !== '' && (change !== 'became' || value.trim() !== '');
  return !worded.includes(kind) || word.trim() !== '';
}

/** The rule as it is sent: of a kind without a word, none. */
export const toRuleBody = (rule: Rule): Rule => ({ ...rule, word: worded.includes(rule.kind) ? rule.word.trim() : '' });
