import {
  endpoints,
  fieldError,
  hasMoveAddress,
  type Move,
  type MoveItem,
  type MoveRecord,
  type MoveSource,
  moveFileTypes,
  moveLimits,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { accessUsable, cleanFileName, extensionOf, holdFile, insertFile, type UploadPart } from '../../file/door.ts';
import { readChoices } from '../move/move.choices.ts';
import { workMoves } from '../move/move.jobs.ts';
import { presentItems, presentMove, presentRecord } from '../move/move.present.ts';
import { moveRecord } from '../move/move.record.repository.ts';
import {
  accessMove,
  countOutcomes,
  insertMove,
  listMoveRecords,
  listMoveRows,
  lockMoves,
  type MoveRow,
  restoreDropped,
  updateMove,
} from '../move/move.repository.ts';
import { countPlan, judgeNames } from './moving.plan.ts';

type Fault = 'move.file_type' | 'move.file_empty' | 'move.one_road' | 'move.no_address' | 'move.not_here' | 'field.mandatory';
const invalid = (field: string, code: Fault) => {
  const error = fieldError(field, code);
  return new DomainError('move.invalid', error.message, { errors: [error] });
};
const wrongPhase = ({ phase }: MoveRow) => new DomainError('move.phase', `This cannot be done while the move is ${phase}.`, { phase });

const longestPage = 200;

export function listMoves(
  ctx: Ctx,
  { source, phase, from, perPage }: { source: string; phase: string; from: number; perPage: number },
): Promise<{ moves: MoveItem[]; more: boolean }> {
  const limit = perPage === -1 ? longestPage : perPage;
  return ctx.read(async (tx) => {
    const rows = await listMoveRows(tx, ctx.enterpriseId, { source, phase, from, limit: limit + 1 });
    return { moves: await presentItems(tx, ctx.enterpriseId, rows.slice(0, limit)), more: rows.length > limit };
  });
}

export const getMove = (ctx: Ctx, moveId: string): Promise<Move> =>
  ctx.read(async (tx) => presentMove(tx, await accessMove(tx, ctx.enterpriseId, moveId)));

export function listRecords(
  ctx: Ctx,
  moveId: string,
  query: { kind: string; outcome: string; reason: string; from: number; perPage: number },
): Promise<{ records: MoveRecord[]; more: boolean }> {
  const limit = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.read(async (tx) => {
    const move = await accessMove(tx, ctx.enterpriseId, moveId);
    const rows = await listMoveRecords(tx, move, { ...query, limit: limit + 1 });
    const eyes = readingOf(ctx.actor);
    return { records: rows.slice(0, limit).map((row) => presentRecord(row, eyes)), more: rows.length > limit };
  });
}

/** Takes one file in as it arrives. It is read by the move that names it, and deleted then. @throws DomainError file.type_unsupported, file.too_large or move.invalid */
export async function receiveExport(ctx: Ctx, part: UploadPart): Promise<{ id: string; name: string; size: number }> {
  const name = cleanFileName(part.filename);
  if (!(moveFileTypes as readonly string[]).includes(extensionOf(name))) {
    part.file.resume();
    throw invalid('file', 'move.file_type');
  }
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated)
      throw new DomainError('file.too_large', `The file is larger than ${moveLimits.fileBytes / 1024 ** 3} GB.`, {
        limitBytes: moveLimits.fileBytes,
      });
    if (received.sizeBytes === 0) throw invalid('file', 'move.file_empty');
    await received.keep();
    const fileId = newId();
    const { sha256, sizeBytes } = received;
    const { enterpriseId } = ctx;
    await ctx.transaction((tx) =>
      insertFile(tx, {
        enterpriseId,
        fileId,
        sha256,
        sizeBytes,
        name,
        type: 'application/octet-stream',
        kind: 'import',
        createdBy: ctx.actor.userId,
        visitorAddress: null,
      }),
    );
    return { id: fileId, name, size: sizeBytes };
  } catch (error) {
    await received.discard();
    throw error;
  }
}

type Start = { source: MoveSource; fileIds: readonly string[]; apiUrl: string; apiAccount: string; apiToken: string };

