import type { SsoConnection } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { findUserNames } from '../user/user.names.ts';
import { redirectUriOf } from './sso.attempt.ts';
import { type ConnectionRow, listDomains } from './sso.repository.ts';
import { recordOf } from './sso.rules.ts';

/** A connection as its editors see it: the secret is only said to be there. */
export async function presentConnection(deps: Deps, tx: Tx, row: ConnectionRow): Promise<SsoConnection> {
  const { enterpriseId, connectionId } = row;
  const domains = (await listDomains(tx, enterpriseId)).filter((domain) => domain.connectionId === connectionId);
  const names = await findUserNames(tx, enterpriseId, row.exemptUserIds);
  return {
    id: connectionId,
    kind: 'oidc',
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    hasSecret: row.clientSecret !== '',
    groupClaim: row.groupClaim,
    roleMap: row.roleMap,
    defaultRoles: row.defaultRoles,
    state: row.state,
    isEnforced: row.isEnforced,
    exempt: row.exemptUserIds.map((uId, index) => ({ uId, name: names[index] ?? '' })),
    testedAt: row.testedAt?.toISOString() ?? null,
    domains: domains.map(({ domain, token, verifiedAt, checkedAt }) => ({
      domain,
      record: recordOf(token),
      isVerified: verifiedAt !== null,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    redirectUri: redirectUriOf(deps, connectionId),
    logoutUri: `${deps.publicUrl()}/account/enterprise/sso/${connectionId}/logout`,
    version: row.version,
  };
}
