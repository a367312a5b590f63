import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { roleRecord } from '../apps/server/src/domains/account/role/role.record.ts';
import { recordChange } from '../apps/server/src/platform/audit/trail.ts';
import { type Figure, percentile } from './table.ts';
import { startWorld } from './world.ts';

const { audit, roles } = endpoints;
const sizes = (process.env.BENCH_AUDIT ?? '100000,1000000').split(',').map(Number);
const sealed = 100_000;
const perTransaction = 20;
const writers = 50;
const rounds = 200;
const fullGoal = 40_000;
const pageGoalMs = 100;
const saves = 400;
const saveRounds = 5;
const saveGoal = 0.8;

/** Writing with and without the chain, checking every entry, and a page of the trail with few and with many entries in the tables. */
export async function benchAudit(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { deps } = world.running;
  const ctx = enterpriseContext(deps, world.enterpriseId);
  const record = [...deps.records.values()].find(({ kind }) => kind === 'role');
  if (!record) throw new Error('There is no record of roles.');
  const write = async (count: number) => {
    const started = performance.now();
    let left = count / perTransaction;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (left-- > 0)
          await ctx.transaction((tx) => {
            for (let index = 0; index < perTransaction; index += 1)
              recordChange(ctx, tx, { record, id: String(index), action: 'edit', before: { name: 'a' }, after: { name: 'b' } });
            return Promise.resolve();
          });
      }),
    );
    return count / ((performance.now() - started) / 1000);
  };
  const seal = () => ctx.transaction((tx) => sql`select seal_audit(1000)`.execute(tx));
  const chained = async () => {
    const timer = setInterval(() => void seal(), 1000);
    const rate = await write(sealed / 2);
    clearInterval(timer);
    return rate;
  };
  await write(2000);
  const plainRate = await write(sealed / 2);
  const chainedRate = await chained();

  const { token } = await world.makeAgent([1]);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${world.running.url}${path}`, {
      method,
      headers: { 'authentication-token': token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const envelope = (await answer.json()) as { status: boolean; data: { checked: number; state: string; entries: unknown } };
    if (!envelope.status) throw new Error(JSON.stringify(envelope));
    return envelope.data;
  };
  const role = { name: 'Bench', description: '', permissions: ['CHANNELS.VIEW'], dataScope: 'enterprise', maskedFields: [] };
  let saved = (await call('PUT', roles.saveRole.path, role)) as unknown as { code: number; version: number };
  /** An administrative save, one after the other; without the trail a record reads nothing, so no entry is made. */
  const saveRate = async () => {
    const began = performance.now();
    for (let index = 0; index < saves; index += 1) {
      const description = String(performance.now());
      saved = (await call('PUT', roles.saveRole.path, { ...role, ...saved, description })) as unknown as typeof saved;
    }
    return saves / ((performance.now() - began) / 1000);
  };
  const { read } = roleRecord;
  const untrailed = async () => {
    roleRecord.read = () => Promise.resolve(undefined);
    const rate = await saveRate();
    roleRecord.read = read;
    return rate;
  };
  await saveRate();
  const rates: { on: number; off: number }[] = [];
  for (let round = 0; round < saveRounds; round += 1) rates.push({ off: await untrailed(), on: await saveRate() });
  const saveOn = percentile(
    rates.map(({ on }) => on),
    0.5,
  );
  const saveOff = percentile(
    rates.map(({ off }) => off),
    0.5,
  );

  const started = performance.now();
  const checked = await call('POST', audit.verify.path, { mode: 'quick' });
  if (checked.state !== 'holds') throw new Error(JSON.stringify(checked));
  const again = performance.now();
  await call('POST', audit.verify.path, { mode: 'quick' });
  const fullRate = checked.checked / ((performance.now() - again) / 1000);
  console.error(`sealed and checked the first time in ${Math.round(again - started)} ms`);

  const pages: number[] = [];
  let total = sealed;
  for (const size of sizes) {
    const missing = size - total;
    if (missing > 0)
      await owner.query(
        `insert into audit_entries select enterprise_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint - n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
           at - n * interval '1 millisecond', actor_kind, actor_id, actor_name, address, module, action, kind, (n % 5000)::text, record_name, result, request_id, reason, details_hash, hash, mac
         from (select * from audit_entries where enterprise_id = $1 limit 1) e, generate_series($3::int + 1, $3::int + $2::int) n`,
        [world.enterpriseId, missing, total],
      );
    total = Math.max(total, size);
    await owner.query('vacuum analyze audit_entries');
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const query = ['', '&kind=role&recordId=7', '&module=account&action=edit', '&from=500'][round % 4];
      const asked = performance.now();
      await call('GET', `${audit.list.path}?perPage=50${query}`);
      times.push(performance.now() - asked);
    }
    pages.push(percentile(times, 0.99));
  }
  await owner.end();
  await world.stop();
  const [few = 1, many = 1] = pages;
  return [
    {
      name: `${writers} writers of ${perTransaction} entries a transaction, sealed into the chain meanwhile`,
      ours: `${Math.round(chainedRate)} entries/s`,
      reference: `${Math.round(plainRate)}/s, unsealed`,
      ratio: chainedRate / plainRate,
      goal: 'at least 0.9',
      isMet: chainedRate / plainRate >= 0.9,
    },
    {
      name: `a role saved, its changes in the trail, median of ${saveRounds} rounds by turns`,
      ours: `${Math.round(saveOn)}/s`,
      reference: `${Math.round(saveOff)}/s without the trail`,
      ratio: saveOn / saveOff,
      goal: `at least ${saveGoal}`,
      isMet: saveOn / saveOff >= saveGoal,
    },
    {
      name: `every one of ${checked.checked.toLocaleString('en')} entries checked`,
      ours: `${Math.round(fullRate)} entries/s`,
      reference: `${fullGoal}/s`,
      ratio: fullRate / fullGoal,
      goal: 'at least 1',
      isMet: fullRate >= fullGoal,
    },
    {
      name: `a page of the trail at ${sizes[1]?.toLocaleString('en')} entries, p99`,
      ours: `${many.toFixed(1)} ms`,
      reference: `${few.toFixed(1)} ms at ${sizes[0]?.toLocaleString('en')}`,
      ratio: many / few,
      goal: `at most ${pageGoalMs} ms`,
      isMet: many <= pageGoalMs,
    },
  ];
}
