import type { AuditVerification } from '@parley/contract';
import { sql } from 'kysely';
import { type AuditKeys, dropText, firstLink, hashDetails, hashEntry, linkAfter, merkleRoot, segmentText } from '#platform/audit/seal.ts';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readChain, readSegments, type Sealed, sealEntries, segmentEntries } from './audit.chain.ts';

type Broken = NonNullable<AuditVerification['broken']>;
export type Progress = { checked: number; erased: number };

const atOnce = 2000;

/** Returns the fault of an entry by itself. */
function faultOf(row: Sealed, keys: AuditKeys): Broken['fault'] | undefined {
  const { hash, mac, at, enterpriseId, entryId } = row;
  if (!hash || !mac || !at || !enterpriseId || !entryId) return 'removed';
  // Every column of a joined row is there once its key is.
  const fields = { ...row, enterpriseId, entryId, at } as Parameters<typeof hashEntry>[0];
  if (!hashEntry(fields).equals(hash)) return 'changed';
  if (!keys.isOwn(hash, mac)) return 'forged';
  if (!row.detailsHash) return undefined;
  if (row.salt && row.details !== null) return hashDetails(row.salt, row.details).equals(row.detailsHash) ? undefined : 'changed';
  return row.erasedAt ? undefined : 'removed';
}

/** Checks every entry from a place of the chain on. @returns the first that is not what was sealed */
async function checkEntries(
  ctx: EnterpriseContext,
  keys: AuditKeys,
  start: { number: number; link: Buffer },
  progress: Progress,
  onBatch: () => Promise<void>,
): Promise<Broken | undefined> {
  let { number, link } = start;
  const read = (from: number) => ctx.read((tx) => readChain(tx, ctx.enterpriseId, from, atOnce));
  for (let next = read(number + 1); ; ) {
    const rows = await next;
    // The database reads the next ones while these are checked.
    next = rows.length < atOnce ? Promise.resolve([]) : read((rows.at(-1)?.number ?? number) + 1);
    next.catch(() => {});
    for (const row of rows) {
      const broken = (fault: Broken['fault']): Broken => ({ number: row.number, entryId: row.sealedId, fault });
      if (row.number !== number + 1) return { number: number + 1, entryId: '', fault: 'removed' };
      const fault = faultOf(row, keys);
      if (fault) return broken(fault);
      if (!linkAfter(link, row.number, row.hash as Buffer).equals(row.link)) return broken('moved');
      if (row.erasedAt) progress.erased += 1;
      number = row.number;
      link = row.link;
      progress.checked += 1;
    }
    if (rows.length < atOnce) return undefined;
    await onBatch();
  }
}

type Place = { number: number; link: Buffer };
type StoredSegment = Awaited<ReturnType<typeof readSegments>>[number];

/** A segment whose entries were dropped says so under the installation's signature; nobody else can make the first entries go. */
const isDropped = (segment: StoredSegment, keys: AuditKeys): boolean =>
  segment.droppedAt !== null &&
  segment.dropSignature !== null &&
  keys.isSigned(dropText(segment, segment.droppedAt), segment.dropSignature);

/**
 * The links between segments, their signatures, and with `isFull` their Merkle roots.
 * @returns where the entries begin that are still kept, and where the open part of the chain begins
 */
async function checkSegments(
  ctx: EnterpriseContext,
  keys: AuditKeys,
  isFull: boolean,
): Promise<{ broken: Broken | undefined; count: number; kept: Place; tail: Place }> {
  const segments = await ctx.read((tx) => readSegments(tx, ctx.enterpriseId));
  let tail: Place = { number: 0, link: firstLink };
  let kept = tail;
  for (const segment of segments) {
    const broken = { number: segment.firstNumber, entryId: '', fault: 'signature' as const };
    const follows = segment.firstNumber === tail.number + 1 && segment.previousLink.equals(tail.link);
    if (!follows || !keys.isSigned(segmentText(segment), segment.signature)) return { broken, count: segments.length, kept, tail };
    const wasDropped = kept.number === tail.number && isDropped(segment, keys);
    if (isFull && !wasDropped) {
      const size = segment.lastNumber - segment.firstNumber + 1;
      const rows = await ctx.read((tx) => readChain(tx, ctx.enterpriseId, segment.firstNumber, Math.min(size, segmentEntries)));
      const hashes = rows.flatMap(({ hash }) => (hash ? [hash] : []));
      if (hashes.length !== size || !merkleRoot(hashes).equals(segment.root)) return { broken, count: segments.length, kept, tail };
    }
    tail = { number: segment.lastNumber, link: segment.lastLink };
    if (wasDropped) kept = tail;
  }
  return { broken: undefined, count: segments.length, kept, tail };
}

/** Entries that stand beside the chain: written past the program, into a partition or without the trigger. */
async function findUnsealed(tx: Read, enterpriseId: string): Promise<Broken | undefined> {
  const { rows } = await sql<{ entryId: string }>`
    select e.entry_id from audit_entries e
    where e.enterprise_id = ${enterpriseId} and e.at < now() - interval '1 minute'
      and not exists (select from audit_chain c where c.enterprise_id = e.enterprise_id and c.entry_id = e.entry_id)
    order by e.entry_id limit 1`.execute(tx);
  return rows[0] ? { number: 0, entryId: rows[0].entryId, fault: 'unsealed' } : undefined;
}

/**
 * Checks the chain of an enterprise (administration 3). `quick`: the segments' links and signatures, and each entry after the last of them;
 * `full`: each entry from the first on, the Merkle roots, and that nothing stands beside the chain.
 */
export async function verifyChain(
  ctx: EnterpriseContext,
  keys: AuditKeys,
  mode: 'quick' | 'full',
  onProgress: (progress: Progress) => Promise<void> = () => Promise.resolve(),
): Promise<AuditVerification> {
  const startedAt = ctx.now().toISOString();
  await sealEntries(ctx);
  const progress: Progress = { checked: 0, erased: 0 };
  const { broken: brokenSegment, count, kept, tail } = await checkSegments(ctx, keys, false);
  const start = mode === 'full' ? kept : tail;
  const broken =
    (mode === 'full' ? undefined : brokenSegment) ??
    (await checkEntries(ctx, keys, start, progress, () => onProgress(progress))) ??
    brokenSegment ??
    (mode === 'full'
      ? ((await checkSegments(ctx, keys, true)).broken ?? (await ctx.read((tx) => findUnsealed(tx, ctx.enterpriseId))))
      : undefined);
  const last = await ctx.read((tx) =>
    tx
      .selectFrom('auditChain')
      .select(['number', 'link'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  const end = last ?? kept;
  return {
    state: broken ? 'broken' : 'holds',
    mode,
    entries: end.number,
    checked: progress.checked,
    segments: count,
    erased: progress.erased,
    dropped: kept.number,
    lastHash: end.number === 0 ? '' : end.link.toString('hex'),
    broken: broken ?? null,
    startedAt,
    finishedAt: ctx.now().toISOString(),
  };
}
