import type { RawBuilder, SqlBool } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** User of a file in its content; while it is live the file stays. */
export type FileUse = { fileId: string; name: string; isLive: boolean };

export type FileUser = {
  /** Lists the users of these files, wherever in their content. */
  list: (tx: Read, enterpriseId: string, fileIds: readonly string[]) => Promise<FileUse[]>;
};
export const fileUsers = defineExtensionPoint<FileUser>('file.use');

/** The condition that something holds a file for good, for a query that has both columns. */
export const fileHolds =
  defineExtensionPoint<(enterpriseId: RawBuilder<string>, fileId: RawBuilder<string | null>) => RawBuilder<SqlBool>>('file.hold');

/** Lists the users of files in the order of their names. */
export async function listFileUses(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Read,
  fileIds: readonly string[],
): Promise<FileUse[]> {
  if (fileIds.length === 0) return [];
  const found = await Promise.all(extensions.of(fileUsers).map(({ list }) => list(tx, enterpriseId, fileIds)));
  return found.flat().sort((one, other) => one.name.localeCompare(other.name));
}

/** User of an attachment of the library itself, independent of its file. */
export type ArtifactUse = { artifactId: string; name: string; isLive: boolean };
export const artifactUses =
  defineExtensionPoint<(tx: Read, enterpriseId: string, artifactIds: readonly string[]) => Promise<ArtifactUse[]>>('artifact.use');

export async function listArtifactUses(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Read,
  artifactIds: readonly string[],
): Promise<ArtifactUse[]> {
  if (artifactIds.length === 0) return [];
  return (await Promise.all(extensions.of(artifactUses).map((list) => list(tx, enterpriseId, artifactIds)))).flat();
}

/** Throws department.not_found where one of the ids is no department. */
export const departmentChecks =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, departmentIds: readonly string[]) => Promise<void>>('file.departments');

/** Names of users in the order of their ids. */
export const makerNames =
  defineExtensionPoint<(tx: Read, enterpriseId: string, userIds: readonly string[]) => Promise<string[]>>('file.makerName');
