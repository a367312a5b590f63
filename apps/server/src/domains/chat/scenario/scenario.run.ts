import type { ScenarioReasonTold } from '@parley/contract';
import { scenarioChatsMax } from '@parley/contract';
import { type Change, figuresOf, recordedAs } from '@parley/routing/replay';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readRange } from '../past-range/range.read.ts';
import type { Analysing } from './scenario.analyse.run.ts';
import { toChanges } from './scenario.changes.ts';
import { findScenario, type ScenarioRow, tellRun } from './scenario.repository.ts';
import { type ScenarioResult, toOutcome } from './scenario.result.ts';
import { analyseTask } from './scenario.task.ts';

/** Replays of a scenario, and of each line of the table of agents: what is drawn differs between them. */
const runs = 20;
const staffingRuns = 3;
/** Progress is told as often. */
const tellEveryMs = 500;

/** Replays what a scenario's row asks for, and tells how far it is. It changes nothing but that row. */
export async function runScenario(ctx: EnterpriseContext, scenarioId: string): Promise<void> {
  const row = await ctx.read((tx) => findScenario(tx, ctx.enterpriseId, scenarioId));
  if (row?.state !== 'waiting' && row?.state !== 'running') return;
  try {
    const result = await analyseRow(ctx, row);
    if (!result) return;
    const isTold = result.departments.some(({ now }) => now !== null);
    await tell(ctx, row, { state: isTold ? 'done' : 'cannotTell', result, finishedAt: ctx.now() });
  } catch (error) {
    const isCostly = error instanceof DomainError && error.code === 'input.too_costly';
    await tell(ctx, row, { state: 'failed', failure: isCostly ? 'tooCostly' : 'unexpected', finishedAt: ctx.now() });
    throw error;
  }
}

const tell = (ctx: EnterpriseContext, row: ScenarioRow, told: Parameters<typeof tellRun>[3]): Promise<boolean> =>
  ctx.transaction((tx) => tellRun(tx, ctx.enterpriseId, row, told, ctx.now()));

/** @returns undefined: another run has taken its place */
async function analyseRow(ctx: EnterpriseContext, row: ScenarioRow): Promise<ScenarioResult | undefined> {
  const { records, found } = await ctx.read((tx) => readRange(tx, ctx, row));
  const reasonsOf = (key: string): ScenarioReasonTold[] => found.get(key) ?? [];
  // A department of which nothing can be told is not replayed for its own sake; its agents and chats take part.
  const keys = records.chats.length > scenarioChatsMax ? [] : row.departments.filter((key) => reasonsOf(key).length === 0);
  const changes: Change[] = row.changes.map(toChanges);
  const analysed = keys.length === 0 ? [] : await analyseAway(ctx, row, { records, asked: { keys, changes, runs, staffingRuns } });
  if (!analysed) return undefined;
  const [measured, range] = [recordedAs(records), { ...records, people: records.people }];
  return {
    runs,
    departments: row.departments.map((key) => {
      const one = analysed.find((each) => each.key === key);
      return toOutcome(
        one ?? { key, was: figuresOf(measured, range, key), calibration: { deviation: 0, failed: [] }, now: null },
        reasonsOf(key),
      );
    }),
  };
}

async function analyseAway(ctx: EnterpriseContext, row: ScenarioRow, given: Analysing) {
  let toldAt = 0;
  for await (const told of ctx.confined.stream(analyseTask, given)) {
    if ('result' in told) return told.result;
    if (performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    if (!(await tell(ctx, row, { state: 'running', done: told.done, ofAll: told.of }))) return undefined;
  }
  return undefined;
}
