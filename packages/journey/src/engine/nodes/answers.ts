import { matchChoice, moreId, showChoices } from '../../content/choices.ts';
import { fold } from '../../content/fold.ts';
import type { NodeOf } from '../../document/node.ts';
import { compareValues } from '../../expression/compare.ts';
import { textFunctions } from '../../expression/functions/text.ts';
import type { Location, Media, Value } from '../../expression/value.ts';
import { NodeFault, type Turn } from '../turn.ts';
import { moreWord } from '../words.ts';
import { optionsOf } from './items.ts';

/** Reply of a customer to a question. */
export type Said = { text: string; media: readonly Media[]; location: Location | null; pressed: string | null };
/**
 * @property exit other than `ok`; @property more the next page is asked for; @property further more of the same is wanted; @property unclear
 * it can be two days
 */
export type Answer = { value: Value; exit?: string } | { more: true } | { further: Value[] } | { unclear: true } | undefined;
export type AskingNode = NodeOf<
  'input.text' | 'input.number' | 'input.date' | 'input.phone' | 'input.email' | 'input.choice' | 'input.media' | 'input.location'
>;

/** Whether a value lies within bounds that are expressions; '' is none. */
function isWithin(turn: Turn, value: Value, least: string, most: string): boolean {
  const { zone } = turn.facts;
  if (least !== '' && compareValues(value, turn.value(least), zone) < 0) return false;
  return most === '' || compareValues(value, turn.value(most), zone) <= 0;
}

function readText(turn: Turn, { config }: NodeOf<'input.text'>, { text }: Said): Answer {
  const said = text.trim();
  const length = Array.from(said).length;
  if (said === '' || length < config.least || length > config.most) return undefined;
  if (config.pattern !== '') {
    const pattern = turn.pattern(config.pattern, said);
    if (typeof pattern === 'string') throw new NodeFault(pattern);
    if (!pattern.matches(said)) return undefined;
  }
  return { value: said };
}

function readNumber(turn: Turn, { config }: NodeOf<'input.number'>, { text }: Said): Answer {
  const value = turn.facts.readers.number(text, turn.language);
  if (value === null || (config.isWhole && !Number.isInteger(value))) return undefined;
  return isWithin(turn, value, config.least, config.most) ? { value } : undefined;
}

function readDate(turn: Turn, { config }: NodeOf<'input.date'>, { text }: Said): Answer {
  const { facts, language, now } = turn;
  const found = facts.readers.date(text, { language, zone: facts.zone, now, hasTime: config.hasTime });
  if (found === null) return undefined;
  if (found === 'unclear') return { unclear: true };
  const value: Value = 'day' in found ? { $: 'day', day: found.day } : { $: 'instant', at: found.at };
  return isWithin(turn, value, config.least, config.most) ? { value } : undefined;
}

const emailForm = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

function readChoice(turn: Turn, node: NodeOf<'input.choice'>, { text, pressed }: Said): Answer {
  const { config } = node;
  const options = optionsOf(turn, node);
  const wait = turn.instance.wait;
  const page = wait?.kind === 'answer' ? wait.page : 0;
  const more = moreWord(turn.language);
  const question = { text: '', items: options, style: config.style, button: '', more };
  const { offered, hasMore } = showChoices(question, turn.facts.shape, page);
  const match = (words: string) =>
    matchChoice(words, { items: options, offered, hasMore, more }, (said) => turn.facts.readers.number(said, turn.language));
  const meant = pressed === null ? wanted(text, match, config.isSeveral) : [pressed];
  if (!meant) return undefined;
  if (meant.includes(moreId)) return { more: true };
  const chosen = meant.map((id) => options.find((option) => option.id === id));
  if (chosen.some((option) => option === undefined)) return undefined;
  const values = chosen.flatMap((option) => (option ? [option.value] : []));
  if (config.isSeveral) return { value: values };
  const [value = null] = values;
  return config.isSplit && config.options.kind === 'fixed' ? { value, exit: meant[0] ?? 'ok' } : { value };
}

/** Several are named with commas, semicolons or lines between them. */
function wanted(text: string, match: (words: string) => string | undefined, isSeveral: boolean): string[] | undefined {
  const whole = match(text);
  if (whole !== undefined) return [whole];
  if (!isSeveral) return undefined;
  const parts = text.split(/[,;\n]/).filter((part) => fold(part) !== '');
  const found = parts.map(match);
  return found.length > 0 && found.every((one) => one !== undefined) ? [...new Set(found as string[])] : undefined;
}

function readMedia(turn: Turn, { config }: NodeOf<'input.media'>, { media }: Said): Answer {
  if (media.length === 0 || media.some(({ kind, size }) => !(config.kinds as string[]).includes(kind) || size > config.mostBytes))
    return undefined;
  const wait = turn.instance.wait;
  const held = [...(wait?.kind === 'answer' ? wait.chosen : []), ...media];
  if (held.length < config.count) return { further: held };
  return { value: config.count === 1 ? (held[0] ?? null) : held.slice(0, config.count) };
}

const earthKm = 6371;
/** Computes the distance of two points on the globe, in kilometres (haversine). */
function distanceKm(a: Location, b: { latitude: number; longitude: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(rad(degrees) / 2) ** 2;
  const h = half(b.latitude - a.latitude) + Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(b.longitude - a.longitude);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

function readLocation(turn: Turn, { config }: NodeOf<'input.location'>, { location }: Said): Answer {
  if (!location) return undefined;
  const { within } = config;
  if (within) {
    const centre = { latitude: turn.number(within.latitude, 'The latitude'), longitude: turn.number(within.longitude, 'The longitude') };
    if (distanceKm(location, centre) > turn.number(within.km, 'The distance')) return undefined;
  }
  return { value: location };
}

/** Reads an answer by the check of its node; undefined where it does not pass. @throws NodeFault where the check itself fails */
export function readAnswer(turn: Turn, node: AskingNode, said: Said): Answer {
  switch (node.type) {
    case 'input.text':
      return readText(turn, node, said);
    case 'input.number':
      return readNumber(turn, node, said);
    case 'input.date':
      return readDate(turn, node, said);
    case 'input.phone': {
      const { country } = turn.facts;
      const value = textFunctions.e164?.apply([said.text, node.config.country || country], { ...turn.facts, now: turn.now }, turn.work);
      return value ? { value } : undefined;
    }
    case 'input.email': {
      const email = said.text.trim();
      return emailForm.test(email) && email.length <= 254 ? { value: email.toLowerCase() } : undefined;
    }
    case 'input.choice':
      return readChoice(turn, node, said);
    case 'input.media':
      return readMedia(turn, node, said);
    case 'input.location':
      return readLocation(turn, node, said);
  }
}
