import { finding } from '../../check/finding.ts';
import type { Check } from '../shared/check.ts';
import { type Config, tenThousandths } from './schema.ts';

export const check: Check<Config> = {
  settings: ({ shares }, { node }) =>
    shares.reduce((sum, { share }) => sum + share, 0) === tenThousandths
      ? []
      : [finding('SETTING', 'sharesSum', { node, field: 'shares' }, {})],
};
