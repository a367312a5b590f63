import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@parley/contract';
import { createSimulatorControl } from '@parley/vendors/simulator';
import { upload } from '../../apps/server/test/upload.ts';
import { type Caller, createCaller, type Who } from '../caller.ts';
import { type Connection, connect } from '../frames.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'kills';
const { broadcasts, imports } = endpoints;
const visitorCount = 6;
const recipients = 900; // the simulator keeps a thousand phones apart

type Acknowledged = { key: string; text: string };

/** A widget with an outbox: what was not acknowledged is sent again under its key, until it is. */
async function writeOn({ target, attacker, tally }: Scene, address: string, isOver: () => boolean): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  let token = '';
  let connection: Connection | undefined;
  let waiting: Acknowledged | undefined;
  while (!isOver() || waiting) {
    if (!connection || connection.socket.readyState !== connection.socket.OPEN) {
      connection = await connect(`${target.url.replace('http', 'ws')}/widget/socket?key=${attacker.widgetKey}`, {
        origin: target.url,
        'x-forwarded-for': address,
      });
      if (!connection.isOpen) {
        await sleep(100);
        continue;
      }
      const opened = connection;
      opened.send(JSON.stringify({ type: 'hello', data: { visitorToken: token } }));
      if (!(await opened.until(() => opened.frames.some(({ type }) => type === 'welcome'), 5000))) continue;
      token = opened.first<{ visitorToken: string }>('welcome')?.visitorToken || token;
    }
    const { frames, send, until } = connection;
    waiting ??= { key: randomUUID(), text: `note ${randomUUID()}` };
    const mine = waiting;
    tally.frames += 1;
    send(JSON.stringify({ type: 'send', data: mine }));
    const isAccepted = await until(
      () => frames.some(({ type, data }) => type === 'accepted' && (data as { key: string }).key === mine.key),
      3000,
    );
    if (isAccepted) {
      acknowledged.push(mine);
      waiting = undefined;
    }
    await sleep(40);
  }
  connection?.end();
  return acknowledged;
}

/** The same call until it is answered: what a person does who saw the page fail. */
async function insist(
  caller: Caller,
  who: Who,
  sent: Parameters<Caller['send']>[1],
  label: string,
): Promise<{ data: Record<string, string>; response?: Record<string, string> }> {
  for (let tries = 0; ; tries += 1) {
    const got = await caller.send(who, sent, label);
    if (got?.status === 200) return JSON.parse(got.body) as { data: Record<string, string> };
    if (tries > 40) throw new Error(`${label} is not taken: ${got?.status} ${got?.body.slice(0, 300)}`);
    await sleep(250);
  }
}

const json = (method: string, path: string, body: object) => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function beginImport(caller: Caller, who: Who, lines: number, wrongEvery: number): Promise<string> {
  const rows = Array.from({ length: lines }, (_, index) =>
    index % wrongEvery === 0 ? `Wrong ${index},12` : `Killed ${index},+9197${String(30_000_000 + index)}`,
  );
  const [body, { headers }] = upload('kills.csv', `Name,Phone Number\n${rows.join('\n')}\n`);
  const sent = await insist(caller, who, { method: 'POST', path: imports.uploadFile.path, headers, body }, 'the import’s file');
  const { data } = await insist(
    caller,
    who,
    json('POST', imports.submit.path, { file: { name: 'kills.csv', path: sent.response?.url, source: 'URL' } }),
    'the import’s head',
  );
  await insist(
    caller,
    who,
    json('POST', imports.submit.path, { uploadId: data.uploadId, headerMapping: data.proposal, group: false, groupId: '' }),
    'the import',
  );
  return String(data.uploadId);
}

