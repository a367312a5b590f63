import { ownTables } from '../domain.ts';

export const outreachTables = ownTables({ tables: ['broadcasts', 'audienceFiles', 'audienceRows'], grantedReads: {} });
