import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditKeys } from '#platform/audit/seal.ts';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { hasUnsent } from '#platform/events/events.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Person, personalTraces } from '../../../personal-data.ts';
import { readEnterpriseName } from '../../account/door.ts';
import { removeDoomed } from '../../file/door.ts';
import { certificateText } from './certificate.ts';
import { erasureRecord } from './erasure.record.ts';
import { type ErasureRow, erasureOf } from './erasure.repository.ts';
import { kindsOf } from './erasure.service.ts';
import { findPerson } from './person.ts';
import { erasePerson } from './privacy.jobs.ts';

const stepSize = 1000;
const pauseMs = 200;
const waitMs = 2000; // then the sweep asks again: a worker that stops need not wait for others
const turnMs = 30_000; // then the next turn is a job of its own, so that a worker can be stopped and another one goes on

/** The first step, which searches for data that the phone book no longer knows. */
const searching = '';
/** All kinds are erased; bytes of files may be left, and events that were not sent yet. */
const ending = 'ending';

/**
 * Erases kind by kind. Each step is one transaction with its counts and its place under the lock of the erasure's row: a worker that is
 * killed leaves nothing half done, and two at once take turns. Erased data counts nothing when it is looked at again.
 */
export async function runErasure(ctx: EnterpriseContext, keys: AuditKeys, erasureId: string): Promise<void> {
  const until = performance.now() + turnMs;
  let waitUntil = 0;
  for (;;) {
    const { next, requestedAt } = await ctx.transaction((tx) => step(ctx, tx, erasureId));
    if (next === 'done') return;
    if (next === 'ended') {
      const isLeft = (await removeDoomed(ctx)) || (await ctx.read((tx) => hasUnsent(tx, ctx.enterpriseId, requestedAt)));
      if (!isLeft) {
        await finish(ctx, keys, erasureId);
        return;
      }
    }
    if (performance.now() > until) {
      await ctx.transaction((tx) => ctx.jobs.enqueue(tx, erasePerson, { enterpriseId: ctx.enterpriseId, erasureId }));
      return;
    }
    if (next === 'goesOn') {
      waitUntil = 0;
      continue;
    }
    waitUntil ||= performance.now() + waitMs;
    if (performance.now() > waitUntil) return;
    await sleep(pauseMs);
  }
}

type Outcome = 'goesOn' | 'waits' | 'ended' | 'done';

async function step(ctx: EnterpriseContext, tx: Tx, erasureId: string): Promise<{ next: Outcome; requestedAt: Date }> {
  const row = await erasureOf(tx, ctx.enterpriseId, erasureId, { lock: true });
  return { next: await stepOfRow(ctx, tx, row), requestedAt: row.requestedAt };
}

async function stepOfRow(ctx: EnterpriseContext, tx: Tx, row: ErasureRow): Promise<Outcome> {
  if (row.state === 'done') return 'done';
  if (row.kind === ending) return 'ended';
  const person = row.person as Person;
  if (row.kind === searching) {
    await moveOn(tx, row, { person: await searched(ctx, tx, row, person), kind: kindsOf(ctx)[0]?.kind ?? ending, cursor: '' });
    return 'goesOn';
  }
  const kinds = kindsOf(ctx);
  const place = kinds.findIndex(({ kind }) => kind === row.kind);
  const part = kinds[place];
  if (!part) throw new Error(`Nobody erases ${row.kind}.`);
  const { erased, more, cursor = '', isWaiting = false } = await part.erase(ctx, tx, person, { limit: stepSize, cursor: row.cursor });
  const counts = { ...row.counts, ...(erased > 0 ? { [part.kind]: (row.counts[part.kind] ?? 0) + erased } : {}) };
  if (more) {
    await moveOn(tx, row, { counts, cursor });
    return isWaiting ? 'waits' : 'goesOn';
  }
  const next = kinds[place + 1]?.kind;
  const late = next ? undefined : await lateChats(ctx, tx, person);
  // A message that was on its way when the erasure began may have opened a chat: everything is looked through again.
  if (late) await moveOn(tx, row, { counts, kind: kinds[0]?.kind ?? ending, cursor: '', person: late });
  else await moveOn(tx, row, { counts, kind: next ?? ending, cursor: '' });
  return 'goesOn';
}

/** The phone book knows nothing any more: what else the person is known by is searched in everything that names the customer. */
async function searched(ctx: EnterpriseContext, tx: Tx, row: ErasureRow, person: Person): Promise<Person> {
  const found = await findPerson(ctx, tx, { customerId: row.customerId, name: person.name }, { isThorough: true });
  // Addresses that were theirs when the erasure was asked for are so still, even if somebody else has written from there since.
  const addresses = [...new Set([...person.addresses, ...found.addresses])];
  const sharedAddresses = [...new Set([...person.sharedAddresses, ...found.sharedAddresses])].filter((one) => !addresses.includes(one));
  return {
    ...person,
    addresses,
    sharedAddresses,
    customerIds: [...new Set([...person.customerIds, ...found.customerIds])],
    chatIds: [...new Set([...person.chatIds, ...found.chatIds])],
  };
}

async function lateChats(ctx: EnterpriseContext, tx: Tx, person: Person): Promise<Person | undefined> {
  const chatIds: string[] = [];
  for (const traces of ctx.extensions.of(personalTraces))
    chatIds.push(...((await traces.chatIds?.(tx, ctx.enterpriseId, person.customerIds)) ?? []));
  const late = chatIds.filter((chatId) => !person.chatIds.includes(chatId));
  if (late.length === 0) return undefined;
  const all = { ...person, chatIds: [...person.chatIds, ...late] };
  for (const { ongoing } of ctx.extensions.of(personalTraces)) await ongoing?.end(ctx, tx, all);
  return all;
}

type Change = { person?: Person; kind?: string; cursor?: string; counts?: Record<string, number> };

async function moveOn(tx: Tx, { enterpriseId, erasureId }: ErasureRow, { person, counts, ...change }: Change): Promise<void> {
  await tx
    .updateTable('erasures')
    .set({
      ...change,
      ...(person ? { person: JSON.stringify(person) } : {}),
      ...(counts ? { counts: JSON.stringify(counts) } : {}),
    })
    .where('enterpriseId', '=', enterpriseId)
    .where('erasureId', '=', erasureId)
    .execute();
}

/** Nothing is left that says who it was, this row included; what was done is signed. */
async function finish(ctx: EnterpriseContext, keys: AuditKeys, erasureId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await erasureOf(tx, ctx.enterpriseId, erasureId, { lock: true });
    if (row.state === 'done') return;
    const finishedAt = ctx.now();
    const certificate = certificateText(row, await readEnterpriseName(tx, ctx.enterpriseId), finishedAt);
    await tx
      .updateTable('erasures')
      .set({ state: 'done', person: '{}', cursor: '', finishedAt, certificate, signature: keys.sign(certificate) })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('erasureId', '=', erasureId)
      .execute();
    const { customerId, keepOptOut, counts } = row;
    recordChange(ctx, tx, {
      record: erasureRecord,
      id: erasureId,
      action: 'erase',
      after: { customerId, keepOptOut, state: 'done' },
      counts,
    });
  });
}
