import type { MovePlan } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { dropOrphans, findMovedLabels, judgeReplies, listNamed, mendParts, readMovedFigures } from '../../chat/door.ts';
import { findSets, matchMoved } from '../../customer/door.ts';
import { readChoices, readMapping } from '../move/move.choices.ts';
import {
  changeRecords,
  countOptOuts,
  countOutcomes,
  insertRecords,
  listContacts,
  listKind,
  listNamesOfContacts,
  type MoveRow,
  markTwins,
  type NewRecord,
  type RecordChange,
  updateMove,
} from '../move/move.repository.ts';
import { isOver, step, type Turn } from './moving.turn.ts';

const contactsAtOnce = 1000;
const chatsAtOnce = 500;

/** Messages that came apart from their conversations go to them. @returns whether that is done */
async function putTogether(turn: Turn): Promise<boolean> {
  await step(turn, async (tx, move) => {
    const lost = await dropOrphans(tx, move);
    if (lost > 0)
      await insertRecords(tx, move, [
        { kind: 'message', key: '#lost', place: 0, outcome: 'drop', reason: 'no_conversation', data: { count: lost, sample: '' } },
      ]);
  });
  for (;;) {
    const last = await step(turn, async (tx, move) => {
      const after = await mendParts(tx, move, move.stageAfter, chatsAtOnce);
      await updateMove(tx, move, after === undefined ? { stage: 'contacts', stageAfter: '' } : { stageAfter: after });
      return after;
    });
    if (last === undefined) return true;
    if (isOver(turn)) return false;
  }
}

/** Tells of each contact whether it is new, here, or cannot come. @returns whether all are judged */
async function judgeContacts(turn: Turn): Promise<boolean> {
  for (;;) {
    const isDone = await step(turn, async (tx, move) => {
      const rows = await listContacts(tx, move, { outcomes: ['read', 'come', 'here'], after: move.stageAfter, most: contactsAtOnce });
      const matches = await matchMoved(tx, move.enterpriseId, rows);
      await changeRecords(
        tx,
        move,
        rows.map(({ key, number, email, externalId }): RecordChange => {
          const match = matches.get(key);
          const base = { kind: 'contact', key } as const;
          if (match?.isInBin) return { ...base, outcome: 'drop', reason: 'in_bin', recordId: null };
          if (match) return { ...base, outcome: 'here', recordId: match.customerId };
          if (number === '' && email === '' && externalId === '') return { ...base, outcome: 'drop', reason: 'no_address', recordId: null };
          return { ...base, outcome: 'come', recordId: null };
        }),
      );
      const last = rows.length < contactsAtOnce;
      if (last) await markTwins(tx, move);
      await updateMove(tx, move, last ? { stage: 'names', stageAfter: '' } : { stageAfter: rows.at(-1)?.key ?? '' });
      return last;
    });
    if (isDone) return true;
    if (isOver(turn)) return false;
  }
}

/** Names that stand in other records alone become records of their own, behind those that were read. */
async function collectNames(tx: Tx, move: MoveRow): Promise<void> {
  const place = move.readCount;
  const named = (await listNamed(tx, move)).map((row): NewRecord => ({ ...row, place, data: { inChats: row.kind === 'label' } }));
  const ofContacts = (await listNamesOfContacts(tx, move)).map(
    ({ kind, name, count }): NewRecord => ({ kind, key: name, name, place, data: { count: 0, contacts: count } }),
  );
  await insertRecords(tx, move, [...named, ...ofContacts]);
}

/** Judges all but contacts and conversations, by the mapping as it is. */
export async function judgeNames(tx: Tx, move: MoveRow): Promise<void> {
  const { enterpriseId } = move;
  const mapping = await readMapping(tx, move, await readChoices(tx, enterpriseId));
  const changes: RecordChange[] = mapping.map(({ kind, key, to }) =>
    to === ''
      ? { kind, key, outcome: kind === 'attribute' ? 'drop' : 'come', reason: 'not_mapped', recordId: null }
      : { kind, key, outcome: 'here', recordId: to },
  );
  const labels = await listKind(tx, move, 'label');
  const names = labels.map(({ name }) => name);
  const [chatLabels, customerLabels] = [await findMovedLabels(tx, enterpriseId, names), await findSets(tx, enterpriseId, 'label', names)];
  for (const { key, name } of labels) {
    const isHere = chatLabels.has(name.toLowerCase()) || customerLabels.has(name.toLowerCase());
    changes.push({ kind: 'label', key, outcome: isHere ? 'here' : 'come', recordId: null });
  }
  const lists = await listKind(tx, move, 'list');
  const groups = await findSets(
    tx,
    enterpriseId,
    'group',
    lists.map(({ name }) => name),
  );
  for (const { key, name } of lists) {
    const setId = groups.get(name.toLowerCase());
    changes.push({ kind: 'list', key, outcome: setId ? 'here' : 'come', recordId: setId ?? null });
  }
  const replies = (await listKind(tx, move, 'reply')).map(({ key, name, data }) => ({
    key,
    shortcut: name,
    text: String(data.text ?? ''),
  }));
  for (const { key, outcome, reason, replyId } of await judgeReplies(tx, enterpriseId, replies))
    changes.push({ kind: 'reply', key, outcome, reason, recordId: replyId });
  await changeRecords(tx, move, changes);
}

/** The plan as counts: what comes, what is here, what is dropped and why. */
export async function countPlan(tx: Tx, move: MoveRow): Promise<MovePlan> {
  const [counts, figures, optOuts] = [await countOutcomes(tx, move), await readMovedFigures(tx, move), await countOptOuts(tx, move)];
  const sum = (kind: string, outcome: string) =>
    counts
      .filter((row) => row.kind === kind && row.outcome === outcome)
      .reduce((total, row) => total + Math.max(row.messages, row.count), 0);
  const counted = (kind: MovePlan['kinds'][number]['kind']) => ({
    kind,
    come: sum(kind, 'come'),
    here: sum(kind, 'here'),
    dropped: sum(kind, 'drop'),
  });
  const kinds: MovePlan['kinds'] = [
    counted('contact'),
    { ...counted('conversation'), come: figures.chats },
    { ...counted('message'), come: figures.messages },
    counted('list'),
    counted('label'),
    counted('reply'),
    { kind: 'optOut', come: optOuts, here: 0, dropped: 0 },
    counted('attribute'),
    counted('agent'),
    counted('inbox'),
    counted('team'),
    counted('file'),
  ];
  return {
    kinds: kinds.filter(({ come, here, dropped }) => come + here + dropped > 0),
    drops: counts
      .filter(({ outcome }) => outcome === 'drop')
      .map(({ kind, reason, count, messages }) => ({ kind, reason, count: Math.max(count, messages) })),
    firstAt: figures.firstAt?.toISOString() ?? null,
    lastAt: figures.lastAt?.toISOString() ?? null,
  };
}

/** Makes the plan of what was read. @returns whether it is made */
export async function makePlan(turn: Turn): Promise<boolean> {
  const { row, ctx } = turn;
  if (row.stage === 'parts' && !(await putTogether(turn))) return false;
  if (row.stage !== 'names' && !(await judgeContacts(turn))) return false;
  await step(turn, async (tx, move) => {
    await collectNames(tx, move);
    await judgeNames(tx, move);
    const plan = await countPlan(tx, move);
    await updateMove(tx, move, {
      phase: 'planned',
      stage: '',
      stageAfter: '',
      plan: JSON.stringify(plan),
      plannedAt: ctx.now(),
      version: move.version + 1,
    });
  });
  return true;
}
