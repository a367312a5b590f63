import { defineRecord } from '#platform/audit/record.ts';
import { listLogins } from './sql.repository.ts';

/** The access of an enterprise by SQL: one record, whose id is the enterprise. The log of statements tells its use. */
export const reportingLoginRecord = defineRecord({
  kind: 'reporting_login',
  module: 'account',
  tables: ['reportingLogins', 'reportingKeys'],
  fields: { login: 'plain', former: 'plain' },
  async read(tx, enterpriseId) {
    const rows = await listLogins(tx, enterpriseId);
    if (rows.length === 0) return undefined;
    const former = rows.filter(({ validUntil }) => validUntil !== null).map(({ login }) => login);
    return { login: rows.find(({ validUntil }) => validUntil === null)?.login ?? '', former };
  },
  nameOf: () => 'SQL',
  link: () => '/admin/details?tab=sql',
});
