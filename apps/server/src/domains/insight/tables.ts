import { ownTables } from '../domain.ts';

export const insightTables = ownTables({
  tables: ['reportingLogins', 'reportingKeys', 'sqlStatements', 'boards', 'reportAlerts', 'reportSchedules', 'reportDeliveries'],
  grantedReads: {},
});
