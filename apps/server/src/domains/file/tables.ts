import { ownTables } from '../domain.ts';

export const fileTables = ownTables({
  tables: ['files', 'artifacts', 'artifactBuckets', 'spentDownloads', 'doomedContents'],
  grantedReads: {
    files: { journey: 'a turn reads the files of the library that a batch of messages names' },
    artifacts: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
  },
});
