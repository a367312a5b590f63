import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createTrail, listChanges } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const book = createPhoneBook(app);
const trail = createTrail(app);
const { imports } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);

test('an import, its result, its undo, the download of its refused rows and its saved mapping', async () => {
  const user = await makeUser({ enterprise: await app.makeEnterprise({ country: 'IN' }), name: 'Omar' });
  const file = 'Name,Phone Number\nAsha,+919820000001\nRavi,12\n';
  const { uploadId } = await book.importCsv(user, file, { mappingName: 'Shop', groupId: await book.makeGroup(user, 'Patients') });
  const [done, submitted] = await trail.list(user, 'kind=import');
  expect([done, submitted].map((entry) => [entry?.actorKind, entry?.action, entry?.recordName])).toEqual([
    ['system', 'import', 'customers.csv'],
    ['user', 'import', 'customers.csv'],
  ]);
  expect((await trail.detail(user, submitted)).changes.map(({ field, after }) => [field, after])).toEqual([
    ['file', 'customers.csv'],
    ['state', 'queued'],
    [
      'headerMapping',
      [
        { src: 'Phone Number', des: 'phoneNumber' },
        { src: 'Name', des: 'name' },
      ],
    ],
    ['replace', false],
    ['group', 'Patients'],
    ['startsStreams', false],
    ['leavesOut', false],
    ['country', 'IN'],
  ]);
  const result = await trail.detail(user, done);
  expect(result.counts).toEqual({ total: 2, accepted: 1, errors: 1, created: 1, replaced: 0 });
  expect(listChanges(result)).toEqual([['state', 'running', 'completed']]);
  expect(await trail.list(user, 'kind=customer')).toEqual([]);

  await as(user).get(at(imports.downloadErrors.path, uploadId));
  expect(await trail.newest(user, 'kind=import')).toMatchObject({ action: 'export', actorName: 'Omar', counts: { errors: 1 } });
  await as(user).put(at(imports.errors.path, uploadId), { lines: [{ lineNumber: 3, cells: ['Ravi', '+919820000002'] }] });
  expect(await trail.newest(user, 'kind=import')).toMatchObject({ action: 'edit', counts: { accepted: 1, errors: 0 } });
  await as(user).post(at(imports.undo.path, uploadId));
  await book.settled(user, uploadId);
  expect((await trail.list(user, 'kind=import&action=undo')).map(({ actorKind }) => actorKind)).toEqual(['system', 'user']);
  expect(await trail.newest(user, 'kind=import')).toMatchObject({ action: 'undo', counts: { undone: 2, kept: 0 } });

  const [mapping] = await trail.list(user, 'kind=mapping');
  await as(user).delete(at(imports.removeMapping.path, mapping?.recordId ?? ''));
  expect(await trail.brief(user, 'kind=mapping')).toEqual([
    ['Omar', 'delete', 'Shop'],
    ['Omar', 'create', 'Shop'],
  ]);
});
