import { recordChange } from '#platform/audit/trail.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { tellAdministrators } from '../notification/administrators.ts';
import { ssoRecord } from './sso.record.ts';
import { findDomain, listStaleDomains, updateDomain } from './sso.repository.ts';
import { holdsRecord } from './sso.rules.ts';

const weekMs = 7 * 24 * 3_600_000;
const atOnce = 100;

/**
 * Looks at verified domains once a week. One whose record is gone proves nothing any more: nobody new comes by it until it is back, and the
 * administrators are told. An answer that does not come changes nothing.
 */
export async function recheckDomains(deps: Deps): Promise<void> {
  const stale = await listStaleDomains(deps.db, new Date(deps.now().getTime() - weekMs), atOnce);
  for (const { enterpriseId, domain } of stale) await recheck(deps, enterpriseId, domain);
}

async function recheck(deps: Deps, enterpriseId: string, domain: string): Promise<void> {
  const records = await deps.resolveTxt(domain).catch(() => undefined);
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    const row = await findDomain(tx, enterpriseId, domain);
    if (!row?.verifiedAt) return;
    const isGone = records !== undefined && !holdsRecord(records, row.token);
    await updateDomain(tx, enterpriseId, domain, { checkedAt: ctx.now(), ...(isGone ? { verifiedAt: null } : {}) });
    if (!isGone) return;
    recordChange(ctx, tx, { record: ssoRecord, id: row.connectionId, action: 'edit', name: domain, reason: 'sso.domain_unverified' });
    await tellAdministrators(ctx, tx, { code: 'sso.domain_lost', values: { domain }, cause: `sso ${domain}` });
  });
}
