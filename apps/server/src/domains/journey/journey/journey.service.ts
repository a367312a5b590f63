import type { JourneyItem } from '@parley/contract';
import { type Document, emptyDocument, fingerprintOf, type TestCase } from '@parley/journey';
import { changing, creating, recordChange } from '#platform/audit/trail.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { draftChanged } from '../document/journey.events.ts';
import { exampleOf } from '../document/journey.examples.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { findTests, insertTests } from '../rehearsal/test-case.repository.ts';
import { insertJourneyRow, isNameTaken, updateJourneyRow } from './draft.repository.ts';
import { readJourney } from './journey.query.ts';

export const longestName = 120;
export const nameTaken = (cause: unknown) =>
  new DomainError('journey.name_taken', 'A stream with this name exists already.', {}, { cause });

export type NewJourney = { name: string; description: string; folder: string; document: Document; tests: readonly TestCase[] };

/** Writes a stream with the id that its document has. @throws DomainError journey.name_taken */
export async function insertJourney(
  ctx: Pick<Ctx, 'enterpriseId' | 'now'> & { actor?: Ctx['actor'] },
  tx: Tx,
  given: NewJourney,
): Promise<string> {
  const now = ctx.now();
  const by = ctx.actor?.userId ?? null;
  const { name, description, folder, document, tests } = given;
  await insertJourneyRow(tx, {
    enterpriseId: ctx.enterpriseId,
    journeyId: document.id,
    name,
    description,
    folder,
    document: JSON.stringify(document),
    fingerprint: fingerprintOf(document),
    createdBy: by,
    createdAt: now,
    updatedBy: by,
    updatedAt: now,
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'journeys_by_name' ? nameTaken(error) : error;
  });
  await insertTests(tx, { enterpriseId: ctx.enterpriseId, journeyId: document.id, by, at: now }, tests);
  return document.id;
}

type Asked = { name: string; description: string; folder: string; language: string; example: string };

/** @throws DomainError journey.name_taken or journey.example_unknown */
export const createJourney = (ctx: Ctx, asked: Asked): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const id = newId();
    const name = asked.name.trim();
    const made = asked.example === '' ? { document: emptyDocument(id, name, asked.language), tests: [] } : exampleOf(asked.example);
    const document = { ...made.document, id, name };
    await creating(
      ctx,
      tx,
      journeyRecord,
      (made) => made,
      () => insertJourney(ctx, tx, { ...asked, name, document, tests: made.tests }),
    );
    return readJourney(ctx, tx, id);
  });

/** A name that no other stream has: with a number, where it is taken. */
export const freeName = (tx: Read, enterpriseId: string, name: string): Promise<string> =>
  findFreeName(name.trim().slice(0, longestName), (candidate) => isNameTaken(tx, enterpriseId, candidate), {
    longest: longestName,
    suffix: (turn) => ` (${turn + 1})`,
  });

/** A copy of the draft with its saved conversations. @throws DomainError journey.not_found */
export const cloneJourney = (ctx: Ctx, journeyId: string, wanted: string): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const id = newId();
    const name = await freeName(tx, ctx.enterpriseId, wanted.trim() || row.name);
    const tests = await findTests(tx, ctx.enterpriseId, journeyId);
    await creating(
      ctx,
      tx,
      journeyRecord,
      (made) => made,
      () => insertJourney(ctx, tx, { ...row, name, document: { ...row.document, id, name }, tests: tests.map(({ test }) => test) }),
    );
    return readJourney(ctx, tx, id);
  });

type Change = { name: string; description: string; folder: string; revision: number };

/** @throws DomainError journey.not_found, journey.name_taken or record.changed */
export const updateJourney = (ctx: Ctx, journeyId: string, { name, description, folder, revision }: Change): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    await assertVersion(ctx, tx, journeyRecord, { id: journeyId, version: row.revision }, revision);
    const document = { ...row.document, name: name.trim() };
    await changing(ctx, tx, journeyRecord, journeyId, 'edit', () =>
      saveDocument(ctx, tx, row, document, { name: name.trim(), description, folder }),
    );
    return readJourney(ctx, tx, journeyId);
  });

/** Saves a draft with a new revision. @throws DomainError journey.name_taken */
export async function saveDocument(
  ctx: Ctx,
  tx: Tx,
  row: { journeyId: string; revision: number },
  document: Document,
  more: { name?: string; description?: string; folder?: string } = {},
): Promise<{ revision: number; at: Date }> {
  const at = ctx.now();
  const revision = row.revision + 1;
  await updateJourneyRow(tx, ctx.enterpriseId, row.journeyId, {
    name: document.name,
    ...more,
    document: JSON.stringify(document),
    fingerprint: fingerprintOf(document),
    revision,
    updatedBy: ctx.actor.userId,
    updatedAt: at,
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'journeys_by_name' ? nameTaken(error) : error;
  });
  await ctx.events.record(tx, draftChanged, { journeyId: row.journeyId, revision, change: 'saved' });
  return { revision, at };
}

/** Leaves an entry in the trail for something that reads. */
export function noteExport(ctx: Ctx, tx: Tx, journeyId: string, name: string): void {
  recordChange(ctx, tx, { record: journeyRecord, id: journeyId, action: 'export', name });
}
