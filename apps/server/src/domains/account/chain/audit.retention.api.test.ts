import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { type AuditSettings, type AuditVerification, endpoints } from '@parley/contract';
import pg from 'pg';
import { expect, test } from 'vitest';
import { checkpointText } from '#platform/audit/seal.ts';
import { recordChange } from '#platform/audit/trail.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { roleRecord } from '../role/role.record.ts';
import { closeSegment, sealEntries } from './audit.chain.ts';
import { dropOldSegments, tendTrails } from './audit.retention.ts';

const app = await startApp();
const { audit } = endpoints;
const { newest } = createTrail(app);

const dayMs = 86_400_000;
const contextOf = (user: TestUser, daysAgo = 0) => ({
  ...enterpriseContext(app.deps, user.enterpriseId),
  now: () => new Date(Date.now() - daysAgo * dayMs),
});
const dataOf = async <T>(answer: Promise<{ json: () => unknown }>): Promise<T> => ((await answer).json() as { data: T }).data;
const settingsOf = (user: TestUser) => dataOf<AuditSettings>(app.as(user).get(audit.settings.path));
const save = (user: TestUser, body: object) => app.as(user).put(audit.saveSettings.path, body);
const verify = (user: TestUser) => dataOf<AuditVerification>(app.as(user).post(audit.verify.path, { mode: 'quick' }));
const verifyFully = async (user: TestUser) => {
  await app.as(user).post(audit.verify.path, { mode: 'full' });
  const read = () => dataOf<AuditVerification>(app.as(user).get(audit.verification.path));
  await expect.poll(async () => (await read()).state).not.toBe('running');
  return read();
};

async function asOwner(statement: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement, values);
  await client.end();
  return rows;
}

/** Sealed entries of that age, in a segment of their own. */
async function makeSegment(user: TestUser, daysAgo: number, count = 3): Promise<void> {
  const ctx = contextOf(user, daysAgo);
  await ctx.transaction((tx) => {
    for (let index = 0; index < count; index += 1)
      recordChange(ctx, tx, { record: roleRecord, id: String(index), action: 'edit', before: { name: 'a' }, after: { name: 'b' } });
    return Promise.resolve();
  });
  await sealEntries(ctx);
  while (await closeSegment(contextOf(user), app.deps.auditKeys)) {
    // Entries of before yesterday fill no segment, and close one all the same.
  }
}

test('a checkpoint goes out once a day, and its signature is checked with the public key alone', async () => {
  const user = await app.makeUser();
  const { version } = await settingsOf(user);
  const emails = ['officer@audit.example', 'notary@audit.example'];
  expect((await save(user, { checkpointEmails: emails, keptDays: null, version })).json()).toMatchObject({ status: true });
  expect(changed(await newest(user, 'kind=audit_settings'))).toEqual({ checkpointEmails: [[], emails] });
  await Promise.all([tendTrails(app.deps), tendTrails(app.deps)]);
  await tendTrails(app.deps);
  const { lastCheckpoint, publicKey } = await settingsOf(user);
  if (!lastCheckpoint) throw new Error('There is no checkpoint.');
  expect(lastCheckpoint).toMatchObject({ number: 1, hash: (await verify(user)).lastHash });
  const { number, hash, signature } = lastCheckpoint;
  const text = checkpointText({ enterpriseId: user.enterpriseId, number, link: Buffer.from(hash, 'hex'), at: new Date(lastCheckpoint.at) });
  expect(verifySignature(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64'))).toBe(true);
  for (const email of emails) {
    const mails = await app.waitForMails(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(hash);
    expect(mails[0]?.text).toContain(`Signature (Ed25519): ${signature}`);
  }
});

test('a user who may not change the enterprise changes no settings of the trail; a late save and a short time are refused', async () => {
  const user = await app.makeUser();
  const reader = await app.makeUser({ enterprise: user, roles: [6] });
  expect((await save(reader, { checkpointEmails: [], keptDays: null, version: 0 })).json()).toMatchObject({ code: '1403' });
  expect((await save(user, { checkpointEmails: [], keptDays: 399, version: 0 })).json()).toMatchObject({ status: false });
  expect((await save(user, { checkpointEmails: ['nobody'], keptDays: null, version: 0 })).json()).toMatchObject({ status: false });
  const both = await Promise.all([500, 600].map((keptDays) => save(user, { checkpointEmails: [], keptDays, version: 0 })));
  expect(both.map((answer) => (answer.json() as { code: string }).code).sort()).toEqual(['100', 'record.changed']);
});

test('entries that are older than they are kept go by whole segments, and the chain goes on', async () => {
  const user = await app.makeUser();
  await makeSegment(user, 800);
  await makeSegment(user, 500);
  await makeSegment(user, 450);
  await makeSegment(user, 0);
  expect(await dropOldSegments(app.deps, contextOf(user), 480)).toBe(2);
  expect(await dropOldSegments(app.deps, contextOf(user), 480)).toBe(0);
  for (const result of [await verify(user), await verifyFully(user)])
    expect(result).toMatchObject({ state: 'holds', entries: 12, dropped: 6, broken: null });
  const [left] = await asOwner('select count(*)::int as entries from audit_entries where enterprise_id = $1', [user.enterpriseId]);
  expect(left).toEqual({ entries: 6 });
  // The trail keeps everything younger than 400 days, even on request.
  expect(await dropOldSegments(app.deps, contextOf(user), 1)).toBe(1);
  expect(await verifyFully(user)).toMatchObject({ state: 'holds', dropped: 9, checked: 3 });
});

test('a segment that others let go is a break, whatever its row says', async () => {
  const user = await app.makeUser();
  await makeSegment(user, 500);
  await makeSegment(user, 0);
  await asOwner('update audit_segments set dropped_at = now(), drop_signature = signature where enterprise_id = $1', [user.enterpriseId]);
  await asOwner('delete from audit_chain where enterprise_id = $1 and number <= 3', [user.enterpriseId]);
  expect(await verifyFully(user)).toMatchObject({ state: 'broken', dropped: 0, broken: { number: 1, fault: 'removed' } });
});
