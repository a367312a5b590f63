import { X509Certificate } from 'node:crypto';
import type { SsoConnection } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type ConnectionRow, listDomains } from '../connection/sso.repository.ts';
import { recordOf } from '../connection/sso.rules.ts';
import { samlAddresses } from '../protocol/saml.ts';
import { findUserNames } from '../user/user.names.ts';
import { redirectUriOf } from './sso.attempt.ts';

/** The latest expiry of a provider's certificates; null if it cannot be read. */
function lastEndOf(certificates: readonly string[]): string | null {
  const ends = certificates.map((certificate) => Date.parse(new X509Certificate(certificate).validTo)).filter(Number.isFinite);
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}

/** A connection as its editors see it: the secret is only said to be there. */
export async function presentConnection(deps: Deps, tx: Tx, row: ConnectionRow): Promise<SsoConnection> {
  const { enterpriseId, connectionId } = row;
  const domains = (await listDomains(tx, enterpriseId)).filter((domain) => domain.connectionId === connectionId);
  const names = await findUserNames(tx, enterpriseId, row.exemptUserIds);
  const heir = row.scimHeir === null ? [] : await findUserNames(tx, enterpriseId, [row.scimHeir]);
  return {
    id: connectionId,
    kind: row.kind,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    hasSecret: row.clientSecret !== '',
    saml: row.saml && {
      ...row.saml,
      validUntil: lastEndOf(row.saml.certificates),
      metadataUri: samlAddresses(deps, connectionId).entityId,
    },
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
    ...(row.kind === 'saml'
      ? { redirectUri: samlAddresses(deps, connectionId).assertion, logoutUri: samlAddresses(deps, connectionId).logout }
      : {
          redirectUri: redirectUriOf(deps, connectionId),
          logoutUri: `${deps.publicUrl()}/account/enterprise/sso/${connectionId}/logout`,
        }),
    provisioning: {
      baseUri: `${deps.publicUrl()}/account/scim/v2/${connectionId}`,
      keyMadeAt: row.scimKeyMadeAt?.toISOString() ?? null,
      keyEnding: row.scimKeyEnding,
      lastUsedAt: row.scimUsedAt?.toISOString() ?? null,
      heir: row.scimHeir === null ? null : { uId: row.scimHeir, name: heir[0] ?? '' },
    },
    version: row.version,
  };
}
