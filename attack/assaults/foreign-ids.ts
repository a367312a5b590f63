import { randomUUIDv7 } from 'node:crypto';
import { type Endpoint, liveRequests, widgetRequests, type z } from '@parley/contract';
import {
  allEndpoints,
  type Field,
  fieldsOfSchema,
  listFields,
  type Part,
  putAt,
  sampleOfSchema,
  withValue,
} from '../../apps/server/test/samples.ts';
import { type Caller, createCaller, eachOf, type Got } from '../caller.ts';
import { connect } from '../frames.ts';
import { idPattern, oneOfEachKind } from '../harvest.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'foreign ids';
/** Field names that identity providers define: their values are kept as any text is. */
const foreignWords = ['clientId'];
const isIdField = ({ path, schema }: Field) => {
  const key = String(path.findLast((part) => typeof part === 'string'));
  return schema.format === 'uuid' || (/(^|_)ids?$|I[dD]s?$/.test(key) && !foreignWords.includes(key));
};

/** Masks the parts that always differ between two answers about unknown ids: request id, the id and the time. */
const normal = (got: Got | undefined, id: string) =>
  got &&
  `${got.status} ${got.body
    .replace(/"requestId":"[^"]*"/, '')
    .replaceAll(id, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;

/** An answer holds nothing of the victim but the id that was sent. */
function lookForLeak({ victim, findings }: Scene, got: Got | undefined, id: string, what: string, detail: () => string): void {
  if (!got) return;
  const leaked =
    got.body.includes(victim.marker) || (got.body.match(idPattern) ?? []).some((found) => found !== id && victim.harvest.all.has(found));
  if (leaked) findings.add(name, `${what}: shows what another enterprise has`, detail());
}

async function attackCall(
  scene: Scene,
  caller: Caller,
  tokens: readonly string[],
  [title, endpoint]: readonly [string, Endpoint],
  field: Field & { part: Part },
  ids: readonly { kind: string; id: string }[],
): Promise<void> {
  const base = ownRequest(endpoint, scene.attacker.harvest);
  let turn = scene.random.between(0, tokens.length - 1);
  const send = async (id: string) => {
    const sent = toSent(endpoint, withValue(base, field.part, field.path, id));
    const who = endpoint.access === 'public' ? { name: 'stranger' } : { name: 'attacker', token: tokens[turn++ % tokens.length] ?? '' };
    return { sent, got: await caller.send(who, sent, title) };
  };
  const place = `${title} ${field.part}.${field.path.join('.')}`;
  const nobody = randomUUIDv7();
  const absent = await send(nobody);
  for (const { kind, id } of ids) {
    const { sent, got } = await send(id);
    lookForLeak(scene, got, id, place, () => `${kind}: ${caller.explain(sent, got)}`);
    if (!got || got.status === 429 || absent.got?.status === 429) continue;
    // Only a path names one record: there what exists elsewhere must look like what exists nowhere.
    if (field.part === 'params' && normal(got, id) !== normal(absent.got, nobody))
      scene.findings.add(
        name,
        `${place}: an id of another enterprise is answered otherwise than an unknown one`,
        `${kind}: ${caller.explain(sent, got)}\nunknown: ${absent.got?.status} ${absent.got?.body.slice(0, 200)}`,
      );
  }
}

async function attackFrames(scene: Scene, ids: readonly { kind: string; id: string }[]): Promise<void> {
  const { target, attacker, victim, tally, findings } = scene;
  const base = target.url.replace('http', 'ws');
  const doors: { title: string; schemas: Record<string, z.ZodType>; url: string; headers: Record<string, string> }[] = [
    {
      title: '/actions',
      schemas: liveRequests,
      url: `${base}/actions?token=${attacker.byRole.find(({ code }) => code === 3)?.user.token}`,
      headers: {},
    },
    {
      title: '/widget/socket',
      schemas: widgetRequests,
      url: `${base}/widget/socket?key=${attacker.widgetKey}`,
      headers: { origin: target.url },
    },
  ];
  for (const { title, schemas, url, headers } of doors) {
    for (const [type, schema] of Object.entries(schemas)) {
      if (type === 'auth') continue;
      for (const field of fieldsOfSchema(schema).filter(isIdField)) {
        const connection = await connect(url, headers);
        if (title === '/widget/socket') connection.send(JSON.stringify({ type: 'hello', data: {} }));
        for (const { id } of ids) {
          tally.frames += 1;
          connection.send(JSON.stringify({ type, id: `foreign-${id}`, data: putAt(sampleOfSchema(schema), field.path, id) }));
        }
        await connection.until(
          () => connection.frames.filter(({ data }) => String((data as { id?: string })?.id).startsWith('foreign-')).length >= ids.length,
          title === '/actions' ? 5000 : 300,
        );
        const told = JSON.stringify(connection.frames);
        const sentIds = new Set(ids.map(({ id }) => id));
        const leaked =
          told.includes(victim.marker) ||
          (told.match(idPattern) ?? []).some((found) => victim.harvest.all.has(found) && !sentIds.has(found));
        const taken = connection.frames.filter(
          ({ type: kind, data }) =>
            kind === 'reply' && (data as { status?: boolean }).status === true && !['ping', 'chatMessageStatus', 'viewing'].includes(type),
        );
        if (leaked) findings.add(name, `${title} ${type}: shows what another enterprise has`, told.slice(0, 800));
        if (taken.length > 0)
          findings.add(name, `${title} ${type}: an id of another enterprise is taken`, JSON.stringify(taken).slice(0, 800));
        connection.end();
      }
    }
  }
}

/** Ids of another enterprise in every place that takes one: nothing of it is shown, kept or changed. */
async function run(scene: Scene): Promise<void> {
  const { target, attacker, victim, findings, tally, random, isShort } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  try {
    const ids = oneOfEachKind(victim.harvest);
    const before = await rows.fingerprint(victim.enterpriseId);
    const places = allEndpoints
      .filter(([title]) => !endsSessions.test(title))
      .flatMap((one) =>
        listFields(one[1])
          .filter(isIdField)
          .map((field) => [one, field] as const),
      );
    const tokens = attacker.administrators.map(({ token }) => token);
    await eachOf(random.shuffled(places), 12, async ([one, field]) => {
      const fitting = ids.filter(({ kind }) => kind.startsWith(`${one[0].split('.')[0]}.`));
      const chosen = isShort ? [...fitting.slice(0, 2), ...random.shuffled(ids).slice(0, 4)] : ids;
      await attackCall(scene, caller, tokens, one, field, chosen);
    });
    await attackFrames(scene, isShort ? random.shuffled(ids).slice(0, 6) : ids);
    for (const { table, id } of await rows.planted(attacker.enterpriseId, victim.harvest.all))
      findings.add(name, `the table ${table} of the attacker holds an id of another enterprise`, id);
    const after = await rows.fingerprint(victim.enterpriseId);
    for (const [table, digest] of before)
      if (after.get(table) !== digest)
        findings.add(name, `rows of another enterprise changed in ${table}`, `${digest} -> ${after.get(table)}`);
  } finally {
    await rows.close();
    await caller.close();
  }
}

export const foreignIds: Assault = { name, what: 'ids of another enterprise in paths, queries, bodies and frames', run };
