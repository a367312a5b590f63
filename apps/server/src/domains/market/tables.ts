import { ownTables } from '../domain.ts';

export const marketTables = ownTables({
  tables: ['packagePublishers', 'packages', 'packageParts', 'packageInstalls', 'packageItems', 'moves', 'moveRecords'],
  grantedReads: {},
});
