import type { Page, ReportSpan, StreamRange, WalkData } from '@parley/contract';
import { mask, showValue } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { openReport, presentSpan, walksOf } from '../span/report.span.ts';
import type { Span } from '../span/span.repository.ts';
import { walkConditions } from '../walk/monitor.filter.ts';
import { findListedWalks, type Listed } from '../walk/walk.repository.ts';
import { type Collected, findCollected, listVariables, type NamedVariable } from './data.repository.ts';

const longest = 2000;
const mostShown = 200;
/** Variables of a stream as they are shown. @property columns each name once, over all versions */
export type DataTable = { columns: string[]; variables: readonly NamedVariable[]; zone: string };

export async function readTable(ctx: Ctx, tx: Read, journeyId: string, { version }: StreamRange, { zone }: Span): Promise<DataTable> {
  const variables = await listVariables(tx, ctx.enterpriseId, journeyId, version);
  return { columns: [...new Set(variables.map(({ name }) => name))], variables, zone };
}

/** Shows a walk's variables. Those that its version calls sensitive are masked whether they have a value or not: its end has erased them. */
function valuesOf({ columns, variables, zone }: DataTable, { version }: Listed, collected: Collected | undefined): string[] {
  const own = new Map(variables.filter((one) => one.version === version).map((one) => [one.name, one]));
  return columns.map((name) => {
    const variable = own.get(name);
    if (!variable || !collected?.variables) return '';
    if (variable.isSensitive) return mask;
    const value = collected.variables[name] ?? null;
    if (value === null) return '';
    return collected.secret?.includes(name) ? mask : showValue(value, { language: 'en', zone }).slice(0, longest);
  });
}

/** Reads a page of walks with what they have collected, the newest first. */
export async function readRows(
  ctx: Ctx,
  tx: Read,
  { journeyId, range, span, table }: { journeyId: string; range: StreamRange; span: Span; table: DataTable },
  bounds: { from: number; limit: number },
): Promise<WalkData[]> {
  const eyes = readingOf(ctx.actor);
  const conditions = await walkConditions(ctx, tx, walksOf(journeyId, range, span), null);
  const rows = await findListedWalks(tx, ctx.enterpriseId, conditions, bounds);
  const collected = await findCollected(
    tx,
    ctx.enterpriseId,
    rows.map(({ instanceId }) => instanceId),
  );
  return rows.map((row) => ({
    id: row.instanceId,
    version: row.version,
    customerId: row.customerId,
    customerName: shownName(row.customerName ?? '', eyes),
    address: shownAddress(row.address, eyes),
    channelName: row.channelName ?? '',
    state: row.state,
    reason: row.reason,
    outcome: row.outcome,
    startedOn: row.startedAt.toISOString(),
    endedOn: row.endedAt?.toISOString() ?? '',
    values: valuesOf(table, row, collected.get(row.instanceId)),
  }));
}

/** @throws DomainError journey.not_found or request.invalid */
export function listData(
  ctx: Ctx,
  journeyId: string,
  { from, perPage, ...range }: Page & StreamRange,
): Promise<{ span: ReportSpan; columns: string[]; rows: WalkData[]; more: boolean }> {
  const limit = perPage === -1 ? mostShown : perPage;
  return ctx.read(async (tx) => {
    const { span } = await openReport(ctx, tx, journeyId, range);
    const table = await readTable(ctx, tx, journeyId, range, span);
    const rows = await readRows(ctx, tx, { journeyId, range, span, table }, { from, limit: limit + 1 });
    return { span: presentSpan(span), columns: table.columns, rows: rows.slice(0, limit), more: rows.length > limit };
  });
}
