import { fieldError, type ReportSpan, type StreamRange, showInstant, streamReportDays, type WalkFilter } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import type { JourneyRow } from '../document/journey.repository.ts';
import { type Asked, findMoments, type Span } from './span.repository.ts';

const dayMs = 86_400_000;
const usualDays = 7;

const before = (day: string, days: number): string => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/**
 * The days of a report in the enterprise's zone: the last seven unless others are asked for.
 * @throws DomainError request.invalid for a backwards range, or one that is longer than `most`
 */
export async function readSpan(
  tx: Read,
  enterpriseId: string,
  { fromDate, toDate }: Pick<StreamRange, 'fromDate' | 'toDate'>,
  now: Date,
  most: number,
): Promise<Span> {
  const zone = await readTimeZone(tx, enterpriseId);
  const toDay = toDate || showInstant(now, 'isoDay', zone);
  const fromDay = fromDate || before(toDay, usualDays - 1);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs;
  if (days < 0) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (days >= most) throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: most }));
  return { fromDay, toDay, zone, ...(await findMoments(tx, fromDay, toDay, zone)) };
}

type Narrowed = Pick<StreamRange, 'fromDate' | 'toDate' | 'version' | 'channelId' | 'environment'>;

/**
 * Opens the report of a stream: the stream itself, the days, and what is asked for.
 * @param most days
 * @throws DomainError journey.not_found, request.invalid, or 1403 for a key that was made for other channels
 */
export async function openReport(
  ctx: Pick<Ctx, 'enterpriseId' | 'actor' | 'now'>,
  tx: Read,
  journeyId: string,
  range: Narrowed,
  most = streamReportDays,
): Promise<{ journey: JourneyRow; span: Span; asked: Asked }> {
  const { enterpriseId, actor } = ctx;
  const { version, channelId, environment } = range;
  assertMayUseChannel(actor, channelId);
  const journey = await accessJourney(tx, enterpriseId, journeyId);
  const span = await readSpan(tx, enterpriseId, range, ctx.now(), most);
  return { journey, span, asked: { enterpriseId, journeyId, version, channelId, environment, span } };
}

/** Finds as many days, right before a span. */
export async function spanBefore(tx: Read, { fromDay, toDay, zone }: Span): Promise<Span> {
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs + 1;
  const earlier = { fromDay: before(fromDay, days), toDay: before(fromDay, 1) };
  return { ...earlier, zone, ...(await findMoments(tx, earlier.fromDay, earlier.toDay, zone)) };
}

export const presentSpan = ({ fromDay, toDay, from, to, zone }: Span): ReportSpan => ({
  fromDate: fromDay,
  toDate: toDay,
  from: from.toISOString(),
  to: to.toISOString(),
  zone,
});

/** The filter of the monitor that has the walks of a report. */
export const walksOf = (
  journeyId: string,
  { version, channelId, environment }: Omit<StreamRange, 'fromDate' | 'toDate'>,
  { from, to }: Span,
): WalkFilter => ({
  journeyId,
  version,
  channelId,
  environment,
  startedFrom: from.toISOString(),
  startedTo: to.toISOString(),
  counted: true,
  state: '',
  node: '',
  dueFrom: '',
  dueTo: '',
  search: '',
  ending: '',
  withoutAgent: false,
  passage: '',
  passedNode: '',
  passedExit: '',
  milestone: '',
});
