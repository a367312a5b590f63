import { existsSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { findProgram } from '#platform/programs/find-program.ts';
import { storeCustomerFile } from '../src/domains/file/door.ts';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { lacking } from './lacking.ts';
import { makeMedia } from './media.ts';
import { type ServerProcess, startProcess } from './processes.ts';

const ffmpeg = findProgram('ffmpeg', process.env.PATH);

test.skipIf(!ffmpeg)(
  'kill -9 of the worker in the middle of a copy: another one makes it, once, and what was left is removed',
  {
    ...lacking.ffmpeg,
  },
  async () => {
    const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
    const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'] } });
    const { dataDir } = app.deps.config;
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, FFMPEG: ffmpeg as string };
    const startWorker = () => startProcess(environment, ['--roles=worker']);
    let worker: ServerProcess = await startWorker();
    onTestFinished(() => worker.kill('SIGKILL'));

    const { ctx } = await app.makeEnterprise();
    const video = makeMedia('avi', ['testsrc2=s=1280x720:d=8:r=25'], ['-c:v', 'mpeg4', '-q:v', '8']);
    const { id } = await storeCustomerFile(ctx, { file: Readable.from([video]), filename: 'clip.avi' });
    const read = () =>
      ctx.read((tx) =>
        tx
          .selectFrom('files')
          .select(['playableState', 'playableSha256', 'playableType'])
          .where('enterpriseId', '=', ctx.enterpriseId)
          .where('fileId', '=', id)
          .executeTakeFirstOrThrow(),
      );
    const place = path.join(dataDir, 'playable');
    const folders = () => (existsSync(place) ? readdirSync(place) : []);
    await vi.waitFor(() => expect(folders().some((name) => existsSync(path.join(place, name, 'copy.mp4')))).toBe(true), {
      interval: 5,
    });
    await worker.kill('SIGKILL');
    expect(await read()).toEqual({ playableState: 'waiting', playableSha256: null, playableType: null });
    const left = folders();
    expect(left).toHaveLength(1);
    // Ages it, as it would be found an hour later.
    utimesSync(path.join(place, left[0] as string), 0, 0);

    worker = await startWorker();
    await vi.waitFor(async () => expect((await read()).playableState).toBe('ready'), { interval: 100 });
    await expect.poll(folders).toEqual([]);
    const { playableSha256, playableType } = await read();
    expect(playableType).toBe('video/mp4');
    const stored = readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(stored.map(({ name }) => name)).toContain(playableSha256);
    expect(stored).toHaveLength(2);
  },
);
