import { defineRecord } from '#platform/audit/record.ts';
import { findBucketRecord } from './artifact.repository.ts';

/** A bucket of the library. The name of a private one is its owner's alone. */
export const bucketRecord = defineRecord({
  kind: 'bucket',
  module: 'content',
  tables: ['artifactBuckets'],
  fields: { name: 'plain', isPublic: 'plain', privateContent: 'secret' },
  async read(tx, enterpriseId, id) {
    const row = await findBucketRecord(tx, enterpriseId, id);
    return row && !row.isPublic ? { isPublic: false, privateContent: row.name } : row;
  },
  nameOf: ({ name }) => String(name ?? ''),
  link: () => '/creatives',
});
