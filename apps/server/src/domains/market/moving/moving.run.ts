import type { MoveKind, MoveReport } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { addMovedLabels, addMovedReplies, isLastWorded, listUntaken, type Taken, takeIn, writeMovedWords } from '../../chat/door.ts';
import { addMoved, ensureSets, findSets, joinMoved, type MovedCustomer, matchMoved, tidyMoved } from '../../customer/door.ts';
import { addMovedRefusals, type MovedRefusal } from '../../messaging/door.talk.ts';
import { readChoices, readMapping } from '../move/move.choices.ts';
import { moveRecord } from '../move/move.record.repository.ts';
import {
  changeRecords,
  countOutcomes,
  findContacts,
  followFirsts,
  labelsOfContacts,
  listContacts,
  listKind,
  type MoveRecordRow,
  type MoveRow,
  type RecordChange,
  updateMove,
} from '../move/move.repository.ts';
import type { ReadOptOut } from '../moving-source/record.ts';
import { isOver, step, type Turn } from './moving.turn.ts';

const contactsAtOnce = 500;
const chatsAtOnce = 2000;
const mostGroups = 1000;

type Of = { kind: 'label' | 'group'; names: readonly string[] };

/** Groups and labels of customers, with those that are new. */
async function bringSets(tx: Tx, enterpriseId: string, { kind, names }: Of): Promise<Map<string, { setId: string; isNew: boolean }>> {
  const known = await findSets(tx, enterpriseId, kind, names);
  await ensureSets(tx, enterpriseId, kind, names, null);
  return new Map([...(await findSets(tx, enterpriseId, kind, names))].map(([name, setId]) => [name, { setId, isNew: !known.has(name) }]));
}

/** Groups, labels and quick replies: few of them, in one transaction. */
const bringNames = (turn: Turn): Promise<void> =>
  step(turn, async (tx, move) => {
    const { enterpriseId } = move;
    const lists = (await listKind(tx, move, 'list')).slice(0, mostGroups);
    const labels = (await listKind(tx, move, 'label')).slice(0, mostGroups);
    const groups = await bringSets(tx, enterpriseId, { kind: 'group', names: lists.map(({ name }) => name) });
    const ofContacts = labels.filter(({ data }) => data.inChats !== true || Number(data.contacts ?? 0) > 0);
    const ofChats = labels.filter(({ data }) => data.inChats === true || data.contacts === undefined);
    const used = await labelsOfContacts(tx, move, mostGroups);
    const sets = await bringSets(tx, enterpriseId, {
      kind: 'label',
      names: ofContacts.filter(({ name }) => used.has(name.toLowerCase())).map(({ name }) => name),
    });
    const chatLabels = await addMovedLabels(
      tx,
      enterpriseId,
      ofChats.map(({ name }) => name),
    );
    const changes: RecordChange[] = lists.map(({ key, name }) => {
      const group = groups.get(name.toLowerCase());
      return { kind: 'list', key, outcome: group?.isNew ? 'made' : 'joined', recordId: group?.setId ?? null };
    });
    for (const { key, name } of labels) {
      const [set, label] = [sets.get(name.toLowerCase()), chatLabels.get(name.toLowerCase())];
      if (!set && !label) changes.push({ kind: 'label', key, outcome: 'drop', reason: 'too_many', recordId: null });
      else
        changes.push({
          ...{ kind: 'label', key },
          outcome: set?.isNew || label?.isNew ? 'made' : 'joined',
          recordId: label?.labelId ?? set?.setId ?? null,
          mark: { ...(set?.isNew ? { setId: set.setId } : {}), ...(label?.isNew ? { labelId: label.labelId } : {}) },
        });
    }
    const replies = (await listKind(tx, move, 'reply')).filter(({ outcome }) => outcome === 'come');
    const made = await addMovedReplies(
      tx,
      enterpriseId,
      replies.map(({ key, name, data }) => ({ key, shortcut: name, text: String(data.text ?? '') })),
    );
    for (const { key } of replies) {
      const replyId = made.get(key);
      changes.push(
        replyId
          ? { kind: 'reply', key, outcome: 'made', recordId: replyId }
          : { kind: 'reply', key, outcome: 'drop', reason: 'other_text', recordId: null },
      );
    }
    await changeRecords(tx, move, changes);
    await updateMove(tx, move, { stage: 'contacts', stageAfter: '' });
  });

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Contacts become customers, or are recognised; they join their groups and labels, and their refusals are kept. */
async function bringContacts(turn: Turn): Promise<boolean> {
  const { ctx } = turn;
  for (;;) {
    const isDone = await step(turn, async (tx, move) => {
      const rows = await listContacts(tx, move, { outcomes: ['come', 'here'], after: move.stageAfter, most: contactsAtOnce });
      if (rows.length > 0) await bringSome(tx, move, rows, ctx.now());
      const last = rows.length < contactsAtOnce;
      if (last) await followFirsts(tx, move);
      await updateMove(tx, move, {
        ...(last ? { stage: 'conversations', stageAfter: '' } : { stageAfter: rows.at(-1)?.key ?? '' }),
        doneCount: move.doneCount + rows.length,
      });
      return last;
    });
    if (isDone) return true;
    if (isOver(turn)) return false;
  }
}

