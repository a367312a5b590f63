import { hostileArchives } from './archives.ts';
import { hostileData } from './data.ts';
import { hostileDocuments } from './documents.ts';
import type { HostileFile } from './hostile-file.ts';
import { hostilePictures } from './pictures.ts';
import { hostileTables } from './tables.ts';

export type { HostileFile } from './hostile-file.ts';
export { hostilePatterns } from './patterns.ts';

export const hostileFiles: readonly HostileFile[] = [
  ...hostileTables,
  ...hostileArchives,
  ...hostileData,
  ...hostileDocuments,
  ...hostilePictures,
];