/** @throws DomainError move.invalid, move.too_many or file.not_found */
export function startMove(ctx: Ctx, { source, fileIds, apiUrl, apiAccount, apiToken }: Start): Promise<Move> {
  const { enterpriseId, actor } = ctx;
  const hasFiles = fileIds.length > 0;
  if (hasFiles === (apiUrl !== '')) throw invalid('fileIds', 'move.one_road');
  if (apiUrl !== '' && !hasMoveAddress(source)) throw invalid('apiUrl', 'move.no_address');
  if (apiUrl !== '' && apiToken.trim() === '') throw invalid('apiToken', 'field.mandatory');
  if (apiUrl !== '' && apiAccount.trim() === '') throw invalid('apiAccount', 'field.mandatory');
  return ctx.transaction(async (tx) => {
    if ((await lockMoves(tx, enterpriseId)) >= moveLimits.moves)
      throw new DomainError('move.too_many', `At most ${moveLimits.moves} moves are kept.`, { maximum: moveLimits.moves });
    const wanted = [...new Set(fileIds)];
    const files = await accessUsable(ctx, tx, wanted);
    if (files.some(({ kind, name }) => kind !== 'import' || !(moveFileTypes as readonly string[]).includes(extensionOf(name))))
      throw invalid('fileIds', 'move.file_type');
    for (const fileId of wanted) await holdFile(tx, enterpriseId, fileId);
    const moveId = newId();
    const named = new Map(files.map(({ fileId, name }) => [fileId, name]));
    const row = {
      ...{ enterpriseId, moveId, source, apiUrl: apiUrl.replace(/\/+$/, ''), apiAccount: apiAccount.trim() },
      apiToken: apiToken.trim() === '' ? null : ctx.encrypt(apiToken.trim()),
      files: JSON.stringify(wanted.map((id) => ({ id, name: named.get(id) ?? '' }))),
      ...{ createdBy: actor.userId, createdAt: ctx.now() },
    };
    await creating(
      ctx,
      tx,
      moveRecord,
      () => moveId,
      () => insertMove(tx, row),
    );
    await ctx.jobs.enqueue(tx, workMoves, { enterpriseId });
    return presentMove(tx, await accessMove(tx, enterpriseId, moveId));
  });
}

type Mapped = { kind: 'agent' | 'inbox' | 'team' | 'attribute'; key: string; to: string };

/** @throws DomainError move.not_found, move.phase, record.changed or move.invalid for something that is not here */
export function mapMove(
  ctx: Ctx,
  moveId: string,
  { mapping, version }: { mapping: readonly Mapped[]; version?: number | undefined },
): Promise<Move> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const move = await accessMove(tx, enterpriseId, moveId, { lock: true });
    if (move.phase !== 'planned') throw wrongPhase(move);
    await assertVersion(ctx, tx, moveRecord, { id: moveId, version: move.version }, version);
    const choices = await readChoices(tx, enterpriseId);
    for (const { kind, to } of mapping)
      if (to !== '' && !choices[kind].some(({ id }) => id === to)) throw invalid('mapping', 'move.not_here');
    const chosen = { ...move.mapping, ...Object.fromEntries(mapping.map(({ kind, key, to }) => [`${kind} ${key}`, to])) };
    await changing(ctx, tx, moveRecord, moveId, 'edit', async () => {
      await restoreDropped(tx, move);
      await judgeNames(tx, { ...move, mapping: chosen });
      const plan = await countPlan(tx, move);
      await updateMove(tx, move, { mapping: JSON.stringify(chosen), plan: JSON.stringify(plan), version: move.version + 1 });
    });
    return presentMove(tx, await accessMove(tx, enterpriseId, moveId));
  });
}

/** Kinds that come ask for the permission to make them by hand, too. */
async function assertMayRun(ctx: Ctx, tx: Tx, move: MoveRow): Promise<void> {
  const kinds = new Set((await countOutcomes(tx, move)).filter(({ outcome }) => outcome === 'come').map(({ kind }) => kind));
  if (kinds.has('contact')) assertMay(ctx.actor, endpoints.imports.submit);
  if (kinds.has('reply')) assertMay(ctx.actor, endpoints.quickReplies.create);
  if (kinds.has('label')) assertMay(ctx.actor, endpoints.chatLabels.create);
  if (move.source === 'listmonk' || move.source === 'mautic') assertMay(ctx.actor, endpoints.blacklist.create);
}