async function run(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, random, isShort } = scene;
  const killCount = isShort ? 3 : 30;
  const lines = isShort ? 20_000 : 200_000;
  const wrongEvery = 10;
  const caller = createCaller(target.url, name, findings, tally, random);
  const who = { name: 'administrator', token: (await attacker.makeAdministrator()).token };
  const rows = await openRows(target.ownerUrl);
  const control = createSimulatorControl(target.simulator);
  const [template] = await rows.query<{ id: string; name: string; channel: string }>(
    "select template_id as id, name, channel_id as channel from templates where enterprise_id = $1 and name = 'order_update' and deleted_at is null",
    [attacker.enterpriseId],
  );
  if (!template) throw new Error('The attacker has no template to send.');

  let isOver = false;
  const writing = Array.from({ length: visitorCount }, (_, index) => writeOn(scene, `10.77.0.${index + 1}`, () => isOver));
  const importId = await beginImport(caller, who, lines, wrongEvery);
  await control.behave(template.channel, { delayMs: 40, receipts: 'none' }).catch(() => undefined);
  const before = await control.stats(template.channel).catch(() => ({ accepted: 0, customers: 0 }));
  const broadcast = await insist(
    caller,
    who,
    json('POST', broadcasts.send.path, {
      channelId: template.channel,
      phoneNumber: Array.from({ length: recipients }, (_, index) => `+9196${String(40_000_000 + index)}`),
      message: { template: { templateId: template.name, templateUId: template.id } },
      columnMapping: [
        {
          type: 'messageTags',
          card: null,
          variables: ['body.1', 'body.2'].map((variable) => ({ variable, type: 'static', value: 'friend', mappings: [] })),
        },
      ],
      requestKey: randomUUID(),
    }),
    'the broadcast',
  );
  for (let count = 0; count < killCount; count += 1) {
    await sleep(150 + random.between(0, 1799));
    await target.kill('SIGKILL');
    tally.kills += 1;
    await target.startAgain();
  }
  isOver = true;
  const acknowledged = (await Promise.all(writing)).flat();

  const stored = await rows.query<{ text: string; count: string }>(
    'select message as text, count(*) as count from chat_actions where enterprise_id = $1 and message = any ($2) group by message',
    [attacker.enterpriseId, acknowledged.map(({ text }) => text)],
  );
  const counts = new Map(stored.map(({ text, count }) => [text, Number(count)]));
  const lost = acknowledged.filter(({ text }) => !counts.has(text));
  const twice = acknowledged.filter(({ text }) => (counts.get(text) ?? 0) > 1);
  if (acknowledged.length < killCount) findings.add(name, 'visitors could hardly write', `${acknowledged.length} acknowledged messages`);
  if (lost.length > 0)
    findings.add(name, 'acknowledged messages are lost', `${lost.length} of ${acknowledged.length}, such as ${lost[0]?.text}`);
  if (twice.length > 0)
    findings.add(name, 'acknowledged messages stand twice', `${twice.length} of ${acknowledged.length}, such as ${twice[0]?.text}`);
  await compareImport(scene, rows, importId, lines, wrongEvery);
  await compareBroadcast(scene, rows, String(broadcast.data.id), async () => {
    const after = await control.stats(template.channel);
    return { accepted: after.accepted - before.accepted, customers: after.customers - before.customers };
  });
  await rows.close();
  await caller.close();
}

type Rows = Awaited<ReturnType<typeof openRows>>;

async function compareImport(
  { attacker, findings, isShort }: Scene,
  rows: Rows,
  importId: string,
  lines: number,
  wrongEvery: number,
): Promise<void> {
  const wanted = { accepted: lines - lines / wrongEvery, errors: lines / wrongEvery };
  const until = Date.now() + (isShort ? 60_000 : 180_000);
  for (;;) {
    const [record] = await rows.query<{ phase: string; accepted: number; errors: number; total: number }>(
      'select phase, accepted_lines as accepted, error_lines as errors, total_lines as total from csv_imports where enterprise_id = $1 and import_id = $2',
      [attacker.enterpriseId, importId],
    );
    if (record && record.accepted + record.errors !== record.total)
      findings.add(name, 'the counts of the import do not add up', JSON.stringify(record));
    if (record && !['queued', 'running'].includes(record.phase)) {
      if (record.accepted !== wanted.accepted || record.errors !== wanted.errors)
        findings.add(name, 'the import ends with other counts', JSON.stringify(record));
      break;
    }
    if (Date.now() > until) return findings.add(name, 'the import does not end', JSON.stringify(record));
    await sleep(200);
  }
  const [people] = await rows.query<{ count: string; numbers: string }>(
    "select count(*) as count, count(distinct number) as numbers from customers where enterprise_id = $1 and name like 'Killed %'",
    [attacker.enterpriseId],
  );
  if (Number(people?.count) !== wanted.accepted || people?.count !== people?.numbers)
    findings.add(name, 'the import made other customers than it counts', JSON.stringify(people));
}

async function compareBroadcast(
  { attacker, findings, isShort }: Scene,
  rows: Rows,
  runId: string,
  stats: () => Promise<{ accepted: number; customers: number }>,
): Promise<void> {
  const until = Date.now() + (isShort ? 60_000 : 120_000);
  for (;;) {
    const found = await rows.query<{ status: string; count: string; addresses: string }>(
      'select status, count(*) as count, count(distinct address) as addresses from messages where enterprise_id = $1 and resource_id = $2 group by status',
      [attacker.enterpriseId, runId],
    );
    const sum = found.reduce((total, { count }) => total + Number(count), 0);
    const queued = found.filter(({ status }) => status === 'QUEUED').reduce((total, { count }) => total + Number(count), 0);
    if (sum === recipients && queued === 0) {
      const [people] = await rows.query<{ count: string }>(
        'select count(distinct address) as count from messages where enterprise_id = $1 and resource_id = $2',
        [attacker.enterpriseId, runId],
      );
      if (Number(people?.count) !== recipients)
        findings.add(name, 'the broadcast has a recipient twice', `${people?.count} addresses of ${recipients}`);
      break;
    }
    if (sum > recipients) return findings.add(name, 'the broadcast has more rows than recipients', JSON.stringify(found));
    if (Date.now() > until) return findings.add(name, 'the broadcast does not end', JSON.stringify(found));
    await sleep(200);
  }
  const { accepted, customers } = await stats();
  if (accepted !== customers) findings.add(name, 'somebody received a broadcast twice', `${accepted} messages on ${customers} phones`);
}

export const kills: Assault = { name, what: 'kill -9 under writing visitors, an import and a broadcast', run };
