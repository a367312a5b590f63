import { peopleLists } from '@parley/contract';
import { type PersonalData, personalRows } from '../../../personal-data.ts';
import { removeFiles } from '../../file/door.ts';
import { isBeingMade, lockFilesOf, selectFilesOf, updateExport } from './export.repository.ts';

/** Files of lists with persons in them are copies: they go as a whole, and users who need one make it again. */
export const exportsOfPerson: PersonalData = personalRows({
  kind: 'listFiles',
  tables: ['exports'],
  rows: ({ enterpriseId }) => selectFilesOf(enterpriseId, peopleLists),
  async erase(ctx, tx, { enterpriseId }, { limit }) {
    // One that is being written has read rows of the person: it goes when it is there.
    if (await isBeingMade(tx, enterpriseId, peopleLists)) return { erased: 0, more: true, isWaiting: true };
    const rows = await lockFilesOf(tx, enterpriseId, peopleLists, limit);
    for (const row of rows) await updateExport(tx, row, { state: 'expired', fileId: null, expiresAt: ctx.now() });
    await removeFiles(
      tx,
      enterpriseId,
      rows.flatMap(({ fileId }) => fileId ?? []),
    );
    return { erased: rows.length, more: rows.length >= limit };
  },
});
