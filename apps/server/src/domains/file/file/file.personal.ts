import type { EnterpriseContext } from '../../../context.ts';
import { type PersonalData, personalRows } from '../../../personal-data.ts';
import { forgetDoomed, isContentUsed, listDoomed, listUploadsOf, removeFiles, selectUploadsOf } from './file.repository.ts';

/**
 * Removes the bytes of files that have gone, unless another file has the same.
 * @returns whether some are too young to be removed; then the caller comes again
 */
export async function removeDoomed(ctx: EnterpriseContext): Promise<boolean> {
  const { enterpriseId } = ctx;
  const doomed = await ctx.read((tx) => listDoomed(tx, enterpriseId));
  let isLeft = false;
  for (const sha256 of doomed)
    await ctx.transaction(async (tx) => {
      if (!(await isContentUsed(tx, sha256)) && !(await ctx.files.remove(sha256))) {
        isLeft = true;
        return;
      }
      await forgetDoomed(tx, enterpriseId, sha256);
    });
  return isLeft;
}

/** Uploads of visitors, sent or not. */
export const filesOfPerson: PersonalData = personalRows({
  kind: 'files',
  tables: ['files'],
  rows: selectUploadsOf,
  listFiles: (tx, person) => listUploadsOf(tx, person),
  async erase(_ctx, tx, person, { limit }) {
    const erased = await removeFiles(tx, person.enterpriseId, await listUploadsOf(tx, person, limit));
    return { erased, more: erased >= limit };
  },
});
