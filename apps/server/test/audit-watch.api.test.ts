import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enterpriseContext } from '../src/context-of.ts';
import { startApp } from './app.ts';
import { watchTrail } from './audit-watch.ts';

const { deps, makeUser } = await startApp();
const { enterpriseId } = await makeUser();

const name = 'POST /of/a/test';
const writeWith = (mark: Parameters<typeof watchTrail>[0]['mark']) =>
  enterpriseContext(deps, enterpriseId, watchTrail({ name, mark })).transaction((tx) =>
    tx
      .updateTable('enterprises')
      .set({ name: `renamed ${newId()}` })
      .where('enterpriseId', '=', enterpriseId)
      .execute(),
  );

test('a call whose first statement changes a record, and that records nothing, is refused; one that is said to leave nothing is not', async () => {
  await expect(writeWith(undefined)).rejects.toThrow(`${name} changed enterprises and left no entry in the audit trail.`);
  await writeWith({ none: 'A test writes it.' });
  // The rows of the transaction before are counted with this one's, and are not its own.
  await enterpriseContext(deps, enterpriseId, watchTrail({ name, mark: undefined })).transaction((tx) =>
    tx.selectFrom('enterprises').select('name').where('enterpriseId', '=', enterpriseId).execute(),
  );
  await expect(writeWith(undefined)).rejects.toThrow(`${name} changed enterprises and left no entry in the audit trail.`);
});
