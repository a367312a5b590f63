import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { isLabelMoved, removeMovedLabel, removeMovedReply, removeSome } from '../../chat/door.ts';
import { leaveMoved, removeMoved, removeMovedSet } from '../../customer/door.ts';
import { removeFiles } from '../../file/door.ts';
import { liftMovedRefusals } from '../../messaging/door.talk.ts';
import { moveRecord } from '../move/move.record.repository.ts';
import {
  changeRecords,
  deleteMove,
  listContacts,
  listKind,
  type MoveRecordRow,
  type MoveRow,
  type RecordChange,
  updateMove,
} from '../move/move.repository.ts';
import { report } from './moving.run.ts';
import { isOver, step, type Turn } from './moving.turn.ts';

const chatsAtOnce = 1000;
const contactsAtOnce = 500;

/** @returns whether all conversations of the move are gone */
async function removeChats(turn: Turn): Promise<boolean> {
  for (;;) {
    const count = await step(turn, async (tx, move) => {
      const removed = await removeSome(tx, move, chatsAtOnce);
      const last = removed < chatsAtOnce;
      await updateMove(tx, move, { doneCount: move.doneCount + removed, ...(last ? { stage: 'contacts', stageAfter: '' } : {}) });
      return removed;
    });
    if (count < chatsAtOnce) return true;
    if (isOver(turn)) return false;
  }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

async function removeContacts(turn: Turn): Promise<boolean> {
  for (;;) {
    const isDone = await step(turn, async (tx, move) => {
      const rows = await listContacts(tx, move, { outcomes: ['made', 'joined', 'kept'], after: move.stageAfter, most: contactsAtOnce });
      await undoSome(turn.ctx, tx, move, rows);
      const last = rows.length < contactsAtOnce;
      await updateMove(tx, move, last ? { stage: 'names', stageAfter: '' } : { stageAfter: rows.at(-1)?.key ?? '' });
      return last;
    });
    if (isDone) return true;
    if (isOver(turn)) return false;
  }
}

/** Customers who were here before leave what they have joined; those who were made go, or stay with the reason. */
async function undoSome(ctx: EnterpriseContext, tx: Tx, move: MoveRow, rows: readonly MoveRecordRow[]): Promise<void> {
  const { enterpriseId } = move;
  await liftMovedRefusals(
    tx,
    enterpriseId,
    rows.flatMap(({ mark }) => texts(mark.entries)),
    { by: move.runBy, now: ctx.now(), reason: 'The move in was undone.' },
  );
  const before = rows.filter(({ outcome }) => outcome === 'joined');
  await leaveMoved(
    tx,
    enterpriseId,
    before.flatMap(({ recordId, mark }) => (recordId ? texts(mark.sets).map((setId) => ({ customerId: recordId, setId })) : [])),
  );
  const made = rows.filter(({ outcome, recordId }) => outcome !== 'joined' && recordId !== null);
  const kept = await removeMoved(
    ctx,
    tx,
    made.flatMap(({ recordId }) => recordId ?? []),
  );
  await changeRecords(tx, move, [
    ...before.map(({ key }): RecordChange => ({ kind: 'contact', key, outcome: 'undone' })),
    ...made.map(({ key, recordId }): RecordChange => {
      const reason = kept.get(recordId ?? '');
      return reason && reason !== 'not_here'
        ? { kind: 'contact', key, outcome: 'kept', reason }
        : { kind: 'contact', key, outcome: 'undone', reason: '' };
    }),
  ]);
}

const removeNames = (turn: Turn): Promise<void> =>
  step(turn, async (tx, move) => {
    const { ctx } = turn;
    const { enterpriseId } = move;
    const changes: RecordChange[] = [];
    const end = (kind: 'reply' | 'label' | 'list', key: string, reasons: readonly (RecordChange['reason'] | undefined)[]) => {
      const reason = reasons.find((each) => each !== undefined && each !== 'not_here');
      changes.push(reason ? { kind, key, outcome: 'kept', reason } : { kind, key, outcome: 'undone' });
    };
    const left = async (kind: 'reply' | 'label' | 'list') =>
      (await listKind(tx, move, kind)).filter(({ outcome }) => outcome === 'made' || outcome === 'kept');
    for (const { key, recordId } of await left('reply'))
      end('reply', key, [recordId ? await removeMovedReply(tx, enterpriseId, recordId) : undefined]);
    for (const { key, mark } of await left('label')) {
      const [labelId, setId] = [mark.labelId, mark.setId].map((id) => (typeof id === 'string' ? id : undefined));
      end('label', key, [
        labelId
          ? (await isLabelMoved(tx, enterpriseId, labelId))
            ? 'used'
            : await removeMovedLabel(tx, enterpriseId, labelId)
          : undefined,
        setId ? await removeMovedSet(ctx, tx, setId) : undefined,
      ]);
    }
    for (const { key, recordId } of await left('list')) end('list', key, [recordId ? await removeMovedSet(ctx, tx, recordId) : undefined]);
    await changeRecords(tx, move, changes);
    const told = await report(tx, move, { made: 0, undone: move.doneCount });
    const change = {
      phase: 'undone' as const,
      stage: '',
      stageAfter: '',
      undoneAt: ctx.now(),
      report: JSON.stringify(told),
      version: move.version + 1,
    };
    const counts = {
      undone: told.undone.reduce((sum, { count }) => sum + count, 0),
      kept: told.kept.reduce((sum, { count }) => sum + count, 0),
    };
    await changing(ctx, tx, moveRecord, move.moveId, 'undo', () => updateMove(tx, move, change), { counts });
  });

/** Takes out what a run has made. @returns whether it is done */
export async function undoMove(turn: Turn): Promise<boolean> {
  const { stage } = turn.row;
  if (stage === 'conversations' && !(await removeChats(turn))) return false;
  if (stage !== 'names' && !(await removeContacts(turn))) return false;
  await removeNames(turn);
  return true;
}

/** Deletes a move of which nothing was taken in, with all that was read. @returns whether it is gone */
export async function discardMove(turn: Turn): Promise<boolean> {
  for (;;) {
    const count = await step(turn, (tx, move) => removeSome(tx, move, chatsAtOnce));
    if (count < chatsAtOnce) break;
    if (isOver(turn)) return false;
  }
  await step(turn, async (tx, move) => {
    await removeFiles(
      tx,
      move.enterpriseId,
      move.files.map(({ id }) => id),
    );
    await deleteMove(tx, move);
  });
  return true;
}
