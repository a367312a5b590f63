import type { Move, MoveItem, MovePlan, MoveRecord } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { findUserNames } from '../../account/door.ts';
import { type Reading, shownAddress, shownName } from '../../customer/door.ts';
import { readChoices, readMapping } from './move.choices.ts';
import type { MoveRecordRow, MoveRow } from './move.repository.ts';

const presentItem = (row: MoveRow, createdBy: string): MoveItem => ({
  id: row.moveId,
  source: row.source,
  phase: row.phase,
  files: row.files.map(({ name }) => name),
  apiUrl: row.apiUrl,
  createdBy,
  createdOn: row.createdAt.toISOString(),
  doneOn: row.doneAt?.toISOString() ?? null,
  undoneOn: row.undoneAt?.toISOString() ?? null,
  reason: row.reason,
  version: row.version,
});

export async function presentItems(tx: Read, enterpriseId: string, rows: readonly MoveRow[]): Promise<MoveItem[]> {
  const names = await findUserNames(
    tx,
    enterpriseId,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row, place) => presentItem(row, names[place] ?? ''));
}

export async function presentMove(tx: Read, row: MoveRow): Promise<Move> {
  const [item] = await presentItems(tx, row.enterpriseId, [row]);
  const choices = await readChoices(tx, row.enterpriseId);
  const shown = (kind: keyof typeof choices) => choices[kind].slice(0, 1000).map(({ id, name }) => ({ id, name }));
  return {
    ...(item ?? presentItem(row, '')),
    readRecords: row.readCount,
    stage: row.stage,
    doneRecords: row.doneCount,
    totalRecords: row.totalCount,
    waitsUntil: row.nextAt?.toISOString() ?? null,
    warnings: row.warnings,
    plan: row.plan as MovePlan | null,
    report: row.report,
    mapping: row.plan === null ? [] : await readMapping(tx, row, choices),
    choices: { agent: shown('agent'), inbox: shown('inbox'), team: shown('team'), attribute: shown('attribute') },
  };
}

/** Addresses are hidden as they are in the phone book, and so is a whole record of a contact. */
export function presentRecord(
  { kind, key, name, number, email, ref, outcome, reason, recordId, data }: MoveRecordRow,
  eyes: Reading,
): MoveRecord {
  const isHidden = !(eyes.seesNumbers && eyes.seesEmails && eyes.seesNames);
  const address = [number, email].filter((value) => value !== '').map((value) => shownAddress(value, eyes));
  const sample = 'sample' in data ? String(data.sample) : kind === 'reply' ? String(data.text ?? '').slice(0, 300) : address.join(', ');
  return {
    ...{ kind, ref, outcome, reason },
    key: isHidden && kind === 'contact' && key.includes('@') ? '' : key,
    name: kind === 'contact' ? shownName(name, eyes) : name,
    recordId: recordId ?? '',
    sample: isHidden && 'sample' in data ? '' : sample,
  };
}
