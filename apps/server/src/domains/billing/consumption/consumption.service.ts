import {
  type BillingStatus,
  type Consumption,
  type ConsumptionKey,
  type ConsumptionRow,
  channelTypes,
  fieldError,
  reportDaysMax,
} from '@parley/contract';
import { invalidRequest } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { readAccount } from '../wallet/account.repository.ts';
import { readBalances } from '../wallet/balance.repository.ts';
import { costsByDay, type Days, type Sum, sumConsumption, sumUnknown } from './consumption.repository.ts';
import { addDays, dayOf, firstOfMonth, forecast } from './forecast.rules.ts';

const forecastDays = 28;
const typeNames = new Map<string, string>(Object.entries(channelTypes).map(([name, type]) => [String(type), name]));

/** The days that are meant: without any the month so far. @throws DomainError request.invalid */
export function toDays({ fromDate, toDate }: { fromDate: string; toDate: string }, now: Date): Days {
  const toDay = toDate || (fromDate > dayOf(now) ? fromDate : dayOf(now));
  const fromDay = fromDate || firstOfMonth(toDay);
  if (fromDay > toDay) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (addDays(fromDay, reportDaysMax) <= toDay) throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: reportDaysMax }));
  return { fromDay, toDay };
}

export async function getStatus(ctx: EnterpriseContext): Promise<BillingStatus> {
  const { enterpriseId } = ctx;
  const today = dayOf(ctx.now());
  const [fromDay = today] = [firstOfMonth(today), addDays(today, -forecastDays)].sort();
  const [{ currency, plan, status, ...balances }, costs] = await Promise.all([
    ctx.read((tx) => readBalances(tx, enterpriseId)),
    ctx.read((tx) => costsByDay(tx, enterpriseId, { fromDay, toDay: today })),
  ]);
  return {
    accountStatus: status,
    accountType: plan === 'POSTPAID' ? 'Postpaid' : 'Prepaid',
    currency,
    ...balances,
    forecast: forecast(costs, today, balances.available),
  };
}

const totalsOf = (rows: readonly Pick<Sum, 'billableUnits' | 'totalUnits' | 'amount'>[]) => {
  const sum = (key: 'billableUnits' | 'totalUnits' | 'amount') => rows.reduce((total, row) => total + row[key], 0);
  return { sumAllBillableUnits: sum('billableUnits'), sumAllTotalUnits: sum('totalUnits'), sumAllTotalAmount: sum('amount') };
};

/** Returns consumption by type of channel, as the specification has it. */
export async function getConsumption(ctx: EnterpriseContext, range: { fromDate: string; toDate: string }): Promise<Consumption> {
  const days = toDays(range, ctx.now());
  const rows = await ctx.read((tx) => sumConsumption(tx, ctx.enterpriseId, days, 'service'));
  return {
    ...totalsOf(rows),
    date: days.toDay,
    serviceConsumption: rows.map(({ key, billableUnits, totalUnits, amount }) => ({
      planEntityId: typeNames.get(key) ?? '',
      billableUnits,
      totalUnits,
      amount,
    })),
  };
}

export async function listConsumption(ctx: EnterpriseContext, { by, ...range }: { fromDate: string; toDate: string; by: ConsumptionKey }) {
  const { enterpriseId } = ctx;
  const days = toDays(range, ctx.now());
  const [sums, unknown, { currency }] = await Promise.all([
    ctx.read((tx) => sumConsumption(tx, enterpriseId, days, by)),
    ctx.read((tx) => sumUnknown(tx, enterpriseId, days)),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  const names = by === 'department' ? await ctx.read((tx) => departmentNames(tx, enterpriseId)) : typeNames;
  const named = (row: Sum): ConsumptionRow => (by === 'service' || by === 'department' ? { ...row, name: names.get(row.key) ?? '' } : row);
  return { ...totalsOf(sums), currency, fromDate: days.fromDay, toDate: days.toDay, rows: sums.map(named), unknown };
}
