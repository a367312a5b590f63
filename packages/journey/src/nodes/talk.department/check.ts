import { finding } from '../../check/finding.ts';
import type { Check } from '../shared/check.ts';
import type { Config } from './schema.ts';

export const check: Check<Config> = {
  unanswered: ({ department }, { node, membersOf }) =>
    membersOf?.(department.id) === 0
      ? [finding('UNANSWERED', 'departmentEmpty', { node, field: 'department' }, { name: department.name || department.id })]
      : [],
};