/** @throws DomainError move.not_found or move.phase; 1403 for kinds that the caller could not make */
export function startRun(ctx: Ctx, moveId: string): Promise<Move> {
  return ctx.transaction(async (tx) => {
    const move = await accessMove(tx, ctx.enterpriseId, moveId, { lock: true });
    // Asked twice, it is one run.
    if (move.phase !== 'running') {
      if (move.phase !== 'planned') throw wrongPhase(move);
      await assertMayRun(ctx, tx, move);
      const counts = await countOutcomes(tx, move);
      const contacts = counts
        .filter(({ kind, outcome }) => kind === 'contact' && outcome !== 'drop')
        .reduce((sum, { count }) => sum + count, 0);
      const chats =
        (move.plan as { kinds?: { kind: string; come: number }[] } | null)?.kinds?.find(({ kind }) => kind === 'conversation')?.come ?? 0;
      const change = {
        phase: 'running' as const,
        stage: 'sets',
        stageAfter: '',
        doneCount: 0,
        totalCount: contacts + chats,
        runBy: ctx.actor.userId,
        version: move.version + 1,
      };
      await changing(ctx, tx, moveRecord, moveId, 'import', () => updateMove(tx, move, change));
      await ctx.jobs.enqueue(tx, workMoves, { enterpriseId: ctx.enterpriseId });
    }
    return presentMove(tx, await accessMove(tx, ctx.enterpriseId, moveId));
  });
}

/** Asks for an undo, or for another look at what one has kept. @throws DomainError move.not_found or move.phase */
export function startUndo(ctx: Ctx, moveId: string): Promise<Move> {
  return ctx.transaction(async (tx) => {
    const move = await accessMove(tx, ctx.enterpriseId, moveId, { lock: true });
    const isRun =
      ['done', 'undone', 'running'].includes(move.phase) || (move.phase === 'failed' && ['running', 'undoing'].includes(move.failedIn));
    if (move.phase !== 'undoing') {
      if (!isRun) throw wrongPhase(move);
      const change = {
        phase: 'undoing' as const,
        stage: 'conversations',
        stageAfter: '',
        doneCount: 0,
        reason: '',
        failedIn: '',
        version: move.version + 1,
      };
      await changing(ctx, tx, moveRecord, moveId, 'undo', () => updateMove(tx, move, change));
      await ctx.jobs.enqueue(tx, workMoves, { enterpriseId: ctx.enterpriseId });
    }
    return presentMove(tx, await accessMove(tx, ctx.enterpriseId, moveId));
  });
}

/** @throws DomainError move.not_found or move.phase */
export function retryMove(ctx: Ctx, moveId: string): Promise<Move> {
  return ctx.transaction(async (tx) => {
    const move = await accessMove(tx, ctx.enterpriseId, moveId, { lock: true });
    if (move.phase !== 'failed') throw wrongPhase(move);
    const change = {
      phase: move.failedIn as MoveRow['phase'],
      failedIn: '',
      reason: '',
      attempts: 0,
      nextAt: null,
      version: move.version + 1,
    };
    await changing(ctx, tx, moveRecord, moveId, 'retry', () => updateMove(tx, move, change));
    await ctx.jobs.enqueue(tx, workMoves, { enterpriseId: ctx.enterpriseId });
    return presentMove(tx, await accessMove(tx, ctx.enterpriseId, moveId));
  });
}

/** Nothing of it may have been taken in. @throws DomainError move.not_found or move.phase */
export function discard(ctx: Ctx, moveId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const move = await accessMove(tx, ctx.enterpriseId, moveId, { lock: true });
    const isUnrun =
      ['reading', 'planning', 'planned'].includes(move.phase) ||
      (move.phase === 'failed' && ['reading', 'planning'].includes(move.failedIn));
    if (!isUnrun) throw wrongPhase(move);
    await changing(ctx, tx, moveRecord, moveId, 'delete', () =>
      updateMove(tx, move, { phase: 'discarding', apiToken: null, nextAt: null }),
    );
    await ctx.jobs.enqueue(tx, workMoves, { enterpriseId: ctx.enterpriseId });
  });
}
