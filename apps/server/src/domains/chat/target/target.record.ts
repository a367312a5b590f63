import { defineRecord } from '#platform/audit/record.ts';
import { findDepartmentName } from '../settings/settings.repository.ts';
import { findTargets } from './target.repository.ts';

/** Record of a department's targets, under the department's id; of the enterprise's under its own. */
export const chatTargetsRecord = defineRecord({
  kind: 'chat_targets',
  module: 'chat',
  tables: ['chatTargets'],
  fields: { targets: 'parts' },
  async read(tx, enterpriseId, id) {
    const deptId = id === enterpriseId ? null : id;
    const row = await findTargets(tx, enterpriseId, deptId);
    if (!row) return undefined;
    const name = deptId === null ? '' : ((await findDepartmentName(tx, enterpriseId, deptId)) ?? '');
    return { name, targets: row.steps.at(-1)?.values ?? {} };
  },
  nameOf: ({ name }) => String(name),
  link: () => '/chat/analytics',
});
