import type { JourneyItem, JourneyVersion } from '@parley/contract';
import type { Document } from '@parley/journey';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { checkStream, readChecking } from '../check/journey.check.ts';
import { accessJourney } from '../document/journey.access.ts';
import { pinInside, readKnown, versionNotFound } from '../document/journey.compiled.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { readRehearsing, rehearseAll } from '../rehearsal/journey.rehearsal.ts';
import { updateJourneyRow } from './draft.repository.ts';
import { readJourney } from './journey.query.ts';
import { saveDocument } from './journey.service.ts';
import {
  findDocument,
  findFormer,
  findPublishedDocument,
  getPublished,
  insertVersion,
  listPublished,
  numberNodes,
  type PublishedRow,
} from './published.repository.ts';

const present = ({ by, publishedAt, passed, failed, waiver, ...row }: PublishedRow): JourneyVersion => ({
  ...row,
  by: by ?? '',
  at: publishedAt.toISOString(),
  rehearsal: { passed, failed, waived: waiver },
});

export const listVersions = (ctx: Ctx, journeyId: string): Promise<{ versions: JourneyVersion[] }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const rows = await listPublished(tx, ctx.enterpriseId, journeyId);
    return { versions: rows.map(present) };
  });

/** @throws DomainError journey.not_found or journey.version_not_found */
export const getVersion = (ctx: Ctx, journeyId: string, version: number): Promise<JourneyVersion & { document: Document }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const row = await findPublishedDocument(tx, ctx.enterpriseId, journeyId, version);
    if (!row) throw versionNotFound();
    const { document, ...rest } = row;
    return { ...present(rest), document };
  });

/** Production takes a version whose saved conversations have passed, or were let through with a reason. */
export const isRehearsed = ({ passed, failed, waiver }: { passed: number; failed: number; waiver: string }): boolean =>
  failed === 0 ? passed > 0 : waiver !== '';

/** Result of checking a draft before it is published. @property pinned versions of the streams inside of it, as they were played */
export type Judged = { errors: number; passed: number; failed: number; pinned: Record<string, number> };

/**
 * Checks the draft of a revision and plays its saved conversations. Outside of any transaction, since both take their time; a revision never
 * changes.
 * @throws DomainError record.changed
 */
export async function judgeDraft(ctx: Ctx, journeyId: string, revision: number): Promise<Judged> {
  const { enterpriseId } = ctx;
  const { checking, rehearsing, pinned } = await ctx.read(async (tx) => {
    const row = await accessJourney(tx, enterpriseId, journeyId);
    await assertVersion(ctx, tx, journeyRecord, { id: journeyId, version: row.revision }, revision);
    const { document } = row;
    const pinned = await pinInside(tx, enterpriseId, document);
    return {
      pinned,
      checking: await readChecking(tx, enterpriseId, journeyId, document),
      rehearsing: await readRehearsing(tx, enterpriseId, journeyId, { document, pinned }),
    };
  });
  const errors = (await checkStream(ctx, checking)).filter(({ level }) => level === 'error').length;
  const { tests } = await rehearseAll(ctx, rehearsing);
  const failed = tests.filter(({ isPassed }) => !isPassed).length;
  return { errors, passed: tests.length - failed, failed, pinned };
}

type Publishing = { revision: number; note: string; waiver: string; judged: Judged };

/**
 * Makes the draft a version that stays as it is for ever.
 * @throws DomainError record.changed; journey.unchanged; journey.not_ready while it has errors, or a saved conversation fails unwaived
 */
export async function publishDraft(
  ctx: Ctx,
  tx: Tx,
  journeyId: string,
  { revision, note, waiver, judged: { errors, passed, failed, pinned } }: Publishing,
): Promise<JourneyVersion> {
  const { enterpriseId } = ctx;
  const row = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
  await assertVersion(ctx, tx, journeyRecord, { id: journeyId, version: row.revision }, revision);
  const former = await findFormer(tx, enterpriseId, journeyId, row.version);
  // The same document again is a version of its own where only this one is rehearsed.
  if (former?.fingerprint === row.fingerprint && (isRehearsed(former) || passed + failed === 0))
    throw new DomainError('journey.unchanged', `Nothing has changed since version ${row.version}.`, { version: row.version });
  if (errors > 0 || (failed > 0 && waiver.trim() === '')) {
    const words = [
      ...(errors > 0 ? [`The check finds ${errors} ${errors === 1 ? 'error' : 'errors'}.`] : []),
      ...(failed > 0 ? [`${failed} saved ${failed === 1 ? 'conversation fails' : 'conversations fail'}.`] : []),
    ];
    throw new DomainError('journey.not_ready', words.join(' '), { errors, failed });
  }
  const version = row.version + 1;
  await changing(ctx, tx, journeyRecord, journeyId, 'publish', async () => {
    await insertVersion(tx, {
      enterpriseId,
      journeyId,
      version,
      document: JSON.stringify(row.document),
      fingerprint: row.fingerprint,
      note: note.trim(),
      streams: JSON.stringify(pinned),
      passed,
      failed,
      waiver: failed > 0 ? waiver.trim() : '',
      publishedBy: ctx.actor.userId,
      publishedAt: ctx.now(),
    });
    await updateJourneyRow(tx, enterpriseId, journeyId, { version, ...(row.state === 'DRAFT' ? { state: 'PUBLISHED' as const } : {}) });
    await numberNodes(tx, enterpriseId, journeyId, row.document);
  });
  const published = await getPublished(tx, enterpriseId, journeyId, version);
  return present(published);
}

/** Makes a version the draft again; a document of an older format comes back in the format of now. */
export const restoreVersion = (ctx: Ctx, journeyId: string, version: number, revision: number): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    await assertVersion(ctx, tx, journeyRecord, { id: journeyId, version: row.revision }, revision);
    const stored = await findDocument(tx, ctx.enterpriseId, journeyId, version);
    if (!stored) throw versionNotFound();
    const document = { ...readKnown(stored), name: row.name };
    await changing(ctx, tx, journeyRecord, journeyId, 'roll_back', () => saveDocument(ctx, tx, row, document), {
      reason: `Version ${version}`,
    });
    return readJourney(ctx, tx, journeyId);
  });
