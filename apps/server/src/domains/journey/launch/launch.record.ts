import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedLaunch } from './launch.repository.ts';

/** A launch of an encap; its links are told by their counts alone. */
export const launchRecord = defineRecord({
  kind: 'encap_launch',
  module: 'streams',
  tables: ['encapLaunches', 'encapLinks'],
  fields: { name: 'plain', mode: 'plain', number: 'plain', state: 'plain', expiry: 'plain', links: 'plain' },
  read: findRecordedLaunch,
  nameOf: ({ name }) => String(name),
  link: () => '/encaps',
});
