import { expressionFinding } from '../../check/finding.ts';
import { readPattern } from '../../expression/pattern.ts';
import type { Check } from '../shared/check.ts';
import type { Config } from './schema.ts';

export const check: Check<Config> = {
  settings({ pattern }, { node }) {
    const read = pattern === '' ? undefined : readPattern(pattern);
    return typeof read === 'string' ? [expressionFinding('EXPRESSION', { code: 'pattern', text: read }, { node, field: 'pattern' })] : [];
  },
};
