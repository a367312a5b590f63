import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@parley/contract';
import { type Document, fingerprintOf } from '@parley/journey';
import { enterpriseContext } from '../../apps/server/src/context-of.ts';
import { end, makeStream } from '../../apps/server/test/journeys.ts';
import { type Caller, createCaller, eachOf } from '../caller.ts';
import { clientOf } from '../client.ts';
import { nastyValues } from '../nasty.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';
import { mostHeldMs } from '../watch.ts';

const name = 'rehearsals';
const { journeys, publishing, journeyStarts } = endpoints;
const at = (path: string, journeyId: string) => path.replace(':journeyId', journeyId);

const list = Array.from({ length: 1000 }, (_, n) => n);
/** Expressions that cost as much of the processor's time as their author can make them: their budget ends each, and the turn's all of them. */
const expressions: readonly { source: string; entry: object }[] = [
  { source: 'entry.list.map(a, text(date("2026-01-01"))).size()', entry: { list } },
  { source: 'entry.list.map(t, upper(entry.text)).size()', entry: { list, text: 'x'.repeat(64_000) } },
  { source: 'entry.list.map(a, hash("x")).size()', entry: { list } },
  { source: 'lower(entry.text).size()', entry: { text: 'İ'.repeat(64_000) } },
  { source: 'entry.list.map(a, duration("1d")).size()', entry: { list } },
  { source: 'hash(entry.text).size()', entry: { text: 'é'.repeat(64_000) } },
  { source: 'entry.list.unique().size()', entry: { list: list.map((n) => ({ n })) } },
  { source: 'entry.list.filter(a, matches(entry.text, "(a|b|ab)*c")).size()', entry: { list, text: 'ab'.repeat(32_000) } },
  { source: 'entry.list.map(a, entry.list.map(b, a + b).size()).size()', entry: { list } },
];

type Heavy = { journeyId: string; entry: object };

/** Number of expressions in the short form; the whole form also walks the ones that cost most in a program that has just started. */
const shortExpressions = 2;

/** Every node spends what an expression may, and fails over to the next: the turn ends with its own budget. */
function heavy(expression: string): Document {
  const nodes = Array.from({ length: 30 }, (_, place) => `set000${place + 10}`);
  const assignments = Array.from({ length: 20 }, () => ({ variable: 'n', value: expression }));
  const chain = nodes.map((id, place) => {
    const next = nodes[place + 1] ?? 'end00001';
    return [id, { type: 'data.set', config: { assignments }, to: { next, error: next } }] as const;
  });
  return makeStream({ ...Object.fromEntries(chain), end00001: end() }, { variables: [{ name: 'n', type: 'Number' }] });
}

/** A stream whose draft is this document from now on. @returns its id */
async function makeHeavy({ target, attacker }: Scene, caller: Caller, token: string, title: string, written: Document): Promise<string> {
  const call = clientOf(caller, { name: 'administrator', token });
  const { id } = await call('POST', journeys.create.path, { name: title, example: '' });
  const document = { ...written, id, name: title };
  const ctx = enterpriseContext(target.inside.deps, attacker.enterpriseId);
  await ctx.transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify(document), fingerprint: fingerprintOf(document) })
      .where('enterpriseId', '=', attacker.enterpriseId)
      .where('journeyId', '=', id)
      .execute(),
  );
  return id;
}

const testOf = (id: string, more: object = {}) => ({ id, name: `Test ${id}`, ...more });
const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Streams and conversations that cost much, are spoilt, or are somebody else's: played, checked, and refused. */
async function attackRehearsals(scene: Scene, caller: Caller, token: string): Promise<Heavy[]> {
  const { attacker, victim, findings, isShort } = scene;
  const send = (method: string, path: string, body?: unknown, who = token) =>
    caller.send(
      { name: 'somebody', token: who },
      { method, path, ...(body === undefined ? {} : json(body)) },
      `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`,
    );
  const saveTest = (journeyId: string, test: unknown, testId = 'test0001', who = token) =>
    send('PUT', at(journeys.saveTest.path, journeyId).replace(':testId', testId), { test }, who);
  const made: Heavy[] = [];
  for (const [place, { source, entry }] of (isShort ? expressions.slice(0, shortExpressions) : expressions).entries()) {
    const journeyId = await makeHeavy(scene, caller, token, `Heavy ${place} ${randomUUID().slice(0, 8)}`, heavy(source));
    made.push({ journeyId, entry });
    for (let count = 1; count <= (isShort ? 3 : 20); count += 1) {
      const testId = `test${String(count).padStart(4, '0')}`;
      const saved = await saveTest(journeyId, testOf(testId, { entry }), testId);
      if (saved?.status !== 200) findings.add(name, 'a conversation is not saved', saved?.body ?? '');
    }
    const [played] = await Promise.all([
      send('POST', at(journeys.rehearse.path, journeyId), {}),
      send('GET', at(journeys.check.path, journeyId)),
      send('GET', at(journeys.tests.path, journeyId)),
    ]);
    if (played?.status !== 200 && played?.status !== 422)
      findings.add(name, 'a heavy rehearsal is not answered', `${played?.status} ${played?.body.slice(0, 300)}`);
  }
  const last = made[0]?.journeyId ?? '';
  const agent = attacker.byRole.find(({ code }) => code === 3)?.user.token ?? '';
  const theirs = victim.harvest.byParameter.get('journeyId')?.[0] ?? randomUUID();
  const refused: [string, Promise<{ status: number; body: string } | undefined>][] = [
    ['an agent rehearses', send('POST', at(journeys.rehearse.path, last), {}, agent)],
    ['an agent saves a conversation', saveTest(last, testOf('test0001'), 'test0001', agent)],
    ['a stream of another enterprise is rehearsed', send('POST', at(journeys.rehearse.path, theirs), {})],
    ['a stream of another enterprise is checked', send('GET', at(journeys.check.path, theirs))],
    ['a conversation is saved for another enterprise', saveTest(theirs, testOf('test0001'))],
    [
      'a conversation of another enterprise is deleted',
      send('DELETE', at(journeys.removeTest.path, theirs).replace(':testId', 'test0001')),
    ],
    ['a conversation is saved under another id', saveTest(last, testOf('test0002'), 'test0001')],
    ['a conversation with U+0000 is saved', saveTest(last, testOf('test0001', { name: 'a\u0000' }))],
    ['201 turns are saved', saveTest(last, testOf('test0001', { turns: Array.from({ length: 201 }, () => ({ kind: 'say', text: 'x' })) }))],
    ['a conversation above the limit is saved', saveTest(last, testOf('test0001', { entry: { text: 'x'.repeat(6_000_000) } }))],
  ];
  for (const [what, asked] of refused) {
    const got = await asked;
    if (got && got.status < 400) findings.add(name, what, got.body.slice(0, 300));
  }
  for (const value of nastyValues)
    for (const field of ['turns', 'facts', 'expect', 'stubs', 'said', 'name']) await saveTest(last, testOf('test0001', { [field]: value }));
  await saveTest(last, testOf('test0001'));
  return made;
}

