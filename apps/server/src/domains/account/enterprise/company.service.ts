import type { CompanyGeneral } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { companyRecord } from './company.record.ts';
import { readCompany, writeCompany } from './company.repository.ts';
import { lockSettings } from './enterprise.service.ts';

export const getCompany = (ctx: Ctx) => ctx.read((tx) => readCompany(tx, ctx.enterpriseId));

/** @throws DomainError record.changed */
export function saveCompany(ctx: Ctx, general: CompanyGeneral, read: number) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockSettings(tx, enterpriseId);
    const { version } = await readCompany(tx, enterpriseId);
    await assertVersion(ctx, tx, companyRecord, { id: enterpriseId, version }, read);
    await changing(ctx, tx, companyRecord, enterpriseId, 'edit', () => writeCompany(tx, enterpriseId, general, version + 1));
    return readCompany(tx, enterpriseId);
  });
}
