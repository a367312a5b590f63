import { finding } from '../../check/finding.ts';
import type { Check } from '../shared/check.ts';
import type { Config } from './schema.ts';

export const check: Check<Config> = {
  settings: ({ sources }, { node }) => (sources.length === 0 ? [finding('SETTING', 'noSources', { node, field: 'sources' }, {})] : []),
};
