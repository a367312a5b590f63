import type { RawBuilder, SqlBool } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** What names a file in its content; while it is live the file stays. */
export type FileUse = { fileId: string; name: string; isLive: boolean };

export type FileUser = {
  /** What names these files, wherever in its content. */
  list: (tx: Tx, enterpriseId: string, fileIds: readonly string[]) => Promise<FileUse[]>;
  /** The condition that something holds a file for good, for a query that has both columns. */
  holds?: (enterpriseId: RawBuilder<string>, fileId: RawBuilder<string | null>) => RawBuilder<SqlBool>;
};
export const fileUsers = defineExtensionPoint<FileUser>('file.use');

/** In the order of their names. */
export async function listFileUses(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Tx,
  fileIds: readonly string[],
): Promise<FileUse[]> {
  if (fileIds.length === 0) return [];
  const found = await Promise.all(extensions.of(fileUsers).map(({ list }) => list(tx, enterpriseId, fileIds)));
  return found.flat().sort((one, other) => one.name.localeCompare(other.name));
}

/** What names an attachment of the library itself, whatever its file is. */
export type ArtifactUse = { artifactId: string; name: string; isLive: boolean };
export const artifactUses =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, artifactIds: readonly string[]) => Promise<ArtifactUse[]>>('artifact.use');

export async function listArtifactUses(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Tx,
  artifactIds: readonly string[],
): Promise<ArtifactUse[]> {
  if (artifactIds.length === 0) return [];
  return (await Promise.all(extensions.of(artifactUses).map((list) => list(tx, enterpriseId, artifactIds)))).flat();
}

/** Names of users in the order of their ids. */
export const makerNames =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, userIds: readonly string[]) => Promise<string[]>>('file.makerName');
