import { channelTypes, type VendorName } from '@parley/contract';
import { noChoices } from '../../choices.ts';
import { refused } from '../../errors.ts';
import type { VendorAdapter } from '../../types.ts';

const ended = 'Google has ended Business Messages on 31 July 2024: nothing can be sent or received here any more.';

/** A service that is gone: its channels keep what they had, and say why no more comes. */
export const closedGbm = (vendor: VendorName): VendorAdapter => ({
  vendor,
  types: [channelTypes.GOOGLE_BUSINESS_MESSENGER],
  evidence: { send: 'confirmed' },
  capabilities: () => ({
    contents: [],
    receipts: [],
    windowHours: 0,
    choices: noChoices,
    speedPerSecond: 1,
    dedupes: false,
    textLimit: 0,
    templates: 'none',
    isClosed: ended,
  }),
  render: () => refused(ended, 'CONFIG'),
  send: async () => ({ kind: 'failed', error: refused(ended, 'CONFIG').error }),
  verifyHook: () => 'bad',
  parseHook: () => [{ type: 'unknown', what: 'a service that has ended' }],
  probe: async () => [{ name: 'reach', isOk: false, text: ended }],
});
