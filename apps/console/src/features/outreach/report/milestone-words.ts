import type { CampaignMilestone } from '@parley/contract';
import { formatDay } from '../../../lib/format.ts';
import type { SayOf } from '../../../lib/words.ts';
import type { campaignWords } from '../../../locales/campaign.ts';

export type SayMilestone = SayOf<typeof campaignWords.milestone>;
const two = (value: number): string => String(value).padStart(2, '0');

/** Describes a span in words, by its two largest units. @param ms null: a dash */
export function describeTime(ms: number | null | undefined, say: SayMilestone): string {
  if (ms === null || ms === undefined) return '–';
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return say('span_seconds', { seconds });
  if (seconds < 3600) return say('span_minutes', { minutes: Math.floor(seconds / 60), seconds: two(seconds % 60) });
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return say('span_hours', { hours, minutes: two(Math.floor((seconds % 3600) / 60)) });
  return say('span_days', { days: Math.floor(hours / 24), hours: hours % 24 });
}

type Ruled = Pick<CampaignMilestone, 'rule'> & Partial<Pick<CampaignMilestone, 'streamName' | 'streamMilestoneName'>>;

/** Says what reaches a milestone, in one line. */
export function describeRule({ rule, streamName = '', streamMilestoneName = '' }: Ruled, say: SayMilestone): string {
  const { kind, variable, words, button, journeyId, withinHours } = rule;
  const about = [
    variable,
    button,
    words.join(', '),
    journeyId === '' ? '' : streamName || say('goneStream'),
    streamMilestoneName,
    withinHours === null ? '' : say('within', { count: withinHours }),
  ].filter((part) => part !== '');
  return [say(`kind_${kind}`), ...about].join(' · ');
}

const colors = ['brand.6', 'orange.6', 'grape.5', 'teal.6', 'red.6', 'blue.5', 'lime.7', 'pink.5'] as const;
const dashes = ['', '6 4', '2 3', '10 4', '8 3 2 3', '1 4', '12 3 3 3', '4 2'] as const;
/** Colour of a milestone, with the dash by which its line is told apart without colour. */
export const lookOf = (place: number) => ({
  color: colors[place % colors.length] ?? 'gray.6',
  dash: dashes[(place + Math.floor(place / colors.length)) % dashes.length] ?? '',
});

/** Names a point of the chart as its axis does. */
export const nameOfPoint = ({ day, hour }: { day: string; hour: number | null | undefined }): string =>
  hour === null || hour === undefined ? formatDay(day) : `${formatDay(day)} ${two(hour)}:00`;
