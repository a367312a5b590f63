import { ownTables } from '../domain.ts';

export const fileTables = ownTables({
  tables: ['files', 'artifacts', 'artifactBuckets', 'spentDownloads', 'doomedContents'],
  grantedReads: {},
});
