import { ownTables } from '../domain.ts';

export const integrationTables = ownTables({ tables: ['integrations'], grantedReads: {} });
