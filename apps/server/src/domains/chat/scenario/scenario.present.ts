import { noDepartment, type ScenarioFull, type ScenarioSummary, type scenarioFailures, showChatNumber } from '@parley/contract';
import type { SavedChat, ScenarioRow } from './scenario.repository.ts';
import type { DepartmentOutcome, ScenarioResult } from './scenario.result.ts';

/** Time without a word of a run, or of a worker, after which it counts as abandoned. */
const silentMs = { running: 3 * 60_000, waiting: 30 * 60_000 };

const idOf = (key: string): string => (key === '' ? noDepartment : key);

export function presentSummary(row: ScenarioRow, names: ReadonlyMap<string, string>, now: Date): ScenarioSummary {
  const silentAfter = row.state === 'running' || row.state === 'waiting' ? silentMs[row.state] : Number.POSITIVE_INFINITY;
  const isSilent = now.getTime() - row.toldAt.getTime() > silentAfter;
  return {
    id: row.scenarioId,
    name: row.name,
    fromDate: row.fromDate,
    toDate: row.toDate,
    departmentIds: row.departments.map(idOf),
    departmentNames: row.departments.map((key) => names.get(key) ?? ''),
    changes: row.changes,
    createdBy: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    state: isSilent ? 'failed' : row.state,
    failure: isSilent ? 'silent' : (row.failure as (typeof scenarioFailures)[number]),
    done: row.done,
    of: row.ofAll,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

type Shown = { names: ReadonlyMap<string, string>; saved: ReadonlyMap<string, SavedChat>; now: Date };

export function presentFull(row: ScenarioRow, result: ScenarioResult | null, { names, saved, now }: Shown): ScenarioFull {
  return {
    ...presentSummary(row, names, now),
    runs: result?.runs ?? 0,
    departments: (result?.departments ?? []).map((outcome) => presentDepartment(outcome, names, saved)),
  };
}

function presentDepartment(
  { key, reasons, deviation, was, now }: DepartmentOutcome,
  names: ReadonlyMap<string, string>,
  saved: ReadonlyMap<string, SavedChat>,
): ScenarioFull['departments'][number] {
  const chatOf = (chatId: string) => {
    const chat = saved.get(chatId);
    if (!chat) return [];
    const { chatNo, createdAt } = chat;
    return [{ chatId, chatNumber: showChatNumber(chatNo), at: createdAt.toISOString() }];
  };
  return {
    departmentId: idOf(key),
    name: names.get(key) ?? '',
    reasons,
    deviation,
    was,
    now: now && { figures: now.figures, hours: now.hours, staffing: now.staffing, saved: now.savedChatIds.flatMap(chatOf) },
  };
}
