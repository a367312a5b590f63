import type { CompanyGeneral, Currency } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { assertLogo } from './company.logo.ts';
import { companyRecord } from './company.record.ts';
import { readCompany, writeCompany } from './company.repository.ts';
import { lockSettings } from './enterprise.service.ts';

async function presentCompany(ctx: Ctx, tx: Tx) {
  const company = await readCompany(tx, ctx.enterpriseId);
  return { ...company, logoUrl: company.general.logo === '' ? '' : ctx.fileUrl(company.general.logo) };
}

export const getCompany = (ctx: Ctx) => ctx.read((tx) => presentCompany(ctx, tx));

/** What the prices and costs of an enterprise are in. */
export const readCurrency = async (tx: Tx, enterpriseId: string): Promise<Currency> =>
  (await readCompany(tx, enterpriseId)).general.currency;

/** @throws DomainError record.changed, and file.not_found or company.logo_unfit for another logo */
export function saveCompany(ctx: Ctx, general: CompanyGeneral, read: number) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockSettings(tx, enterpriseId);
    const { version, general: before } = await readCompany(tx, enterpriseId);
    await assertVersion(ctx, tx, companyRecord, { id: enterpriseId, version }, read);
    await assertLogo(ctx, tx, general.logo, before.logo);
    await changing(ctx, tx, companyRecord, enterpriseId, 'edit', () => writeCompany(tx, enterpriseId, general, version + 1));
    return presentCompany(ctx, tx);
  });
}
