import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedEncap } from './encap.repository.ts';

/** An encap's page, log and life; its drawing is that of a stream, and is recorded as one. */
export const encapRecord = defineRecord({
  kind: 'encap',
  module: 'streams',
  tables: ['encaps'],
  fields: { name: 'plain', page: 'plain', texts: 'plain', logger: 'plain', retired: 'plain' },
  read: findRecordedEncap,
  nameOf: ({ name }) => String(name),
  link: (id) => `/encaps/${id}`,
});
