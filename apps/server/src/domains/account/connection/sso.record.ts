import { defineRecord } from '#platform/audit/record.ts';
import { findUserNames } from '../user/user.names.ts';
import { findConnection, listDomains } from './sso.repository.ts';

export const ssoRecord = defineRecord({
  kind: 'sso_connection',
  module: 'account',
  tables: ['ssoConnections', 'ssoDomains'],
  fields: {
    name: 'plain',
    issuer: 'plain',
    clientId: 'plain',
    clientSecret: 'secret',
    signInUrl: 'plain',
    logoutUrl: 'plain',
    certificates: 'long',
    emailAttribute: 'plain',
    nameAttribute: 'plain',
    isProviderStarted: 'plain',
    groupClaim: 'plain',
    roleMap: 'plain',
    defaultRoles: 'plain',
    state: 'plain',
    isEnforced: 'plain',
    exempt: 'plain',
    domains: 'plain',
    scimKey: 'secret',
    heir: 'plain',
    lender: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findConnection(tx, enterpriseId, id);
    if (!row) return undefined;
    const domains = (await listDomains(tx, enterpriseId)).filter(({ connectionId }) => connectionId === id);
    const exempt = await tx
      .selectFrom('users')
      .select('name')
      .where('enterpriseId', '=', enterpriseId)
      .where('userId', 'in', [...row.exemptUserIds, enterpriseId])
      .orderBy('name')
      .execute();
    const [heir = '', lender = ''] = await findUserNames(tx, enterpriseId, [row.scimHeir, row.editedBy]);
    return {
      ...row,
      ...row.saml,
      certificates: row.saml?.certificates.join('\n') ?? '',
      scimKey: row.scimKeyHash?.toString('hex') ?? '',
      heir,
      lender,
      roleMap: row.roleMap.map(({ providerGroup, roles }) => `${providerGroup}: ${roles.join(', ')}`),
      exempt: exempt.map(({ name }) => name),
      domains: domains.map(({ domain, verifiedAt }) => (verifiedAt ? domain : `${domain} (?)`)),
    };
  },
  nameOf: ({ name }) => String(name),
  link: () => '/admin/sso',
});
