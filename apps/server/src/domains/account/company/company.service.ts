import type { CompanyGeneral, Currency } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { lockSettings } from '../enterprise/enterprise.service.ts';
import { assertLogo } from './company.logo.ts';
import { companyRecord } from './company.record.ts';
import { readCompany, writeCompany } from './company.repository.ts';

/** The wallet gives the currency of prices if there is billing; the operator of the installation chose it. */
async function presentCompany(ctx: Ctx, tx: Read) {
  const { general, ...company } = await readCompany(tx, ctx.enterpriseId);
  const currency = await ctx.bill.currencyOf(tx, ctx.enterpriseId);
  return { ...company, general: { ...general, currency }, logoUrl: general.logo === '' ? '' : ctx.fileUrl(general.logo) };
}

export const getCompany = (ctx: Ctx) => ctx.read((tx) => presentCompany(ctx, tx));

/** Reads the currency of an enterprise's prices and costs. */
export const readCurrency = async (tx: Read, enterpriseId: string): Promise<Currency> =>
  (await readCompany(tx, enterpriseId)).general.currency;

/** @throws DomainError record.changed, company.currency_fixed, and file.not_found or company.logo_unfit for another logo */
export function saveCompany(ctx: Ctx, general: CompanyGeneral, read: number) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockSettings(tx, enterpriseId);
    const { version, general: before } = await readCompany(tx, enterpriseId);
    await assertVersion(ctx, tx, companyRecord, { id: enterpriseId, version }, read);
    await assertLogo(ctx, tx, general.logo, before.logo);
    if (ctx.flags.billing && general.currency !== (await ctx.bill.currencyOf(tx, enterpriseId)))
      throw new DomainError('company.currency_fixed', 'The currency is that of the wallet.', {});
    await changing(ctx, tx, companyRecord, enterpriseId, 'edit', () => writeCompany(tx, enterpriseId, general, version + 1));
    return presentCompany(ctx, tx);
  });
}
