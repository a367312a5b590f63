import { finding } from '../../check/finding.ts';
import type { Check } from '../shared/check.ts';
import { addressFault } from './address.ts';
import { isSafeCall } from './retries.ts';
import type { Config } from './schema.ts';

export const check: Check<Config> = {
  settings(config, { node }) {
    const fault = addressFault(config);
    return fault ? [finding('SETTING', fault, { node, field: 'address' }, {})] : [];
  },
  /** Finds calls that fail, or have an unknown outcome, while no exit is joined for that. */
  unanswered(config, { node, joined }) {
    // A call that does no harm twice is made again until it has answered or failed.
    const isOpen = !isSafeCall(config) && !joined.has('unknown');
    if (!joined.has('error'))
      return [finding('UNANSWERED', 'callFails', { node, exit: 'error' }, { exits: isOpen ? 'unknown, error' : 'error' })];
    return isOpen ? [finding('UNANSWERED', 'unknownAsError', { node, exit: 'unknown' }, {})] : [];
  },
};
