import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { listFiles, type StoredFile } from './file.repository.ts';
import { fileNotFound } from './file.service.ts';

/** Which of these files somebody may put into what they make, though others uploaded them. */
export type FindShared = (tx: Tx, actor: Actor, fileIds: readonly string[]) => Promise<string[]>;

const finders: FindShared[] = [];

/** For modules whose files others may use as well: the library and templates. */
export const shareFiles = (find: FindShared): void => void finders.push(find);

/**
 * Files that somebody may put into what they make. Whoever reads that gets signed links to them, so an id alone must not do: a file is one's
 * own upload, is held already by what is changed, or, where `isShared` says so, is of the library or of a template.
 * @throws DomainError file.not_found
 */
export async function accessUsable(
  tx: Tx,
  actor: Actor,
  fileIds: readonly string[],
  { held = [], isShared = false }: { held?: readonly string[]; isShared?: boolean } = {},
): Promise<StoredFile[]> {
  const files = await listFiles(tx, actor.enterpriseId, fileIds);
  if (files.length < new Set(fileIds).size) throw fileNotFound();
  const others = files.filter(({ fileId, createdBy }) => createdBy !== actor.userId && !held.includes(fileId)).map(({ fileId }) => fileId);
  if (others.length === 0) return files;
  const shared = isShared ? (await Promise.all(finders.map((find) => find(tx, actor, others)))).flat() : [];
  if (others.some((fileId) => !shared.includes(fileId))) throw fileNotFound();
  return files;
}
