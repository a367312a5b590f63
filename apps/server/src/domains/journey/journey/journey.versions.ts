import type { JourneyItem, JourneyVersion } from '@parley/contract';
import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { checkStream, readChecking } from '../check/journey.check.ts';
import { accessJourney } from '../document/journey.access.ts';
import { pinStreams, readKnown, versionNotFound } from '../document/journey.compiled.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { readRehearsing, rehearseAll } from '../rehearsal/journey.rehearsal.ts';
import { readJourney } from './journey.query.ts';
import { saveDocument } from './journey.service.ts';

const selectVersions = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeyVersions as v')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'v.enterpriseId').onRef('u.userId', '=', 'v.publishedBy'))
    .select(['v.version', 'v.note', 'v.fingerprint', 'v.passed', 'v.failed', 'v.waiver', 'v.publishedAt', 'u.name as by'])
    .select(sql<number>`jsonb_array_length(v.document->'nodes')`.as('nodes'))
    .select(
      sql<number>`(select count(*)::int from (select from journey_live l where l.enterprise_id = v.enterprise_id and l.journey_id = v.journey_id
        and l.version = v.version limit 100000) n)`.as('running'),
    )
    .where('v.enterpriseId', '=', enterpriseId)
    .where('v.journeyId', '=', journeyId);
type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];

const present = ({ by, publishedAt, passed, failed, waiver, ...row }: Row): JourneyVersion => ({
  ...row,
  by: by ?? '',
  at: publishedAt.toISOString(),
  rehearsal: { passed, failed, waived: waiver },
});

export const listVersions = (ctx: Ctx, journeyId: string): Promise<{ versions: JourneyVersion[] }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const rows = await selectVersions(tx, ctx.enterpriseId, journeyId).orderBy('v.version', 'desc').limit(500).execute();
    return { versions: rows.map(present) };
  });

/** @throws DomainError journey.not_found or journey.version_not_found */
export const getVersion = (ctx: Ctx, journeyId: string, version: number): Promise<JourneyVersion & { document: Document }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    const row = await selectVersions(tx, ctx.enterpriseId, journeyId)
      .where('v.version', '=', version)
      .select('v.document')
      .executeTakeFirst();
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
    const pinned = await pinStreams(tx, enterpriseId, document);
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
  const former = await tx
    .selectFrom('journeyVersions')
    .select(['fingerprint', 'passed', 'failed', 'waiver'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '=', row.version)
    .executeTakeFirst();
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
    await tx
      .insertInto('journeyVersions')
      .values({
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
      })
      .execute();
    await tx
      .updateTable('journeys')
      .set({ version, ...(row.state === 'DRAFT' ? { state: 'PUBLISHED' as const } : {}) })
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', journeyId)
      .execute();
    await numberNodes(tx, enterpriseId, journeyId, row.document);
  });
  const published = await selectVersions(tx, enterpriseId, journeyId).where('v.version', '=', version).executeTakeFirstOrThrow();
  return present(published);
}

/** Gives new nodes their numbers; those that had one keep it, with the name that they have now. */
export async function numberNodes(tx: Tx, enterpriseId: string, journeyId: string, { nodes }: Document): Promise<void> {
  const [ids, names, types] = [nodes.map(({ id }) => id), nodes.map(({ name }) => name), nodes.map(({ type }) => type)];
  await sql`
    insert into journey_nodes (enterprise_id, journey_id, node_id, node_no, name, type)
    select ${enterpriseId}::uuid, ${journeyId}::uuid, n.id, coalesce(k.node_no, most.no + row_number() over (partition by k.node_no is null order by n.place)), n.name, n.type
    from unnest(${ids}::text[], ${names}::text[], ${types}::text[]) with ordinality n(id, name, type, place)
    left join journey_nodes k on k.enterprise_id = ${enterpriseId} and k.journey_id = ${journeyId} and k.node_id = n.id
    cross join (select coalesce(max(node_no), 0) as no from journey_nodes where enterprise_id = ${enterpriseId} and journey_id = ${journeyId}) most
    on conflict (enterprise_id, journey_id, node_id) do update set name = excluded.name, type = excluded.type`.execute(tx);
}

/** Makes a version the draft again; a document of an older format comes back in the format of now. */
export const restoreVersion = (ctx: Ctx, journeyId: string, version: number, revision: number): Promise<JourneyItem> =>
  ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    await assertVersion(ctx, tx, journeyRecord, { id: journeyId, version: row.revision }, revision);
    const stored = await tx
      .selectFrom('journeyVersions')
      .select('document')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('journeyId', '=', journeyId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!stored) throw versionNotFound();
    const document = { ...readKnown(stored.document), name: row.name };
    await changing(ctx, tx, journeyRecord, journeyId, 'roll_back', () => saveDocument(ctx, tx, row, document), {
      reason: `Version ${version}`,
    });
    return readJourney(ctx, tx, journeyId);
  });