async function bringSome(tx: Tx, move: MoveRow, rows: readonly MoveRecordRow[], now: Date): Promise<void> {
  const { enterpriseId } = move;
  const by = move.runBy ?? move.createdBy;
  const attributes = new Map(
    (await readMapping(tx, move, await readChoices(tx, enterpriseId))).flatMap(({ kind, key, to }) =>
      kind === 'attribute' && to !== '' ? [[key, to]] : [],
    ),
  );
  // Looked at once more: the phone book has gone on since the plan.
  const known = await matchMoved(tx, enterpriseId, rows);
  const customers = rows
    .filter(({ key }) => !known.has(key))
    .map(({ key, name, number, email, externalId, data }): MovedCustomer => {
      const values = (data.attributes ?? {}) as Record<string, string>;
      const given = Object.entries(values).flatMap(([field, value]): [string, string][] => {
        const attributeId = attributes.get(field);
        return attributeId ? [[attributeId, value]] : [];
      });
      return { key, name, number, email, externalId, data: new Map(given) };
    });
  const made = await addMoved(tx, enterpriseId, customers, { by, now });
  const idOf = (key: string) => made.get(key) ?? (known.get(key)?.isInBin === false ? known.get(key)?.customerId : undefined);
  const joined = await joinSets(tx, move, rows, idOf);
  const refusals = rows.flatMap(({ key, number, email, data }) =>
    ((data.optOuts ?? []) as ReadOptOut[]).flatMap(({ by: road, kind, reason }): MovedRefusal[] => {
      const address = road === 'email' ? email : number;
      return address === '' ? [] : [{ key, address, kind, reason: `${move.source}: ${reason || kind}`.slice(0, 200) }];
    }),
  );
  const entries = Map.groupBy(await addMovedRefusals(tx, enterpriseId, refusals, { by, now }), ({ key }) => key);
  await changeRecords(
    tx,
    move,
    rows.map(({ key }): RecordChange => {
      const id = idOf(key);
      const mark = { sets: joined.get(id ?? '') ?? [], entries: (entries.get(key) ?? []).map(({ entryId }) => entryId) };
      if (!id) return { kind: 'contact', key, outcome: 'drop', reason: known.get(key)?.isInBin ? 'in_bin' : 'twice', recordId: null, mark };
      return { kind: 'contact', key, outcome: made.has(key) ? 'made' : 'joined', recordId: id, mark };
    }),
  );
}

/** @returns the groups and labels that customers are newly in */
async function joinSets(
  tx: Tx,
  { enterpriseId }: MoveRow,
  rows: readonly MoveRecordRow[],
  idOf: (key: string) => string | undefined,
): Promise<Map<string, string[]>> {
  const [groups, labels] = [
    await findSets(tx, enterpriseId, 'group', [...new Set(rows.flatMap(({ data }) => texts(data.lists)))]),
    await findSets(tx, enterpriseId, 'label', [...new Set(rows.flatMap(({ data }) => texts(data.labels)))]),
  ];
  const members = rows.flatMap(({ key, data }) => {
    const customerId = idOf(key);
    if (!customerId) return [];
    const sets = [
      ...texts(data.lists).map((name) => groups.get(name.toLowerCase())),
      ...texts(data.labels).map((name) => labels.get(name.toLowerCase())),
    ];
    return [...new Set(sets)].flatMap((setId) => (setId ? [{ customerId, setId }] : []));
  });
  const joined = await joinMoved(tx, enterpriseId, members);
  return new Map([...Map.groupBy(joined, ({ customerId }) => customerId)].map(([id, list]) => [id, list.map(({ setId }) => setId)]));
}

