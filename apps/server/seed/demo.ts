import { authTypes, integrationSettings } from '@parley/contract';
import { sql } from 'kysely';
import { advisoryLocks } from '#platform/db/advisory-locks.ts';
import type { Tx } from '#platform/db/database.ts';
import { hashPassword } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { addUser, createEnterprise, saveSettings } from '../src/domains/account/door.ts';
import { insertIntegration } from '../src/domains/integration/door.ts';
import { newId } from '../src/platform/ids.ts';
import { seedDemoBot } from './demo-bot.ts';
import { seedDemoChannel } from './demo-chat.ts';
import { seedDemoCustomers } from './demo-customers.ts';
import { asDemoUser } from './demo-history.past.ts';
import { dayMs, type HistoryMark, historyDays, historySeed } from './demo-history.plan.ts';
import { type DemoSending, seedDemoSending } from './demo-sending.ts';
import { seedDemoEncap, seedDemoStreams } from './demo-streams.ts';
import { seedDemoWallet } from './demo-wallet.ts';

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

async function hasEnterprises(deps: Deps): Promise<boolean> {
  const { rows } = await sql<{ hasSome: boolean }>`select exists (select from list_enterprise_ids()) as has_some`.execute(deps.db);
  return rows[0]?.hasSome ?? false;
}

type DemoContents = DemoSending & { web: string; botId: string };

/**
 * Channels, templates, customers and a bot for an enterprise that has none yet.
 * @param since when the phone book was filled and the templates were approved
 * @returns the ids of the made records
 */
export async function seedContents(ctx: EnterpriseContext, tx: Tx, secrets: Secrets, since: Date = ctx.now()): Promise<DemoContents> {
  const { enterpriseId } = ctx;
  const { id: web } = await seedDemoChannel(tx, enterpriseId);
  const sending = await seedDemoSending(tx, enterpriseId, secrets, since);
  await seedDemoStreams(ctx, tx, sending.whatsApp);
  await seedDemoCustomers(tx, enterpriseId, since);
  return { ...sending, web, botId: await seedDemoBot(ctx, tx, [web]) };
}

/** Calls are held here, without a relay: the demo's two browsers see each other. */
const seedDemoVideo = (tx: Tx, enterpriseId: string): Promise<void> =>
  insertIntegration(tx, {
    enterpriseId,
    integrationId: newId(),
    authType: authTypes.video,
    name: 'Video calls',
    settings: JSON.stringify(integrationSettings[authTypes.video].parse({ kind: 'own' })),
    secret: '',
    secretEnding: '',
  });

async function seedEnterprise(deps: Deps): Promise<void> {
  const enterpriseId = newId();
  const passwordHash = await hashPassword(demoPassword);
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    await createEnterprise(tx, enterpriseId, { name: 'Demo', city: 'Mumbai', country: 'IN', timeZone: 'Asia/Kolkata' });
    const users: HistoryMark['users'] = {};
    for (const { email, name, role } of demoUsers)
      users[email] = {
        userId: await addUser(tx, enterpriseId, { email, name, passwordHash, roles: [role], activatedAt: deps.now() }),
        name,
        role,
      };
    const beganAt = deps.now();
    const since = deps.config.hasDemoHistory ? new Date(beganAt.getTime() - (historyDays + 5) * dayMs) : beganAt;
    const contents = await seedContents(ctx, tx, deps.secrets, since);
    await seedDemoVideo(tx, enterpriseId);
    if (deps.flags.billing) await seedDemoWallet(ctx, tx, beganAt);
    if (!deps.config.hasDemoHistory) return;
    const mark: HistoryMark = { ...contents, users, beganAt: beganAt.toISOString(), seed: historySeed, done: 0 };
    await seedDemoEncap(asDemoUser(deps, ctx, mark, 'admin@demo.example'), tx);
    await saveSettings(tx, enterpriseId, 'demo', mark);
  });
}

/** The enterprise to try everything with, when the database has none. @returns whether it was made by this call */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if (await hasEnterprises(deps)) return false;
  const client = await deps.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.demo]);
    if (await hasEnterprises(deps)) return false;
    await seedEnterprise(deps);
    return true;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.demo]);
    client.release();
  }
}

/** The id of the demo enterprise. @returns undefined when its users are not there to sign in with */
export async function findDemo(deps: Deps): Promise<string | undefined> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from find_login(${demoUsers[0].email})`.execute(deps.db);
  return rows[0]?.enterpriseId;
}
