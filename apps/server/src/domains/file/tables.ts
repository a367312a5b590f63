import { ownTables } from '../domain.ts';

export const fileTables = ownTables({
  tables: ['files', 'artifacts', 'artifactBuckets', 'spentDownloads', 'doomedContents'],
  grantedReads: {
    doomedContents: { customer: 'enterprises with something to erase are found in one statement' },
    files: { journey: 'a turn reads the files of the library that a batch of messages names' },
    artifacts: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
  },
});
