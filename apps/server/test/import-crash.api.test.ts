import { endpoints } from '@parley/contract';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { createPhoneBook } from './phone-book.ts';
import { lapseLease, type ServerProcess, startProcess } from './processes.ts';

const rows = 12_000;
const every = 10; // one row in so many is wrong

test('kill -9 of the worker in the middle of an import: it goes on where it was, nobody twice, the counts right at every moment', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  // This process takes the calls; the work is another one's, which can be killed.
  const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'] } });
  const book = createPhoneBook(app);
  const user = await app.makeUser({ enterprise: await app.makeEnterprise({ country: 'IN' }) });
  const groupId = await book.makeGroup(user, 'Everybody');
  const environment = { DATABASE_URL: database.url, DATA_DIR: app.deps.config.dataDir };
  const startWorker = () => startProcess(environment, ['--roles=worker']);
  let worker: ServerProcess = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));

  const lines = Array.from({ length: rows }, (_, index) =>
    index % every === 0 ? `Wrong ${index},12` : `Person ${index},+9198${String(30_000_000 + index)}`,
  );
  const parsed = await book.parse(user, `Name,Phone Number\n${lines.join('\n')}\n`);
  await book.submit(user, parsed, { groupId });
  // A sweep leaves an import of the last ten seconds to its job.
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('csvImports')
      .set({ submittedAt: new Date(Date.now() - 60_000) })
      .where('importId', '=', parsed.uploadId)
      .execute(),
  );

  // Looked at far more often than the calls' limit allows.
  const readImport = () =>
    app
      .contextOf(user)
      .read((tx) => tx.selectFrom('csvImports').selectAll().where('importId', '=', parsed.uploadId).executeTakeFirstOrThrow());
  const seen: number[] = [];
  const atLeast = (count: number) =>
    vi.waitFor(
      async () => {
        const record = await readImport();
        expect(record.acceptedLines + record.errorLines).toBe(record.totalLines);
        seen.push(record.totalLines);
        if (record.totalLines < count) throw new Error(`${record.totalLines} of ${count} lines`);
        return record;
      },
      { interval: 5 },
    );
  for (const part of [0.05, 0.5]) {
    const record = await atLeast(rows * part);
    await worker.kill('SIGKILL');
    // One late look may find the second half done.
    if (part < 0.5) expect(record.phase).toBe('running');
    await lapseLease(app.contextOf(user), 'import');
    worker = await startWorker();
  }
  await atLeast(rows);
  const done = await book.settled(user, parsed.uploadId);
  expect(done).toMatchObject({ state: 'COMPLETED', totalLines: rows, acceptedLines: rows - rows / every, errorLines: rows / every });
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(await book.groupCounts(user)).toEqual([['Everybody', rows - rows / every]]);
  const { count } = (await app.as(user).post(endpoints.phoneBook.count.path, { selection: { filter: { groups: [groupId] } } })).json().data;
  expect(count).toBe(rows - rows / every);
  const wrong = await book.listErrors(user, parsed.uploadId, `from=${rows / every - 1}`);
  expect(wrong).toMatchObject([{ lineNumber: rows - every + 2, lineStr: `Wrong ${rows - every},12` }]);
  await app.stop();
});
