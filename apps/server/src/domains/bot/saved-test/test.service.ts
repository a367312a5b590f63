import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BotTest, TestResult } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { readServing } from '../runtime/serving.ts';
import { testRecord } from './test.record.ts';
import { runTest } from './test.run.ts';

const mostTests = 500;
export const testNotFound = () => new DomainError('test.not_found', 'No such test.', {});

export async function listTests(tx: Read, enterpriseId: string, botId: string): Promise<BotTest[]> {
  const rows = await tx
    .selectFrom('botTests')
    .select(['testId as id', 'name', 'turns', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('createdAt')
    .orderBy('testId')
    .limit(mostTests)
    .execute();
  return rows.map(presentTest);
}

/** A test that was saved before values could be expected expects none. */
const presentTest = ({ turns, ...row }: BotTest): BotTest => ({
  ...row,
  turns: turns.map((turn) => ({ ...turn, values: turn.values ?? [] })),
});

export const listBotTests = (ctx: Ctx, botId: string): Promise<BotTest[]> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return listTests(tx, ctx.enterpriseId, botId);
  });

type TestSave = { id?: string | undefined; name: string; turns: BotTest['turns']; version?: number | undefined };

async function accessTest(tx: Tx, enterpriseId: string, botId: string, testId: string): Promise<{ version: number }> {
  const row = await tx
    .selectFrom('botTests')
    .select('version')
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('testId', '=', testId)
    .executeTakeFirst();
  if (!row) throw testNotFound();
  return row;
}

/** @throws DomainError test.not_found, record.changed, or bot.too_large above 500 tests */
export function saveTest(ctx: Ctx, botId: string, save: TestSave): Promise<BotTest> {
  const { enterpriseId } = ctx;
  const content = { name: save.name.trim(), turns: JSON.stringify(save.turns) };
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const { id } = save;
    if (id) {
      const { version } = await accessTest(tx, enterpriseId, botId, id);
      await assertVersion(ctx, tx, testRecord, { id, version }, save.version);
      const row = await changing(ctx, tx, testRecord, id, 'edit', () =>
        tx
          .updateTable('botTests')
          .set(content)
          .where('enterpriseId', '=', enterpriseId)
          .where('botId', '=', botId)
          .where('testId', '=', id)
          .returning(['testId as id', 'name', 'turns', 'version'])
          .executeTakeFirstOrThrow(),
      );
      return presentTest(row);
    }
    if ((await listTests(tx, enterpriseId, botId)).length >= mostTests)
      throw new DomainError('bot.too_large', `A bot has at most ${mostTests} saved tests.`, {});
    const row = await creating(
      ctx,
      tx,
      testRecord,
      (made) => made.id,
      () =>
        tx
          .insertInto('botTests')
          .values({ enterpriseId, testId: newId(), botId, ...content })
          .returning(['testId as id', 'name', 'turns', 'version'])
          .executeTakeFirstOrThrow(),
    );
    return presentTest(row);
  });
}

export function deleteTest(ctx: Ctx, botId: string, testId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    const { numDeletedRows } = await changing(ctx, tx, testRecord, testId, 'delete', () =>
      tx
        .deleteFrom('botTests')
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('botId', '=', botId)
        .where('testId', '=', testId)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw testNotFound();
  });
}

/**
 * The saved tests, said to the version that serves.
 * @throws DomainError bot.not_found or bot.not_trained
 */
export async function runTests(ctx: Ctx, botId: string): Promise<{ versionId: string; versionNumber: number; tests: TestResult[] }> {
  const { enterpriseId } = ctx;
  const { runtime } = await readServing(ctx, botId);
  if (!runtime) throw new DomainError('bot.not_trained', 'Train the agent first.', {});
  const [tests, timeZone] = await ctx.read((tx) => Promise.all([listTests(tx, enterpriseId, botId), readTimeZone(tx, enterpriseId)]));
  const results: TestResult[] = [];
  for (const test of tests) {
    results.push(runTest(runtime, test, { now: ctx.now(), timeZone }));
    // Hundreds of conversations take seconds, and other requests wait for this thread.
    await nextTurn();
  }
  return { versionId: runtime.versionId, versionNumber: runtime.versionNumber, tests: results };
}
