import { toOriginalSpan } from '../aligned-text.ts';
import { type Candidate, chooseMatches, type EntityMatch } from '../match.ts';
import { readAge } from './age.ts';
import { readAnswer } from './answer.ts';
import { readBoolean } from './boolean.ts';
import { findEmails, findPhones, findUrls } from './contact.ts';
import { readNumber, readOrdinal } from './counting.ts';
import { readDate } from './date.ts';
import { readDateRange } from './date-range.ts';
import { readDateTime } from './datetime.ts';
import { readDuration } from './duration.ts';
import { readLocation } from './location.ts';
import { readDistance, readPercentage, readTemperature } from './measure.ts';
import { readCurrency } from './money.ts';
import { readPerson } from './person.ts';
import { type Reading, type Scene, type SystemContext, setScene } from './scene.ts';
import { readTime } from './time.ts';

/** Entities that every bot reads without training, in the order in which they win an equal span. */
export const systemEntities: readonly { name: string; description: string }[] = [
  { name: 'sys.email', description: 'A mail address, such as asha@example.com' },
  { name: 'sys.url', description: 'A link, such as https://example.com/help' },
  { name: 'sys.phone-number', description: 'A phone number in international form, or an Indian mobile' },
  {
    name: 'sys.datetime',
    description: 'A day with a time, such as tomorrow at 5 pm or कल शाम 5 बजे; the half that is missing is asked for',
  },
  { name: 'sys.date-range', description: 'Days from one to another, such as next week or from Monday to Friday' },
  { name: 'sys.date', description: 'A day, such as 24 November, next Tuesday or परसों' },
  { name: 'sys.time', description: 'A time of day, such as 5:30 pm, half past five or साढ़े पाँच बजे' },
  { name: 'sys.age', description: 'How old somebody is, such as 25 years old' },
  { name: 'sys.duration', description: 'A length of time, such as two hours and fifteen minutes or ढाई घंटे' },
  { name: 'sys.currency', description: 'A sum of money, such as ₹500 or twenty dollars' },
  { name: 'sys.percentage', description: 'A share in percent, such as 15% or दस प्रतिशत' },
  { name: 'sys.temperature', description: 'A temperature, such as 24 degrees' },
  { name: 'sys.distance', description: 'A distance or length, such as 5 km' },
  { name: 'sys.boolean', description: 'A yes or a no that answers a question' },
  { name: 'sys.person', description: 'A name that somebody is introduced by, such as my name is Meera' },
  { name: 'sys.location', description: 'A well known city, state or country' },
  { name: 'sys.ordinal', description: 'A place in an order, such as third or पहला' },
  { name: 'sys.number', description: 'A number in digits or words, such as 42, two lakh or पच्चीस' },
];

const readers: readonly (readonly [entity: string, read: (scene: Scene, at: number) => Reading | undefined])[] = [
  ['sys.datetime', readDateTime],
  ['sys.date-range', readDateRange],
  ['sys.date', readDate],
  ['sys.time', readTime],
  ['sys.age', readAge],
  ['sys.duration', readDuration],
  ['sys.currency', readCurrency],
  ['sys.percentage', readPercentage],
  ['sys.temperature', readTemperature],
  ['sys.distance', readDistance],
  ['sys.boolean', readBoolean],
  ['sys.person', readPerson],
  ['sys.location', readLocation],
  ['sys.ordinal', readOrdinal],
  ['sys.number', readNumber],
];
const finders = [
  ['sys.email', findEmails],
  ['sys.url', findUrls],
  ['sys.phone-number', findPhones],
] as const;
const ranks = new Map(systemEntities.map(({ name }, rank) => [name, rank]));
/** A number inside one of these is no answer to "how many?"; inside "5 days" it is. */
const closedToNumbers = new Set(['sys.email', 'sys.url', 'sys.phone-number', 'sys.datetime', 'sys.date-range', 'sys.date', 'sys.time']);

/**
 * Finds what the system entities name in a text of English, Hindi or Hindi in Latin letters. Matches never overlap: the longest wins, so a date is
 * not also two numbers. Reads 10,000 characters.
 *
 * Days and times that could be past or to come are to come; dates in digits have the day first; a week begins on Monday.
 * @param context the instant that "tomorrow" is counted from, and where
 * @param only names to look for; parts of a longer match are then found too ("tomorrow" of "tomorrow at 5" when only dates are asked for),
 * and a short text is read as the answer that was asked for ("5" as a time)
 * @returns matches in order of the text
 * @throws RangeError when the time zone is not known
 */
export function findSystemEntities(text: string, context: SystemContext, only?: readonly string[]): EntityMatch[] {
  const scene = setScene(text, context);
  const candidates = listCandidates(scene);
  const chosen = chooseMatches(candidates);
  if (only === undefined) return chosen;
  const kept = chosen.filter((match) => only.includes(match.entity));
  const closed = chosen.filter((match) => closedToNumbers.has(match.entity));
  const parts = candidates.filter(({ match }) => {
    if (!only.includes(match.entity)) return false;
    const isCount = match.entity === 'sys.number' || match.entity === 'sys.ordinal';
    return !isCount || !closed.some((other) => match.start < other.end && other.start < match.end);
  });
  const keptFirst = kept.map((match) => ({ match, likeness: 1, rank: -1 }));
  const found = chooseMatches([...keptFirst, ...parts]);
  return found.length > 0 || closed.length > 0 ? found : chooseMatches(listAnswers(scene, only));
}

function listAnswers(scene: Scene, only: readonly string[]): Candidate[] {
  return only.flatMap((entity) =>
    scene.tokens.flatMap((token, at) => {
      const reading = readAnswer(scene, entity, at);
      if (reading === undefined) return [];
      const { next, value, data } = reading;
      return [toCandidate(scene, entity, token.start, scene.tokens[next - 1]?.end ?? token.end, value, data)];
    }),
  );
}

function toCandidate(scene: Scene, entity: string, start: number, end: number, value: string, data: EntityMatch['data']): Candidate {
  const match = { entity, ...toOriginalSpan(scene.aligned, start, end), value, ...(data === undefined ? {} : { data }) };
  return { match, likeness: 1, rank: ranks.get(entity) ?? ranks.size };
}

function listCandidates(scene: Scene): Candidate[] {
  const candidates: Candidate[] = [];
  const add = (entity: string, start: number, end: number, value: string, data: EntityMatch['data']) =>
    candidates.push(toCandidate(scene, entity, start, end, value, data));
  for (const [entity, find] of finders) for (const { start, end, value, data } of find(scene.aligned)) add(entity, start, end, value, data);
  for (const [at, token] of scene.tokens.entries())
    for (const [entity, read] of readers) {
      const reading = read(scene, at);
      if (reading === undefined) continue;
      add(entity, token.start, scene.tokens[reading.next - 1]?.end ?? token.end, reading.value, reading.data);
    }
  return candidates;
}
