import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { hashPassword } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { addUser, createEnterprise } from '../src/domains/account/door.ts';
import { seedDemoBot } from './demo-bot.ts';
import { seedDemoChannel } from './demo-chat.ts';
import { seedDemoCustomers } from './demo-customers.ts';
import { seedDemoSending } from './demo-sending.ts';

export const demoPassword = 'Parley-demo-1';
export const demoUsers = [
  { email: 'admin@demo.example', name: 'Asha Rao', role: 1 },
  { email: 'developer@demo.example', name: 'Dev Mehta', role: 2 },
  { email: 'agent@demo.example', name: 'Nina Kapoor', role: 3 },
  { email: 'agent2@demo.example', name: 'Omar Khan', role: 3 },
  { email: 'maker@demo.example', name: 'Maya Iyer', role: 4 },
  { email: 'checker@demo.example', name: 'Chetan Das', role: 5 },
  { email: 'viewer@demo.example', name: 'Vera Nair', role: 6 },
] as const;

/** One seeding at a time: of two processes that start together on an empty database the second finds the first one's work. */
const seedLock = 5_070_003;

async function hasEnterprises(deps: Deps): Promise<boolean> {
  const { rows } = await sql<{ hasSome: boolean }>`select exists (select from list_enterprise_ids()) as has_some`.execute(deps.db);
  return rows[0]?.hasSome ?? false;
}

/** Channels, templates, customers and a bot for an enterprise that has none yet. */
export async function seedContents(ctx: EnterpriseContext, tx: Tx, secrets: Secrets): Promise<void> {
  const { enterpriseId } = ctx;
  const { id: channelId } = await seedDemoChannel(tx, enterpriseId);
  await seedDemoSending(tx, enterpriseId, secrets);
  await seedDemoCustomers(tx, enterpriseId, ctx.now());
  await seedDemoBot(ctx, tx, [channelId]);
}

async function seedEnterprise(deps: Deps): Promise<void> {
  const enterpriseId = randomUUIDv7();
  const passwordHash = await hashPassword(demoPassword);
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    await createEnterprise(tx, enterpriseId, { name: 'Demo', city: 'Mumbai', country: 'IN', timeZone: 'Asia/Kolkata' });
    for (const { email, name, role } of demoUsers)
      await addUser(tx, enterpriseId, { email, name, passwordHash, roles: [role], activatedAt: deps.now() });
    await seedContents(ctx, tx, deps.secrets);
  });
}

/** The enterprise to try everything with, when the database has none. @returns whether it was made by this call */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if (await hasEnterprises(deps)) return false;
  const client = await deps.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [seedLock]);
    if (await hasEnterprises(deps)) return false;
    await seedEnterprise(deps);
    return true;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [seedLock]);
    client.release();
  }
}

/** Whether the demo users are there to sign in with. */
export async function hasDemo(deps: Deps): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`select email from find_login(${demoUsers[0].email})`.execute(deps.db);
  return rows.length > 0;
}
