import type { JourneyDraft, JourneyLease } from '@parley/contract';
import { applyOperations } from '@parley/journey';
import { excuse, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import { readPlace } from '../../account/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { readKnown } from '../document/journey.compiled.ts';
import { draftChanged } from '../document/journey.events.ts';
import { journeyRecord } from '../document/journey.record.ts';
import type { JourneyRow } from '../document/journey.repository.ts';
import { findLastEdit, findUserName, insertEdit, listEditors, updateLease } from './draft.repository.ts';
import { saveDocument } from './journey.service.ts';

const leaseMs = 60_000;
/** Edits of one person that follow each other within so long are one entry of the trail; each is kept among the stream's edits. */
const sittingMs = 10 * 60_000;

export const isHeld = ({ leaseUntil }: Pick<JourneyRow, 'leaseUntil'>, now: Date): boolean => leaseUntil !== null && leaseUntil > now;
export const isMine = (ctx: Ctx, row: Pick<JourneyRow, 'leaseSessionId'>): boolean => row.leaseSessionId === ctx.actor.sessionId;

async function presentLease(
  ctx: Ctx,
  tx: Read,
  row: Pick<JourneyRow, 'leaseSessionId' | 'leaseUserId' | 'leaseUntil'>,
): Promise<JourneyLease> {
  if (!isHeld(row, ctx.now()) || !row.leaseUserId) return { holderId: '', holderName: '', isMine: false, until: '' };
  return {
    holderId: row.leaseUserId,
    holderName: await findUserName(tx, ctx.enterpriseId, row.leaseUserId),
    isMine: isMine(ctx, row),
    until: row.leaseUntil?.toISOString() ?? '',
  };
}

/** @throws DomainError journey.not_found */
export const readDraft = (ctx: Ctx, journeyId: string): Promise<JourneyDraft> =>
  ctx.read(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const { timeZone, country } = await readPlace(tx, ctx.enterpriseId);
    return {
      journey: { id: journeyId, name: row.name, state: row.state, version: row.version },
      revision: row.revision,
      // The document is read by the current schema: a draft of an older release may lack fields that a newer one needs.
      document: readKnown(row.document),
      savedAt: row.updatedAt.toISOString(),
      unpublishedBy: await listEditors(tx, ctx.enterpriseId, row),
      readOnly: !can(ctx.actor, 'JOURNEYS.EDIT'),
      lease: await presentLease(ctx, tx, row),
      place: { zone: timeZone, country },
    };
  });

type Edit = { baseRevision: number; operations: readonly unknown[] };

/**
 * Changes a draft. Its editor holds it from then on.
 * @throws DomainError journey.not_found; journey.held where somebody else holds it; journey.revision where it has changed since; journey.edit_invalid
 */
export const editDraft = (ctx: Ctx, journeyId: string, { baseRevision, operations }: Edit): Promise<{ revision: number; at: string }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
    const now = ctx.now();
    if (isHeld(row, now) && !isMine(ctx, row)) {
      const holderName = row.leaseUserId ? await findUserName(tx, enterpriseId, row.leaseUserId) : '';
      throw new DomainError('journey.held', `${holderName} edits this stream.`, { holderName });
    }
    if (row.revision !== baseRevision) {
      const changedBy = row.updatedBy ? await findUserName(tx, enterpriseId, row.updatedBy) : '';
      throw new DomainError('journey.revision', 'The stream has changed since.', {
        revision: row.revision,
        document: row.document,
        changedBy,
      });
    }
    const saved = await storeEdit(ctx, tx, row, operations);
    await holdDraft(ctx, tx, journeyId);
    return { revision: saved.revision, at: saved.at.toISOString() };
  });

/** Applies operations to a locked draft, and keeps them with it. @throws DomainError journey.edit_invalid */
export async function storeEdit(
  ctx: Ctx,
  tx: Tx,
  row: JourneyRow,
  operations: readonly unknown[],
): Promise<{ revision: number; at: Date }> {
  const { enterpriseId } = ctx;
  const { journeyId } = row;
  const now = ctx.now();
  const edited = applyOperations(row.document, operations);
  if ('fault' in edited) {
    const { text, operation } = edited.fault;
    throw new DomainError('journey.edit_invalid', text, { operation, reason: text });
  }
  const before = await journeyRecord.read(tx, enterpriseId, journeyId);
  const saved = await saveDocument(ctx, tx, row, edited.document);
  const last = await findLastEdit(tx, enterpriseId, journeyId);
  await insertEdit(tx, {
    enterpriseId,
    journeyId,
    revision: saved.revision,
    userId: ctx.actor.userId,
    operations: JSON.stringify(operations),
    at: now,
  });
  const isSameSitting = last?.userId === ctx.actor.userId && now.getTime() - last.at.getTime() < sittingMs;
  if (isSameSitting) excuse(tx, 'the sitting has its entry, and each edit is kept with the stream');
  else {
    const after = await journeyRecord.read(tx, enterpriseId, journeyId);
    recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'edit', before, after });
  }
  return saved;
}

const holdDraft = (ctx: Ctx, tx: Tx, journeyId: string) =>
  updateLease(tx, ctx.enterpriseId, journeyId, {
    leaseSessionId: ctx.actor.sessionId,
    leaseUserId: ctx.actor.userId,
    leaseUntil: new Date(ctx.now().getTime() + leaseMs),
  });

const tellHeld = (ctx: Ctx, tx: Tx, { journeyId, revision }: Pick<JourneyRow, 'journeyId' | 'revision'>) =>
  ctx.events.record(tx, draftChanged, { journeyId, revision, change: 'held' });

/** Holds a draft for a minute, where nobody else does or it is taken from them. */
export const leaseDraft = (ctx: Ctx, journeyId: string, takesOver: boolean): Promise<JourneyLease> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    const isOthers = isHeld(row, ctx.now()) && !isMine(ctx, row);
    if (isOthers && !takesOver) {
      excuse(tx, 'somebody else holds it');
      return presentLease(ctx, tx, row);
    }
    await holdDraft(ctx, tx, journeyId);
    // A lease that goes on as it was is no news.
    if (!isHeld(row, ctx.now()) || isOthers) await tellHeld(ctx, tx, row);
    if (isOthers && row.leaseUserId)
      recordChange(ctx, tx, {
        record: journeyRecord,
        id: journeyId,
        action: 'edit',
        name: row.name,
        reason: `Taken over from ${await findUserName(tx, ctx.enterpriseId, row.leaseUserId)}`,
      });
    else excuse(tx, 'a lease ends by itself');
    return presentLease(ctx, tx, await accessJourney(tx, ctx.enterpriseId, journeyId));
  });

/** Gives a draft back; one that somebody else holds by now stays theirs. */
export const releaseDraft = (ctx: Ctx, journeyId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    excuse(tx, 'a lease ends by itself');
    if (!isMine(ctx, row)) return;
    await updateLease(tx, ctx.enterpriseId, journeyId, { leaseSessionId: null, leaseUserId: null, leaseUntil: null });
    await tellHeld(ctx, tx, row);
  });
