import type { Read } from '#platform/db/database.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { listFiles, type StoredFile } from './file.repository.ts';
import { fileNotFound } from './file.service.ts';

/** Extension point: files of others that an actor may put into their content, such as the library's and templates'. */
export const sharedFiles = defineExtensionPoint<(tx: Read, actor: Actor, fileIds: readonly string[]) => Promise<string[]>>('file.shared');

/**
 * Files that an actor may put into their content. Readers of that content get signed links to them, so an id alone must not do. A file must
 * be the actor's own upload, or be held already by the changed record, or, where `isShared` says so, be of the library or of a template.
 * @throws DomainError file.not_found
 */
export async function accessUsable(
  { actor, extensions }: Pick<Ctx, 'actor' | 'extensions'>,
  tx: Read,
  fileIds: readonly string[],
  { held = [], isShared = false }: { held?: readonly string[]; isShared?: boolean } = {},
): Promise<StoredFile[]> {
  const files = await listFiles(tx, actor.enterpriseId, fileIds);
  if (files.length < new Set(fileIds).size) throw fileNotFound();
  const others = files.filter(({ fileId, createdBy }) => createdBy !== actor.userId && !held.includes(fileId)).map(({ fileId }) => fileId);
  if (others.length === 0) return files;
  const shared = isShared ? (await Promise.all(extensions.of(sharedFiles).map((find) => find(tx, actor, others)))).flat() : [];
  if (others.some((fileId) => !shared.includes(fileId))) throw fileNotFound();
  return files;
}
