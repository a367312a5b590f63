import type { NewRate, Rate, z } from '@parley/contract';
import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { rateRecord } from './rate.record.ts';
import { findRateRow, insertRates, listRateRows, type RateRow } from './rate.repository.ts';
import { kindOf } from './rate.rules.ts';

/** A clock that differs a little is no reason to refuse. */
const tolerancesMs = 5 * 60_000;

/** The prices that hold, that will hold, and that held before. */
export async function listRates(tx: Read, enterpriseId: string, at: Date): Promise<Rate[]> {
  const rows = await listRateRows(tx, enterpriseId);
  const newest = new Map<string, number>();
  for (const row of rows) {
    const time = row.validFrom.getTime();
    if (time <= at.getTime()) newest.set(kindOf(row), Math.max(time, newest.get(kindOf(row)) ?? 0));
  }
  return rows.map((row) => present(row, row.validFrom.getTime() < (newest.get(kindOf(row)) ?? 0)));
}

const present = (row: RateRow, isOver: boolean): Rate => ({
  rateId: row.rateId,
  channelType: row.channelType,
  vendor: row.vendor,
  category: row.category as Rate['category'],
  country: row.country,
  fromUnits: row.fromUnits,
  price: row.price,
  validFrom: row.validFrom.toISOString(),
  isOver,
});

/**
 * Rates that hold from a time on. Those of one kind and time are its tiers; together they take over from what was before.
 * @throws DomainError rate.past, rate.duplicate
 */
export async function addRates(
  auditing: Auditing,
  tx: Tx,
  { validFrom, rates, by }: { validFrom: Date; rates: readonly z.infer<typeof NewRate>[]; by: string },
): Promise<Rate[]> {
  const { enterpriseId } = auditing;
  const now = auditing.now();
  if (validFrom.getTime() < now.getTime() - tolerancesMs)
    throw new DomainError('rate.past', 'A rate holds from now on or later: what was sent is not priced anew.', {});
  const rows = rates.map((rate) => ({ ...rate, enterpriseId, rateId: newId(), validFrom, createdBy: by }));
  const inserted = new Set((await insertRates(tx, rows)).map(({ rateId }) => rateId));
  const place = rows.findIndex(({ rateId }) => !inserted.has(rateId));
  if (place >= 0)
    throw new DomainError('rate.duplicate', `Such a rate from that time on is there already (entry ${place + 1}).`, { place: place + 1 });
  for (const { rateId } of rows)
    recordChange(auditing, tx, {
      record: rateRecord,
      id: rateId,
      action: 'create',
      after: await rateRecord.read(tx, enterpriseId, rateId),
    });
  const made = await Promise.all(rows.map(({ rateId }) => findRateRow(tx, enterpriseId, rateId)));
  return made.flatMap((row) => (row ? [present(row, false)] : []));
}
