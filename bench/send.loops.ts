import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { Agent, request } from 'undici';

/** The vendor's end as the bench names it. */
export const contactId = '919800000001';
export const authToken = 'bench-token';
const concurrency = 256;

const addressAt = (index: number) => `9170${String(index).padStart(8, '0')}`;

/** Posts the bodies that the program posts, with its concurrency and its client. @param next the place to post, or undefined at the end */
async function postAll(
  base: string,
  name: string,
  next: () => number | undefined | Promise<number | undefined>,
  done: (place: number, id: string) => void,
) {
  const dispatcher = new Agent({ connections: concurrency });
  const url = `${base}/${contactId}/messages`;
  const bodyOf = (index: number) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: addressAt(index),
      type: 'template',
      template: {
        name,
        language: { code: 'en' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: `Customer ${index}` }] }],
      },
    });
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let place = await next(); place !== undefined; place = await next()) {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
          body: bodyOf(place),
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(text);
        done(place, text);
      }
    }),
  );
  await dispatcher.close();
}

/** A bare loop: nothing is kept. @returns milliseconds */
export async function postBare(base: string, name: string, count: number): Promise<number> {
  const places = Array.from({ length: count }, (_, index) => index + 1).values();
  const started = performance.now();
  await postAll(
    base,
    name,
    () => places.next().value,
    () => {},
  );
  return performance.now() - started;
}

/**
 * A durable loop: what any sender must do that loses nothing. Ledger and queue rows are written in batches of 1,000 before they are posted,
 * outcomes and the rows that leave the queue in batches of 500, in tables with our indexes. @returns milliseconds
 */
export async function postDurably(
  connection: pg.ClientConfig,
  base: string,
  name: string,
  count: number,
  enterpriseId: string,
): Promise<number> {
  const [writer, recorder] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([writer.connect(), recorder.connect()]);
  await writer.query(
    'create table if not exists durable_ledger (like messages including all); create table if not exists durable_queue (like send_queue including all)',
  );
  await writer.query('truncate durable_ledger, durable_queue');
  const ids: string[] = [];
  const waiting: ((place: number | undefined) => void)[] = [];
  let posted = 0;
  let finished: { id: string; answer: string }[] = [];
  let recording: Promise<unknown> = Promise.resolve();
  const at = new Date();
  const started = performance.now();
  const takePlace = () => {
    if (posted >= ids.length) return undefined;
    posted += 1;
    return posted;
  };
  const release = () => {
    while (waiting.length > 0 && (posted < ids.length || posted >= count)) waiting.shift()?.(takePlace());
  };
  const write = async () => {
    for (let from = 0; from < count; from += 1000) {
      const made = Array.from({ length: Math.min(1000, count - from) }, () => randomUUIDv7());
      await writer.query(
        `with given as (select * from unnest($2::uuid[], $3::text[], $4::int[]) as g(id, address, number)),
         queued as (insert into durable_queue (enterprise_id, channel_id, message_id, created_at, priority, due_at) select $1, $1, id, $5, 9, $5 from given)
         insert into durable_ledger (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, number, status, status_at, address, content)
         select $1, id, $5, $1, 'out', 'BROADCAST', $1, number, 'QUEUED', $5, address, '{"messageTags/body.1":"Customer"}' from given`,
        [enterpriseId, made, made.map((_, index) => addressAt(from + index)), made.map((_, index) => from + index), at],
      );
      ids.push(...made);
      release();
    }
  };
  const record = (some: typeof finished) =>
    recorder.query(
      `with given as (select * from unnest($2::uuid[], $3::text[]) as g(id, answer)),
       gone as (delete from durable_queue q using given g where q.enterprise_id = $1 and q.message_id = any($2::uuid[]) and q.message_id = g.id)
       update durable_ledger m set status = 'SENT', status_at = now(), attempts = 1, vendor_message_id = g.answer
       from given g where m.enterprise_id = $1 and m.message_id = any($2::uuid[]) and m.message_id = g.id and m.created_at = $4`,
      [enterpriseId, some.map(({ id }) => id), some.map(({ answer }) => answer.slice(-60)), at],
    );
  const flush = () => {
    const some = finished;
    finished = [];
    if (some.length > 0) recording = recording.then(() => record(some));
  };
  await Promise.all([
    write(),
    postAll(
      base,
      name,
      () => takePlace() ?? (posted >= count ? undefined : new Promise((resolve) => waiting.push(resolve))),
      (place, answer) => {
        finished.push({ id: ids[place - 1] as string, answer });
        if (finished.length >= 500) flush();
        if (posted >= count) release();
      },
    ),
  ]);
  flush();
  await recording;
  const ms = performance.now() - started;
  await Promise.all([writer.end(), recorder.end()]);
  return ms;
}
