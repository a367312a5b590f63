import { endpoints, type MilestonePerson, mostExportedRows, type Page, type StreamRange, showNumber } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, listOf } from '../../account/door.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { trailOf } from '../report/report.export.ts';
import { openReport, walksOf } from '../span/report.span.ts';
import type { Span } from '../span/span.repository.ts';
import { walkConditions } from '../walk/monitor.filter.ts';
import { findListedWalks } from '../walk/walk.repository.ts';
import { findTimes, listCustomers, listNamed } from './milestone.repository.ts';

const batch = 1000;
const mostShown = 200;
const calls = endpoints.milestoneReports;
export type Reached = StreamRange & { milestone: string };
type Asked = { journeyId: string; reached: Reached; span: Span };

const filterOf = ({ journeyId, reached, span }: Asked) => ({ ...walksOf(journeyId, reached, span), milestone: reached.milestone });

async function readPeople(ctx: Ctx, tx: Read, asked: Asked, bounds: { from: number; limit: number }): Promise<MilestonePerson[]> {
  const eyes = readingOf(ctx.actor);
  const conditions = await walkConditions(ctx, tx, filterOf(asked), null);
  const rows = await findListedWalks(tx, ctx.enterpriseId, conditions, bounds);
  const ids = rows.map(({ instanceId }) => instanceId);
  const times = await findTimes(tx, ctx.enterpriseId, ids, asked.reached.milestone);
  return rows.map((row) => ({
    instanceId: row.instanceId,
    customerId: row.customerId,
    customerName: shownName(row.customerName ?? '', eyes),
    address: shownAddress(row.address, eyes),
    channelName: row.channelName ?? '',
    version: row.version,
    startedOn: row.startedAt.toISOString(),
    reachedOn: (times.get(row.instanceId) ?? row.startedAt).toISOString(),
  }));
}

/** @throws DomainError journey.not_found or request.invalid */
export function listPeople(
  ctx: Ctx,
  journeyId: string,
  { from, perPage, ...reached }: Page & Reached,
): Promise<{ people: MilestonePerson[]; more: boolean }> {
  const limit = perPage === -1 ? mostShown : perPage;
  return ctx.read(async (tx) => {
    const { span } = await openReport(ctx, tx, journeyId, reached);
    const people = await readPeople(ctx, tx, { journeyId, reached, span }, { from, limit: limit + 1 });
    return { people: people.slice(0, limit), more: people.length > limit };
  });
}

/** Lists the customers of a bar, each once. @throws DomainError journey.not_found, request.invalid or journey.walks_too_many */
export function listReachedCustomers(ctx: Ctx, journeyId: string, reached: Reached): Promise<{ customerIds: string[] }> {
  return ctx.read(async (tx) => {
    const { asked } = await openReport(ctx, tx, journeyId, reached);
    const customerIds = await listCustomers(tx, asked, reached.milestone, mostExportedRows + 1);
    if (customerIds.length <= mostExportedRows) return { customerIds };
    throw new DomainError(
      'journey.walks_too_many',
      `A label is given to at most ${showNumber(mostExportedRows, 'en')} customers at once. Narrow the filter.`,
      { most: mostExportedRows },
    );
  });
}

/** The walks behind a bar. */
export const peopleExport = defineExport({
  kind: 'streamMilestone',
  download: calls.export,
  access: calls.people,
  stranger: journeyNotFound,
  async open(ctx, { journeyId, ...reached }) {
    const { journey, span, named } = await ctx.read(async (tx) => ({
      ...(await openReport(ctx, tx, journeyId, reached)),
      named: await listNamed(tx, ctx.enterpriseId, journeyId),
    }));
    const milestone = named.find(({ id }) => id === reached.milestone)?.name ?? reached.milestone;
    let from = 0;
    return listOf({
      name: `milestone_${span.fromDay}_${span.toDay}.csv`,
      trail: trailOf({ journeyId, stream: journey.name, range: reached, span, milestone }),
      zone: span.zone,
      columns: [
        { head: 'Reached', at: (row) => row.reachedOn },
        { head: 'Started', at: (row) => row.startedOn },
        { head: 'Customer', value: (row) => row.customerName },
        { head: 'Number', value: (row) => row.address },
        { head: 'Channel', value: (row) => row.channelName },
        { head: 'Version', value: (row) => row.version },
      ],
      readPage: (_last: MilestonePerson | undefined) =>
        ctx.read(async (tx) => {
          const people = await readPeople(ctx, tx, { journeyId, reached, span }, { from, limit: batch });
          from += people.length;
          return people;
        }),
    });
  },
});