/** Conversations are shown, with what their contacts, agents, inboxes, teams and labels are here. */
async function bringChats(turn: Turn): Promise<boolean> {
  const { ctx, row } = turn;
  const mapping = await ctx.read(async (tx) => readMapping(tx, row, await readChoices(tx, row.enterpriseId)));
  const named = new Map(mapping.map(({ kind, key, name, to }) => [`${kind} ${key}`, { name, to }]));
  const labels = await ctx.read((tx) => listKind(tx, row, 'label'));
  const labelIds = new Map(labels.flatMap(({ name, recordId }) => (recordId ? [[name.toLowerCase(), recordId]] : [])));
  for (;;) {
    const isDone = await step(turn, async (tx, move) => {
      const rows = await listUntaken(tx, move, move.stageAfter, chatsAtOnce);
      const contacts = await findContacts(
        tx,
        move,
        rows.map(({ contactKey }) => contactKey),
      );
      await takeIn(
        tx,
        move.enterpriseId,
        rows.map(({ movedId, contactKey, inboxKey, teamKey, agentKeys, labels: given }): Taken => {
          const [inbox, team] = [named.get(`inbox ${inboxKey}`), named.get(`team ${teamKey}`)];
          const agents = agentKeys.map((key) => named.get(`agent ${key}`));
          return {
            movedId,
            customerId: contacts.get(contactKey) ?? null,
            channelId: inbox?.to || null,
            deptId: team?.to || null,
            inboxName: inbox?.name ?? '',
            teamName: team?.name ?? '',
            userIds: [...new Set(agents.flatMap((agent) => agent?.to || []))],
            agentNames: agentKeys.map((key, place) => agents[place]?.name || key),
            labelIds: [...new Set(given.flatMap((name) => labelIds.get(name.toLowerCase()) ?? []))],
          };
        }),
      );
      const last = rows.length < chatsAtOnce;
      await updateMove(tx, move, {
        ...(last ? { stage: 'search', stageAfter: '' } : { stageAfter: rows.at(-1)?.movedId ?? '' }),
        doneCount: move.doneCount + rows.length,
      });
      return last;
    });
    if (isDone) return true;
    if (isOver(turn)) return false;
  }
}

async function bringWords(turn: Turn): Promise<boolean> {
  for (;;) {
    const count = await step(turn, (tx, move) => writeMovedWords(tx, move));
    if (isLastWorded(count)) return true;
    if (isOver(turn)) return false;
  }
}

const kindOf = (kind: string): MoveKind => kind as MoveKind;

/** Counts of the records by what became of them. */
export async function report(tx: Tx, move: MoveRow, chats: { made: number; undone: number }): Promise<MoveReport> {
  const counts = (await countOutcomes(tx, move)).filter(
    ({ kind }) => !['conversation', 'message', 'file', 'agent', 'inbox', 'team', 'attribute'].includes(kind),
  );
  const of = (outcome: string) => {
    const byKind = Map.groupBy(
      counts.filter((row) => row.outcome === outcome),
      ({ kind }) => kind,
    );
    return [...byKind].map(([kind, rows]) => ({ kind: kindOf(kind), count: rows.reduce((sum, { count }) => sum + count, 0) }));
  };
  const withChats = (rows: { kind: MoveKind; count: number }[], count: number) =>
    count > 0 ? [...rows, { kind: kindOf('conversation'), count }] : rows;
  return { made: withChats(of('made'), chats.made), undone: withChats(of('undone'), chats.undone), kept: of('kept') };
}

/** Takes in what the plan says. @returns whether it is done */
export async function runMove(turn: Turn): Promise<boolean> {
  const { ctx, row } = turn;
  if (row.stage === 'sets') await bringNames(turn);
  if (['sets', 'contacts'].includes(row.stage) && !(await bringContacts(turn))) return false;
  if (row.stage !== 'search' && !(await bringChats(turn))) return false;
  if (!(await bringWords(turn))) return false;
  await step(turn, async (tx, move) => {
    const chats =
      (move.plan as { kinds?: { kind: string; come: number }[] } | null)?.kinds?.find(({ kind }) => kind === 'conversation')?.come ?? 0;
    const told = await report(tx, move, { made: chats, undone: 0 });
    const change = {
      phase: 'done' as const,
      stage: '',
      stageAfter: '',
      doneAt: ctx.now(),
      report: JSON.stringify(told),
      version: move.version + 1,
    };
    const counts = Object.fromEntries(told.made.map(({ kind, count }) => [kind, count]));
    await changing(ctx, tx, moveRecord, move.moveId, 'import', () => updateMove(tx, move, change), { counts });
  });
  await ctx.transaction(tidyMoved);
  return true;
}
