import { ownTables } from '../domain.ts';

export const insightTables = ownTables({ tables: ['boards', 'reportAlerts', 'reportSchedules', 'reportDeliveries'], grantedReads: {} });
