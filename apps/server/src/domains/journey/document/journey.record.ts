import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedJourney } from './journey.repository.ts';

/** A stream; what of its document changed is told by its edits and by the comparison of its versions. */
export const journeyRecord = defineRecord({
  kind: 'journey',
  module: 'streams',
  tables: ['journeys', 'journeyVersions', 'journeyTests', 'journeyEntries'],
  fields: { name: 'plain', description: 'plain', folder: 'plain', state: 'plain', version: 'plain', content: 'plain' },
  read: findRecordedJourney,
  nameOf: ({ name }) => String(name),
  link: (id) => `/designer/journey/${id}`,
});
