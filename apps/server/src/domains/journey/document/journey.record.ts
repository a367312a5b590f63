import { defineRecord } from '#platform/audit/record.ts';

/** A stream; what of its document changed is told by its edits and by the comparison of its versions. */
export const journeyRecord = defineRecord({
  kind: 'journey',
  module: 'streams',
  tables: ['journeys', 'journeyVersions', 'journeyTests', 'journeyEntries'],
  fields: { name: 'plain', description: 'plain', folder: 'plain', state: 'plain', version: 'plain', content: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('journeys')
      .select(['name', 'description', 'folder', 'state', 'version', 'fingerprint as content'])
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return row;
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/designer/journey/${id}`,
});
