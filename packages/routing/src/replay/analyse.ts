import { type Calibration, calibrate } from './calibrate.ts';
import { type Change, changeWorld } from './changes.ts';
import { type DepartmentFigures, type FigureName, figuresOf, type HourFigures, percentileOf } from './figures.ts';
import { type Patience, patienceOf } from './patience.ts';
import type { Replayed } from './recorder.ts';
import { type Records, recordedAs, toWorld, waitsOf } from './records.ts';
import { replay } from './replay.ts';
import { joinSpans } from './spans.ts';
import { keyOf, type World } from './world.ts';

/** A figure of several runs: its median, and the band in which eight of ten lie. */
export type Band = { value: number | null; low: number | null; high: number | null };
export type BandedFigures = Record<FigureName, Band>;
export type Staffing = { agents: number; figures: BandedFigures };
/** @property now null: the replay does not meet what was, so it tells nothing of changes */
export type Analysed = {
  key: string;
  was: DepartmentFigures;
  calibration: Calibration;
  now: { figures: BandedFigures; hours: HourFigures[]; staffing: Staffing[]; savedChatIds: string[] } | null;
};
export type Asked = { keys: readonly string[]; changes: readonly Change[]; runs: number; staffingRuns: number };
export type Progress = { done: number; of: number };

const figureNames: readonly FigureName[] = ['chats', 'missed', 'left', 'waitMedianMs', 'waitP90Ms', 'load'];
/** Agents more or fewer of which the table tells. */
export const staffings = [-2, -1, 0, 1, 2, 3, 4, 5] as const;
const mostSaved = 200;

/** Replays what was, and where that meets what was, what would be. Yields how far it is, and the result last. */
export function* analyse(records: Records, { keys, changes, runs, staffingRuns }: Asked): Generator<Progress | { result: Analysed[] }> {
  const world = toWorld(records);
  const [measured, asItWas] = [recordedAs(records), replay(world, 0)];
  const patience = new Map(
    [...new Set(records.chats.map(({ departmentId }) => keyOf(departmentId)))].map((key) => [key, patienceOf(waitsOf(records.chats, key))]),
  );
  const looked = keys.map((key) => {
    const was = figuresOf(measured, world, key);
    return { key, was, calibration: calibrate(was, figuresOf(asItWas, world, key)) };
  });
  const met = looked.filter(({ calibration }) => calibration.failed.length === 0).map(({ key }) => key);
  const of = 1 + (met.length === 0 ? 0 : runs + met.length * staffings.length * staffingRuns);
  let done = 1;
  yield { done, of };
  const all: Runs = { world, changes, patience, met };
  const played = new Map(met.map((key): [string, Played] => [key, { figures: [], saved: new Map() }]));
  if (met.length > 0)
    for (let run = 1; run <= runs; run += 1) {
      playOnce(all, run, measured, played);
      done += 1;
      yield { done, of };
    }
  const result: Analysed[] = [];
  for (const one of looked) {
    const own = played.get(one.key);
    if (!own) {
      result.push({ ...one, now: null });
      continue;
    }
    const staffing: Staffing[] = [];
    for (const agents of staffings) {
      staffing.push({ agents, figures: bandsOf(staffRuns(all, one.key, agents, staffingRuns)) });
      done += staffingRuns;
      yield { done, of };
    }
    const { figures, saved } = own;
    const savedChatIds = [...saved].filter(([, times]) => times * 2 > runs).map(([chatId]) => chatId);
    result.push({
      ...one,
      now: { figures: bandsOf(figures), hours: hoursOf(figures), staffing, savedChatIds: savedChatIds.slice(0, mostSaved) },
    });
  }
  yield { result };
}

type Runs = { world: World; changes: readonly Change[]; patience: ReadonlyMap<string, Patience>; met: readonly string[] };
type Played = { figures: DepartmentFigures[]; saved: Map<string, number> };

function playOnce({ world, changes, patience, met }: Runs, run: number, measured: Replayed, played: ReadonlyMap<string, Played>): void {
  const changed = changeWorld(world, changes, patience, run);
  const replayed = replay(changed, run);
  for (const key of met) played.get(key)?.figures.push(figuresOf(replayed, changed, key));
  const missed = new Set(measured.outcomes.filter(({ isMissed }) => isMissed).map(({ chatId }) => chatId));
  for (const { chatId, departmentId, isMissed, hasLeft } of replayed.outcomes) {
    const saved = isMissed || hasLeft || !missed.has(chatId) ? undefined : played.get(keyOf(departmentId))?.saved;
    saved?.set(chatId, (saved.get(chatId) ?? 0) + 1);
  }
}

const wholeWeek = [1, 2, 3, 4, 5, 6, 7];

/** Agents more or fewer for the whole time in which one of the department was online, beside the other changes. */
function staffRuns({ world, changes, patience }: Runs, key: string, agents: number, runs: number): DepartmentFigures[] {
  const shift = { weekdays: wholeWeek, fromMinute: 0, toMinute: 1440 };
  const more: Change[] = agents === 0 ? [] : [{ kind: 'agents', departmentId: key, count: agents, limit: null, ...shift }];
  return Array.from({ length: runs }, (_, index) => {
    const before = changeWorld(world, changes, patience, index + 1);
    const changed = changeWorld(before, more, new Map(), index + 1);
    const staffed = agents > 0 ? presentWith(before, changed, key) : changed;
    return figuresOf(replay(staffed, index + 1), staffed, key);
  });
}

/** Added agents are there while one of the department is, not day and night. */
function presentWith(before: World, changed: World, key: string): World {
  const spans = joinSpans(
    before.people.filter(({ departmentIds }) => key === '' || departmentIds.includes(key)).flatMap(({ online }) => online),
  );
  const known = new Set(before.people.map(({ userId }) => userId));
  return { ...changed, people: changed.people.map((person) => (known.has(person.userId) ? person : { ...person, online: spans })) };
}

function bandOf(values: readonly (number | null)[]): Band {
  const sorted = values.flatMap((value) => (value === null ? [] : [value])).sort((one, other) => one - other);
  return { value: percentileOf(sorted, 0.5), low: percentileOf(sorted, 0.1), high: percentileOf(sorted, 0.9) };
}

const bandsOf = (runs: readonly DepartmentFigures[]): BandedFigures =>
  Object.fromEntries(figureNames.map((name) => [name, bandOf(runs.map((run) => run[name]))])) as BandedFigures;

const hoursOf = (runs: readonly DepartmentFigures[]): HourFigures[] =>
  (runs[0]?.hours ?? []).map((_, hour) => {
    const medianOf = (name: keyof HourFigures) => bandOf(runs.map(({ hours }) => hours[hour]?.[name] ?? null)).value;
    return {
      chats: medianOf('chats') ?? 0,
      missed: medianOf('missed') ?? 0,
      waitMedianMs: medianOf('waitMedianMs'),
      load: medianOf('load'),
    };
  });
