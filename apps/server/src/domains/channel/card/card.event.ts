import { timingSafeEqual } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';

/** An event of a card. Its link holds all of it, so that it stays what was sent when the card changes. */
export type CardEvent = { title: string; startsAt: string; endsAt: string };
type Keys = Pick<EnterpriseContext, 'keyedHash'>;

const signatureOf = ({ keyedHash }: Keys, event: string): Buffer => keyedHash('card.event', event).subarray(0, 16);

/** Returns the address of an event's iCalendar file, signed: nobody else makes files of ours. */
export function eventLink(ctx: Keys & Pick<EnterpriseContext, 'publicUrl'>, { title, startsAt, endsAt }: CardEvent): string {
  const event = Buffer.from(JSON.stringify([title, seconds(startsAt), seconds(endsAt)])).toString('base64url');
  return `${ctx.publicUrl()}${endpoints.richCards.event.path}?event=${event}&signature=${signatureOf(ctx, event).toString('base64url')}`;
}

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
const notFound = () => new DomainError('rich_card.event', 'No such event.', {});

/** @throws DomainError rich_card.event for a link that is none of ours */
export function readEvent(keys: Keys, event: string, signature: string): CardEvent {
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(keys, event);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw notFound();
  const [title, from, to] = JSON.parse(Buffer.from(event, 'base64url').toString()) as [string, number, number];
  return { title, startsAt: new Date(from * 1000).toISOString(), endsAt: new Date(to * 1000).toISOString() };
}

const stamp = (at: string): string => `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** Lines of at most 75 bytes; what follows stands behind a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

/** Returns an iCalendar file of one event. @param uid the same for the same event, so that a calendar takes it once */
export const calendarFile = ({ title, startsAt, endsAt }: CardEvent, uid: string, now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Rich cards//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    fold(`SUMMARY:${escaped(title)}`),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
