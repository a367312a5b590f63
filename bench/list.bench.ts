import { randomUUIDv7 } from 'node:crypto';
import Fastify from 'fastify';
import { measureLoad } from './load.ts';
import { type Figure, median } from './table.ts';
import { startWorld } from './world.ts';

const load = { requests: 4000, atOnce: 16 };
const rounds = 5;
const customers = 10_000;

/** A page of 25 customers: ours with session, permission, enterprise, row-level security and checked answer, against a bare route. */
export async function benchList(): Promise<Figure[]> {
  const world = await startWorld();
  const { deps, url } = world.running;
  const rows = Array.from({ length: customers }, (_, index) => ({
    enterpriseId: world.enterpriseId,
    customerId: randomUUIDv7(),
    name: `Customer ${index}`,
    number: `+4791${String(index).padStart(6, '0')}`,
    email: `c${index}@bench.example`,
    createdAt: new Date(Date.now() - index * 1000),
  }));
  for (let from = 0; from < rows.length; from += 1000) {
    await world.ctx.transaction((tx) =>
      tx
        .insertInto('customers')
        .values(rows.slice(from, from + 1000))
        .execute(),
    );
  }
  const owner = new (await import('pg')).default.Pool({ ...world.connection, max: deps.config.databasePoolSize });
  await owner.query('analyze customers');
  // The reference reads the same rows by the same statement; it knows its enterprise and asks nobody who is calling.
  const bare = Fastify();
  const statement =
    'select customer_id, name, number, email, created_at from customers where enterprise_id = $1 and deleted_at is null order by customer_id desc limit 26';
  bare.get('/customers', async () => {
    const page = await owner.query(statement, [world.enterpriseId]);
    return {
      status: true,
      code: '100',
      message: 'Success',
      data: null,
      response: { customers: page.rows.slice(0, 25), more: page.rows.length > 25 },
    };
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await world.makeAgent([3]);
  const call = {
    bare: () => measureLoad(`${bareUrl}/customers`, load),
    ours: () => measureLoad(`${url}/e/enterprise/customers?from=0&perPage=25`, { ...load, headers: { 'authentication-token': token } }),
  };
  await call.bare();
  await call.ours();
  const runs: { bare: number; ours: number }[] = [];
  for (let index = 0; index < rounds; index += 1) runs.push({ bare: await call.bare(), ours: await call.ours() });
  await bare.close();
  await owner.end();
  await world.stop();
  const ratio = median(runs.map((run) => run.ours / run.bare));
  return [
    {
      name: 'a list page over HTTP, 25 of 10,000 customers',
      ours: `${Math.round(median(runs.map((run) => run.ours)))} requests/s`,
      reference: `${Math.round(median(runs.map((run) => run.bare)))}/s, bare Fastify route, same SQL`,
      ratio,
      goal: 'at least 0.7',
      isMet: ratio >= 0.7,
    },
  ];
}
