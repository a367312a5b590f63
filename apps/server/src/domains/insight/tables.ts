import { ownTables } from '../domain.ts';

export const insightTables = ownTables({ tables: ['reportingLogins', 'reportingKeys', 'sqlStatements'], grantedReads: {} });
