import { once } from 'node:events';
import { createReadStream, createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, type Move } from '@parley/contract';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startProcess } from '../apps/server/test/processes.ts';
import type { Figure } from './table.ts';
import { startWorld } from './world.ts';

const chatCount = Number(process.env.BENCH_CHATS ?? 20_000);
const messagesOfChat = 10;
const personCount = Math.ceil(chatCount / 5);
const began = 1_600_000_000;
const { moves } = endpoints;

const words = 'order parcel refund kettle invoice thanks please tomorrow address number street window delivery colour'.split(' ');
const textOf = (index: number) =>
  Array.from({ length: 12 }, (_, at) => words[(index * 7 + at * (1 + (index % 5))) % words.length]).join(' ');

async function write(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file);
  for (const line of lines) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

function* exportLines(): Generator<string> {
  for (let id = 1; id <= chatCount; id += 1) {
    const person = (id % personCount) + 1;
    const sender = {
      id: person,
      name: `Person ${person}`,
      email: `person${person}@example.com`,
      phone_number: `+9198${String(20_000_000 + person)}`,
    };
    const messages = Array.from({ length: messagesOfChat }, (_, at) => ({
      ...{
        id: id * 100 + at,
        content: textOf(id * 10 + at),
        message_type: at % 2,
        content_type: 'text',
        private: false,
        created_at: began + id * 60 + at,
      },
      sender: at % 2 ? { id: 7, name: 'Asha', type: 'user' } : { id: person, name: sender.name, type: 'contact' },
    }));
    const meta = { sender, channel: 'Channel::WebWidget', assignee: { id: 7, name: 'Asha', email: 'asha@old.example' } };
    yield `${JSON.stringify({ meta, id, inbox_id: 3, status: 'resolved', labels: ['refund'], created_at: began + id * 60, messages })}\n`;
  }
}

/** The same conversations and messages as rows of plain tables: one a message. */
function* copyLines(of: 'chats' | 'messages'): Generator<string> {
  const enterprise = '00000000-0000-4000-8000-000000000001';
  const idOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  for (let id = 1; id <= chatCount; id += 1) {
    const at = new Date((began + id * 60) * 1000).toISOString();
    if (of === 'chats')
      yield `${enterprise}\t${idOf(id)}\t${id}\tPerson ${(id % personCount) + 1}\tWebWidget\tAsha\trefund\t${at}\t${at}\t${messagesOfChat}\n`;
    else
      for (let place = 0; place < messagesOfChat; place += 1)
        yield `${enterprise}\t${idOf(id)}\t${place}\t${at}\t${place % 2 ? 'agent' : 'customer'}\tAsha\t${textOf(id * 10 + place)}\tf\n`;
  }
}

const tables = `
  create table bench_chats (enterprise_id uuid, chat_id uuid, key text, name text, channel text, agent text, label text, started_at timestamptz,
    ended_at timestamptz, messages integer, primary key (enterprise_id, chat_id));
  create index on bench_chats (enterprise_id, started_at desc);
  create table bench_messages (enterprise_id uuid, chat_id uuid, number integer, at timestamptz, by text, name text, text text, is_note boolean,
    primary key (enterprise_id, chat_id, number))`;

const peakMb = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024);

/** An export of Chatwoot read, planned and taken in, against COPY of the same conversations and messages into plain tables with their keys. */
export async function benchMoving(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http,realtime' });
  const worker = await startProcess({ DATA_DIR: world.folder, DATABASE_URL: world.databaseUrl }, ['--roles=worker']);
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { token } = await world.makeAgent([1]);
  const call = async (method: string, url: string, body?: object): Promise<never> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${world.running.url}${url}`, {
      method,
      headers: { 'authentication-token': token, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const envelope = (await answer.json()) as { status: boolean; data: never };
    if (!envelope.status) throw new Error(`${method} ${url}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  const until = async (moveId: string, isDone: (move: Move) => boolean): Promise<Move> => {
    for (;;) {
      const move: Move = await call('GET', moves.get.path.replace(':moveId', moveId));
      if (move.phase === 'failed') throw new Error(move.reason);
      if (isDone(move)) return move;
      await sleep(200);
    }
  };
  const file = path.join(world.folder, 'conversations.ndjson');
  await write(file, exportLines());
  const form = new FormData();
  form.append('file', await openAsBlob(file), 'conversations.ndjson');
  const { id } = (await call('POST', moves.upload.path, form)) as { id: string };

  const started = performance.now();
  const { id: moveId } = (await call('POST', moves.start.path, { source: 'chatwoot', fileIds: [id] })) as { id: string };
  await until(moveId, ({ phase }) => phase === 'planned');
  const readMs = performance.now() - started;
  const run = performance.now();
  await call('POST', moves.run.path.replace(':moveId', moveId), {});
  await until(moveId, ({ phase, stage }) => phase === 'done' || stage === 'search');
  const takenMs = performance.now() - run;
  await until(moveId, ({ phase }) => phase === 'done');
  const searchedMs = performance.now() - run - takenMs;
  const memoryMb = peakMb(worker.child.pid ?? 0);
  const undo = performance.now();
  await call('POST', moves.undo.path.replace(':moveId', moveId), {});
  await until(moveId, ({ phase }) => phase === 'undone');
  const undoMs = performance.now() - undo;

  const files = { chats: path.join(world.folder, 'chats.copy'), messages: path.join(world.folder, 'messages.copy') };
  for (const part of ['chats', 'messages'] as const) await write(files[part], copyLines(part));
  await owner.query(tables);
  await owner.query('checkpoint');
  const copying = performance.now();
  for (const part of ['chats', 'messages'] as const)
    await pipeline(createReadStream(files[part]), owner.query(copyFrom(`copy bench_${part} from stdin`)));
  const copyMs = performance.now() - copying;
  await owner.end();
  await worker.kill('SIGTERM');
  await world.stop();

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const ratio = copyMs / (readMs + takenMs);
  const size = `${chatCount.toLocaleString('en')} conversations with ${(chatCount * messagesOfChat).toLocaleString('en')} messages`;
  return [
    {
      name: `${size}: read, planned and taken in`,
      ours: `${seconds(readMs + takenMs)} (read and planned ${seconds(readMs)}, taken in ${seconds(takenMs)}); their words ${seconds(searchedMs)} later; undone in ${seconds(undoMs)}`,
      reference: `COPY ${seconds(copyMs)}`,
      ratio,
      goal: 'at least 0.3',
      isMet: ratio >= 0.3,
    },
    {
      name: 'peak memory of the worker',
      ours: `${memoryMb} MB`,
      reference: '',
      ratio: Number.NaN,
      goal: 'at most 300 MB',
      isMet: memoryMb <= 300,
    },
  ];
}
