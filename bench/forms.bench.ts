import { endpoints, type FormItem } from '@parley/contract';
import Fastify from 'fastify';
import pg from 'pg';
import { Agent, request } from 'undici';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const warmUp = 200;
const perRound = 1500;
const rounds = 3;
const atOnce = 32;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

/** A form of two screens whose page everybody may open. @returns the path of its page */
async function openForm(world: World): Promise<string> {
  const { userId: _, token } = await world.makeAgent([1]);
  const dispatcher = new Agent();
  const call = async (method: 'POST' | 'PUT', path: string, body: object): Promise<FormItem> => {
    const answer = await request(`${world.running.url}${path}`, {
      method,
      headers: { ...json, 'authentication-token': token },
      body: JSON.stringify(body),
      dispatcher,
    });
    const { data } = (await answer.body.json()) as { data: FormItem };
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return data;
  };
  const field = (id: string, name: string, kind: string) => ({ id, name, kind, label: { en: name }, required: 'true' });
  const document = {
    ...{ format: 'parley.journey', formatVersion: 1, kind: 'form', languages: ['en'] },
    screens: [
      { id: 'screen01', fields: [field('field001', 'fullName', 'text'), field('field002', 'age', 'number')] },
      { id: 'screen02', fields: [field('field003', 'income', 'number')] },
    ],
  };
  const { forms } = endpoints;
  const at = (path: string, id: string) => path.replace(':formId', id);
  const made = await call('POST', forms.save.path, { name: 'Bench', document });
  const published = await call('POST', at(forms.publish.path, made.id), { version: made.version });
  const { pageUrl } = await call('PUT', at(forms.page.path, made.id), { isOpen: true, version: published.version });
  await dispatcher.close();
  return new URL(pageUrl).pathname;
}

/** Sends so many requests, many at once. @param make the request of a place @returns how many a second, and what each told */
async function measure<T>(
  count: number,
  make: (place: number, dispatcher: Agent) => Promise<T>,
): Promise<{ perSecond: number; told: T[] }> {
  const dispatcher = new Agent({ connections: atOnce });
  const told: T[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let place = next++; place < count; place = next++) told[place] = await make(place, dispatcher);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await dispatcher.close();
  return { perSecond: count / seconds, told };
}

const first = 'screen=screen01&lang=en&f.field001=Asha&f.field002=30';
const second = 'screen=screen02&lang=en&f.field003=50000';

function figure(name: string, does: string, ours: readonly number[], theirs: readonly number[]): Figure {
  const [mine, other] = [median(ours), median(theirs)];
  return {
    name: `${name}, ${atOnce} at once`,
    ours: `${Math.round(mine)} a second`,
    reference: `a bare Fastify route that ${does} one row: ${Math.round(other)} a second`,
    ratio: mine / other,
    goal: 'at least 0.6',
    isMet: mine / other >= 0.6,
  };
}

/** Pages of forms, each act with its rows, against bare routes that write one row in a transaction on the same database. */
export async function benchForms(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const pool = new pg.Pool({ ...world.connection, max: world.running.deps.pool.options.max });
  const bare = Fastify();
  try {
    const page = await openForm(world);
    await owner.query('create table bare_forms (id integer primary key, value text not null, at timestamptz not null)');
    await owner.query(`insert into bare_forms select n, '', now() from generate_series(0, ${perRound}) n`);
    await owner.query(
      'create table bare_answers (id bigint generated always as identity primary key, value jsonb not null, at timestamptz not null)',
    );
    bare.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    bare.post('/field/:id', async (asked) => {
      const { id } = asked.params as { id: string };
      await pool.query({
        name: 'f',
        text: 'update bare_forms set value = $2, at = now() where id = $1',
        values: [id, JSON.stringify(asked.body)],
      });
      return { isSaved: true };
    });
    bare.post('/send', async (asked, reply) => {
      await pool.query({
        name: 's',
        text: 'insert into bare_answers (value, at) values ($1, now())',
        values: [JSON.stringify(asked.body)],
      });
      return reply.code(303).header('location', '/').send('');
    });
    const reference = await bare.listen({ port: 0, host: '127.0.0.1' });
    const post = (dispatcher: Agent, address: string, headers: Record<string, string>, body: string) =>
      request(address, { method: 'POST', headers, body, dispatcher });
    const begin = async (_place: number, dispatcher: Agent): Promise<string> => {
      const answer = await post(dispatcher, `${world.running.url}${page}`, form, first);
      await answer.body.dump();
      const { location } = answer.headers;
      if (answer.statusCode !== 303 || typeof location !== 'string') throw new Error(`The page answered ${answer.statusCode}`);
      return location;
    };
    const must = async (answer: Awaited<ReturnType<typeof post>>, status: number): Promise<void> => {
      await answer.body.dump();
      if (answer.statusCode !== status) throw new Error(`Answered ${answer.statusCode} instead of ${status}`);
    };
    const sums: Record<'save' | 'send' | 'bareSave' | 'bareSend', number[]> = { save: [], send: [], bareSave: [], bareSend: [] };
    const field = JSON.stringify({ field: 'field003', value: '50000', state: '', lang: 'en' });
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? warmUp : perRound;
      const begun = await measure(count, begin);
      const saved = await measure(count, async (place, dispatcher) =>
        must(await post(dispatcher, `${world.running.url}${begun.told[place]}/field`, json, field), 200),
      );
      const bareSaved = await measure(count, async (place, dispatcher) =>
        must(await post(dispatcher, `${reference}/field/${place}`, json, field), 200),
      );
      const sent = await measure(count, async (place, dispatcher) =>
        must(await post(dispatcher, `${world.running.url}${begun.told[place]}`, form, second), 303),
      );
      const bareSent = await measure(count, async (_place, dispatcher) =>
        must(await post(dispatcher, `${reference}/send`, form, second), 303),
      );
      if (round === 0) continue;
      sums.save.push(saved.perSecond);
      sums.send.push(sent.perSecond);
      sums.bareSave.push(bareSaved.perSecond);
      sums.bareSend.push(bareSent.perSecond);
    }
    return [
      figure('fields of a form saved', 'updates', sums.save, sums.bareSave),
      figure('forms sent', 'inserts', sums.send, sums.bareSend),
    ];
  } finally {
    await bare.close();
    await pool.end();
    await owner.end();
    await world.stop();
  }
}
