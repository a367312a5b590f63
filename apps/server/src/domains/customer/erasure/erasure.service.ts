import { type Erasure, type Holdings, type PersonalKind, personalKinds, type SignedCertificate } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { type Person, type PersonalData, personalData, personalTraces } from '../../../personal-data.ts';
import { listOptOuts, suppress } from '../consent/suppressed.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { readingOf, seesAll } from '../record/customer.reading.ts';
import { erasureRecord } from './erasure.record.ts';
import { type ErasureRow, erasureOf } from './erasure.repository.ts';
import { findPerson } from './person.ts';
import { erasePerson } from './privacy.jobs.ts';

/** All kinds, in the order in which they are erased. */
export const kindsOf = ({ extensions }: Pick<EnterpriseContext, 'extensions'>): PersonalData[] =>
  [...extensions.of(personalData)].sort((one, other) => personalKinds.indexOf(one.kind) - personalKinds.indexOf(other.kind));

/** Everything of a person at once shows what a role hides elsewhere. @throws DomainError person.hidden */
export function assertSeesAll({ actor }: Ctx): void {
  if (seesAll(readingOf(actor))) return;
  throw new DomainError('person.hidden', 'Your role hides numbers or e-mail addresses of customers.', {});
}

/** @throws DomainError customer.not_found or person.hidden */
export function getHoldings(ctx: Ctx, customerId: string): Promise<Holdings> {
  assertSeesAll(ctx);
  return ctx.read(async (tx) => {
    const person = await findPerson(ctx, tx, await accessCustomer(tx, ctx.enterpriseId, customerId));
    const kinds = [];
    for (const part of kindsOf(ctx)) kinds.push({ kind: part.kind, count: await part.count(tx, person) });
    const counts = { openChats: 0, waitingMessages: 0 };
    for (const { ongoing } of ctx.extensions.of(personalTraces)) if (ongoing) counts[ongoing.kind] += await ongoing.count(tx, person);
    return { kinds: kinds.filter(({ count }) => count > 0), ...counts, optOuts: (await listOptOuts(ctx, tx, person)).length };
  });
}

export const presentErasure = (row: ErasureRow): Erasure => ({
  id: row.erasureId,
  customerId: row.customerId,
  requestedBy: row.requestedByName,
  reason: row.reason,
  requestedAt: row.requestedAt.toISOString(),
  state: row.state,
  keepOptOut: row.keepOptOut,
  counts: personalKinds.flatMap((kind) => (row.counts[kind] ? [{ kind, count: row.counts[kind] }] : [])),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

type Request = { name: string; reason: string; keepOptOut: boolean };

/** Kinds that nobody may see once the erasure is requested: a later message makes a new customer. */
const atOnce: readonly PersonalKind[] = ['profile', 'addresses', 'consents'];

/**
 * Erases a person: at once from the phone book, and by a job from everything else.
 * @throws DomainError customer.not_found, erasure.name_differs, person.hidden, or 1403
 */
export async function startErasure(ctx: Ctx, customerId: string, { name, reason, keepOptOut }: Request): Promise<Erasure> {
  if (!ctx.actor.isAdministrator) throw accessDenied(['ENTERPRISE.EDIT']);
  assertSeesAll(ctx);
  const { enterpriseId, actor } = ctx;
  const { erasure, person } = await ctx.transaction(async (tx) => {
    const customer = await accessCustomer(tx, enterpriseId, customerId, { lock: true });
    if (name.trim() !== customer.name.trim())
      throw new DomainError('erasure.name_differs', 'Type the name of the customer as it stands here.', {});
    const person = await findPerson(ctx, tx, customer);
    const erasureId = newId();
    if (keepOptOut) await suppress(ctx, tx, await listOptOuts(ctx, tx, person));
    for (const { ongoing } of ctx.extensions.of(personalTraces)) await ongoing?.end(ctx, tx, person);
    const counts = await eraseAtOnce(ctx, tx, person);
    const row = {
      enterpriseId,
      erasureId,
      customerId,
      requestedBy: actor.userId,
      requestedByName: actor.name,
      reason: reason.trim(),
      keepOptOut,
      requestedAt: ctx.now(),
    };
    await tx
      .insertInto('erasures')
      .values({ ...row, person: JSON.stringify(person), counts: JSON.stringify(counts) })
      .execute();
    recordChange(ctx, tx, { record: erasureRecord, id: erasureId, action: 'erase', after: { customerId, keepOptOut }, reason: row.reason });
    await ctx.jobs.enqueue(tx, erasePerson, { enterpriseId, erasureId });
    return { erasure: presentErasure(await erasureOf(tx, enterpriseId, erasureId)), person };
  });
  for (const { forget } of ctx.extensions.of(personalTraces)) await forget?.(ctx, person);
  return erasure;
}

async function eraseAtOnce(ctx: EnterpriseContext, tx: Tx, person: Person): Promise<Partial<Record<PersonalKind, number>>> {
  const counts: Partial<Record<PersonalKind, number>> = {};
  for (const part of kindsOf(ctx)) {
    if (!atOnce.includes(part.kind)) continue;
    const { erased } = await part.erase(ctx, tx, person, { limit: 1000, cursor: '' });
    if (erased > 0) counts[part.kind] = erased;
  }
  return counts;
}

export function listErasures(
  ctx: Ctx,
  { from, perPage }: { from: number; perPage: number },
): Promise<{ erasures: Erasure[]; more: boolean }> {
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('erasures')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .orderBy('erasureId', 'desc')
      .$call(pageOf({ from, limit: perPage + 1 }))
      .execute();
    return { erasures: rows.slice(0, perPage).map(presentErasure), more: rows.length > perPage };
  });
}

/** @throws DomainError erasure.not_found, or erasure.running while it is not finished */
export async function getCertificate(ctx: Ctx, erasureId: string, publicKey: string): Promise<SignedCertificate> {
  const row = await ctx.read((tx) => erasureOf(tx, ctx.enterpriseId, erasureId));
  if (row.state !== 'done' || !row.signature) throw new DomainError('erasure.running', 'The erasure is not finished yet.', {});
  return {
    certificate: JSON.parse(row.certificate) as SignedCertificate['certificate'],
    signature: row.signature.toString('base64'),
    publicKey,
  };
}
