import { ownTables } from '../domain.ts';

export const integrationTables = ownTables({
  tables: ['integrations'],
  grantedReads: { integrations: { bot: 'the audit trail names the configuration that a bot has chosen' } },
});
