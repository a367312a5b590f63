import { createReadStream, createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, type UploadRecord } from '@parley/contract';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startProcess } from '../apps/server/test/processes.ts';
import { rowCount, writeCsv } from './people.ts';
import type { Figure } from './table.ts';
import { startWorld, type World } from './world.ts';

const { attributes, imports, phoneBook } = endpoints;
const columns =
  'enterprise_id, customer_id, name, number, email, profile, data, search_text, version, import_id, created_at, updated_at, updated_by';

const attributeNames = ['city', 'plan', 'age', 'balance', 'since', 'notes'];

async function makeCaller(world: World) {
  const { token } = await world.makeAgent([1]);
  return async (method: string, url: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${world.running.url}${url}`, {
      method,
      headers: { 'authentication-token': token, ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as { status: boolean; message: string; data: never; response: never };
    if (!envelope.status) throw new Error(`${method} ${url}: ${JSON.stringify(envelope)}`);
    return envelope as { data: Record<string, never>; response: Record<string, never> };
  };
}
type Call = Awaited<ReturnType<typeof makeCaller>>;

async function runImport(call: Call, file: string, submit: object): Promise<{ record: UploadRecord; ms: number }> {
  const form = new FormData();
  form.append('file', await openAsBlob(file), 'people.csv');
  const { url } = (await call('POST', imports.uploadFile.path, form)).response as unknown as { url: string };
  const parsed = (await call('POST', imports.submit.path, { file: { name: 'people.csv', path: url, source: 'URL' } })).data as unknown as {
    uploadId: string;
    proposal: unknown;
  };
  const started = performance.now();
  await call('POST', imports.submit.path, { uploadId: parsed.uploadId, headerMapping: parsed.proposal, country: 'IN', ...submit });
  for (;;) {
    const record = (await call('GET', imports.get.path.replace(':uploadId', parsed.uploadId))).data.customerCSV as unknown as UploadRecord;
    if (record.phase !== 'queued' && record.phase !== 'running') return { record, ms: performance.now() - started };
    await sleep(250);
  }
}

const perSecond = (rows: number, ms: number) => Math.round(rows / (ms / 1000));
const told = (rows: number, ms: number) => `${perSecond(rows, ms).toLocaleString('en')} rows/s (${(ms / 1000).toFixed(1)} s)`;

/** Highest resident memory of a process so far, in MB, as Linux counts it. */
const peakMb = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024);

/** A file of customers with six attributes into a group, against COPY of the rows that it became, into the same table with the same indexes. */
export async function benchImport(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http,realtime' });
  const worker = await startProcess({ DATA_DIR: world.folder, DATABASE_URL: world.databaseUrl, NODE_OPTIONS: process.env.WOPT ?? '' }, [
    '--roles=worker',
  ]);
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const call = await makeCaller(world);
  for (const fieldName of attributeNames)
    await call('POST', attributes.save.path, {
      fieldName,
      fieldLabel: fieldName,
      fieldHelptext: fieldName,
      mandatory: fieldName === 'city',
      fieldType: 'text',
      inputType: fieldName === 'age' ? 'number' : fieldName === 'balance' ? 'decimal' : 'alphanumeric',
      validations: [
        { id: 'maxValue', value: 60 },
        { id: 'allowSpecialChars', value: true },
        { id: 'allowedChars', value: [] },
      ],
      search: fieldName === 'city',
    });
  const groupId = ((await call('POST', phoneBook.saveGroup.path, { name: 'Bench' })).data.group as unknown as { id: string }).id;
  const [file, changed, rows] = [
    path.join(world.folder, 'people.csv'),
    path.join(world.folder, 'changed.csv'),
    path.join(world.folder, 'rows.copy'),
  ];
  await writeCsv(file, rowCount, (index) => index);
  await writeCsv(changed, rowCount, (index) => index, 'Client');

  const first = await runImport(call, file, { groupId, group: true });
  const memoryMb = peakMb(worker.child.pid ?? 0);
  await pipeline(owner.query(copyTo(`copy (select ${columns} from customers order by customer_id) to stdout`)), createWriteStream(rows));
  const replaced = await runImport(call, changed, { replace: true });

  // The reference begins as the import did: on an empty table.
  await owner.query('truncate customers cascade');
  await owner.query('checkpoint');
  const started = performance.now();
  await pipeline(createReadStream(rows), owner.query(copyFrom(`copy customers (${columns}) from stdin`)));
  const copyMs = performance.now() - started;
  await owner.end();
  const peakAfterMb = peakMb(worker.child.pid ?? 0);
  await worker.kill('SIGTERM');
  await world.stop();

  const { acceptedLines, errorLines, totalLines } = first.record;
  if (acceptedLines + errorLines !== totalLines || totalLines !== rowCount)
    throw new Error(`The counts do not add up: ${JSON.stringify(first.record)}`);
  const reference = `COPY ${told(acceptedLines, copyMs)}`;
  const ratio = copyMs / first.ms;
  const replaceRatio = copyMs / replaced.ms;
  const size = `${rowCount.toLocaleString('en')} rows`;
  return [
    {
      name: `import of ${size} with six attributes into a group`,
      ours: told(totalLines, first.ms),
      reference,
      ratio,
      goal: 'at least 0.35',
      isMet: ratio >= 0.35,
    },
    {
      name: `import of the same ${size}, replacing`,
      ours: told(totalLines, replaced.ms),
      reference,
      ratio: replaceRatio,
      goal: 'at least 0.2',
      isMet: replaceRatio >= 0.2,
    },
    {
      name: 'peak memory of the worker, first import and both',
      ours: `${memoryMb} MB, ${peakAfterMb} MB`,
      reference: '',
      ratio: Number.NaN,
      goal: 'at most 300 MB',
      isMet: memoryMb <= 300 && peakAfterMb <= 300,
    },
  ];
}
