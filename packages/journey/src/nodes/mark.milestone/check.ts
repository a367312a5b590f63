import { finding } from '../../check/finding.ts';
import type { Check } from '../shared/check.ts';
import type { Config } from './schema.ts';

export const check: Check<Config> = {
  named: ({ milestone }, { document, node }) =>
    document.milestones.some(({ id }) => id === milestone) ? [] : [finding('SETTING', 'milestoneGone', { node, field: 'milestone' }, {})],
};