/** The same streams begun for people by calls: each turn spends its budget while everybody else goes on. */
async function walkLive(scene: Scene, caller: Caller, token: string, streams: readonly Heavy[]): Promise<void> {
  const { target, attacker, findings, watch, isShort } = scene;
  const call = clientOf(caller, { name: 'administrator', token });
  const rows = await openRows(target.ownerUrl);
  try {
    const [channel] = await rows.query<{ id: string }>(
      "select channel_id as id from channels where enterprise_id = $1 and type = 4 and environment = 'sandbox'",
      [attacker.enterpriseId],
    );
    const channelId = channel?.id ?? '';
    for (const { journeyId } of streams) {
      const { revision } = await call<{ revision: number }>('GET', at(journeys.draft.path, journeyId));
      await call('POST', at(journeys.publish.path, journeyId), { revision, waiver: 'It is heavy on purpose.' });
      await call('POST', publishing.attach.path, { journeyId, channelId, kind: 'api', word: '' });
    }
    watch.takeHeldMs();
    const starts = streams.flatMap((stream) => Array.from({ length: isShort ? 3 : 20 }, () => stream));
    const begun: string[] = [];
    await eachOf(starts, 4, async ({ journeyId, entry }, place) => {
      const given = { channelId, address: `+9198200${10_000 + place}`, requestKey: randomUUID(), entry };
      const { instanceId, refused } = await call<{ instanceId: string; refused: string }>(
        'POST',
        at(journeyStarts.start.path, journeyId),
        given,
      );
      if (refused !== '') findings.add(name, 'a heavy stream does not begin', refused);
      else begun.push(instanceId);
    });
    const walks = () =>
      rows.query<{ reason: string; state: string; error: string; ended: boolean }>(
        'select reason, state, last_error as error, ended_at is not null as ended from journey_instances where enterprise_id = $1 and instance_id = any($2)',
        [attacker.enterpriseId, begun],
      );
    const until = performance.now() + 30_000;
    while ((await walks()).some(({ ended }) => !ended)) {
      if (performance.now() > until) return findings.add(name, 'heavy walks do not end', JSON.stringify((await walks()).slice(0, 3)));
      await sleep(100);
    }
    const heldMs = watch.takeHeldMs();
    if (heldMs > mostHeldMs)
      findings.add(name, 'a live walk at its budget holds everybody up', `${heldMs} ms in one turn of the event loop`);
    const ended = await walks();
    if (!ended.some(({ reason }) => reason === 'LIMIT'))
      findings.add(name, 'no heavy walk has met its limit', JSON.stringify(ended.slice(0, 3)));
  } finally {
    await rows.close();
  }
}

async function run(scene: Scene): Promise<void> {
  const { target, attacker, victim, findings, tally, random } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  try {
    const { token } = await attacker.makeAdministrator();
    const before = await rows.digestOf(victim.enterpriseId, 'journeys', 'journey_tests', 'journey_versions');
    const streams = await attackRehearsals(scene, caller, token);
    await walkLive(scene, caller, token, streams);
    if ((await rows.digestOf(victim.enterpriseId, 'journeys', 'journey_tests', 'journey_versions')) !== before)
      findings.add(name, 'streams of another enterprise changed', before);
  } finally {
    await rows.close();
    await caller.close();
  }
}

export const rehearsals: Assault = { name, what: 'streams that cost what they may: checked, rehearsed, begun by calls', run };
