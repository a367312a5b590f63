import {
  type AuditDetail,
  type AuditEntry,
  type AuditFilter,
  type AuditVerification,
  fieldError,
  mostSearchedDays,
} from '@parley/contract';
import { type Hidden, hiddenFrom } from '#platform/audit/reader.ts';
import type { RecordDefinition } from '#platform/audit/record.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#platform/zone/zone-days.ts';
import type { Config } from '../../../config.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../enterprise/enterprise.service.ts';
import { formerValues, presentChanges, presentEntry, readDetails } from './audit.present.ts';
import { type Bounds, findDetails, findEntry, isErased, listEntries, listPeople } from './audit.repository.ts';

type Records = ReadonlyMap<string, RecordDefinition>;

const entryNotFound = () => new DomainError('audit.not_found', 'There is no such entry.', {});

/**
 * Days of the enterprise: the last seven unless others are asked for.
 * @throws DomainError when days run backwards, or a text is searched over too many
 */
export async function boundsOf(ctx: EnterpriseContext, { fromDate, toDate, search }: AuditFilter): Promise<Bounds> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const lastDay = toDate || dayOf(ctx.now(), timeZone);
  const firstDay = fromDate || addDays(lastDay, -6);
  if (firstDay > lastDay) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (search !== '' && daysBetween(firstDay, lastDay) > mostSearchedDays)
    throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: mostSearchedDays }));
  return { from: startOfDay(firstDay, timeZone), until: startOfDay(addDays(lastDay, 1), timeZone) };
}

/** A page of entries with the names of persons among them. */
export async function readPage(
  ctx: EnterpriseContext,
  bounds: Bounds,
  filter: AuditFilter,
  page: { after: string; from: number; limit: number },
  hidden: Hidden,
): Promise<AuditEntry[]> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const rows = await listEntries(tx, enterpriseId, bounds, filter, page);
    const unnamed = rows.filter(({ recordName }) => recordName === '').map(({ entryId }) => entryId);
    const details = await findDetails(tx, enterpriseId, unnamed);
    return rows.map((row) => presentEntry(row, readDetails(details.get(row.entryId)), hidden));
  });
}

export async function listTrail(
  ctx: Ctx,
  { perPage, after, from, ...filter }: AuditFilter & { perPage: number; after: string; from: number },
): Promise<{ entries: AuditEntry[]; more: boolean; people: { id: string; name: string }[] }> {
  const bounds = await boundsOf(ctx, filter);
  const [entries, people] = await Promise.all([
    readPage(ctx, bounds, filter, { after, from, limit: perPage + 1 }, hiddenFrom(ctx, ctx.actor)),
    after === '' && from === 0 ? ctx.read((tx) => listPeople(tx, ctx.enterpriseId)) : [],
  ]);
  return { entries: entries.slice(0, perPage), more: entries.length > perPage, people };
}

/** @throws DomainError audit.not_found */
export function readEntry(ctx: Ctx, records: Records, entryId: string): Promise<AuditDetail> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const row = await findEntry(tx, enterpriseId, entryId);
    if (!row) throw entryNotFound();
    const details = readDetails((await findDetails(tx, enterpriseId, [entryId])).get(entryId));
    const record = records.get(row.kind);
    const values = record && row.recordId !== '' ? await record.read(tx, enterpriseId, row.recordId) : undefined;
    const hidden = hiddenFrom(ctx, actor);
    const { requestId, reason, hash, number, detailsHash, ...entry } = row;
    return {
      ...presentEntry(entry, details, hidden),
      requestId,
      reason,
      changes: presentChanges(details.changes ?? [], record, hidden),
      counts: { ...details.counts },
      link: (values && record?.link?.(row.recordId, values)) ?? '',
      isErased: detailsHash !== null && (await isErased(tx, enterpriseId, entryId)),
      canPutBack: values ? Object.keys(formerValues(row, details.changes ?? [], record, hidden)) : [],
      number: number ?? 0,
      hash: hash.toString('hex'),
    };
  });
}

/** @throws DomainError audit.not_found, audit.not_restorable, or what the noun's own save refuses */
export async function putBack(
  ctx: Ctx,
  deps: { records: Records; secrets: Secrets; config: Config },
  entryId: string,
  fields: readonly string[],
): Promise<{ fields: string[] }> {
  const { enterpriseId, actor } = ctx;
  const found = await ctx.read(async (tx) => {
    const row = await findEntry(tx, enterpriseId, entryId);
    if (!row) throw entryNotFound();
    return { row, details: readDetails((await findDetails(tx, enterpriseId, [entryId])).get(entryId)) };
  });
  const record = deps.records.get(found.row.kind);
  const former = formerValues(found.row, found.details.changes ?? [], record, hiddenFrom(ctx, actor));
  const missing = fields.filter((field) => !(field in former));
  if (!record?.putBack || missing.length > 0)
    throw new DomainError('audit.not_restorable', 'These values cannot be put back.', { fields: missing });
  const values = Object.fromEntries(fields.map((field) => [field, former[field]]));
  await record.putBack.save({ ...ctx, reason: `put_back ${entryId}` }, found.row.recordId, values, deps);
  return { fields: [...fields] };
}

export const readVerification = (ctx: EnterpriseContext): Promise<AuditVerification | null> =>
  ctx.read(async (tx) => {
    const row = await tx.selectFrom('auditVerifications').select('result').where('enterpriseId', '=', ctx.enterpriseId).executeTakeFirst();
    return row?.result ?? null;
  });

export const noteVerification = (ctx: EnterpriseContext, result: AuditVerification): Promise<unknown> =>
  ctx.transaction((tx) =>
    tx
      .insertInto('auditVerifications')
      .values({ enterpriseId: ctx.enterpriseId, result: JSON.stringify(result), checkedAt: ctx.now() })
      .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet({ result: JSON.stringify(result), checkedAt: ctx.now() }))
      .execute(),
  );
