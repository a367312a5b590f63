import { Recorder, type Replayed } from './recorder.ts';
import { keyOf, type Outcome, type World } from './world.ts';

/** @property load chats of the department that an agent of it who was online had at once; null: nobody was online */
export type Figures = {
  chats: number;
  missed: number;
  left: number;
  waitMedianMs: number | null;
  waitP90Ms: number | null;
  load: number | null;
};
export type HourFigures = Pick<Figures, 'chats' | 'missed' | 'waitMedianMs' | 'load'>;
export type DepartmentFigures = Figures & { hours: HourFigures[] };
export type FigureName = keyof Figures;

const hoursOfDay = 24;
const hourMs = 3_600_000;

/** A percentile between the two nearest values, as PostgreSQL's percentile_cont has it. */
export function percentileOf(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const [one, other] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number];
  return one + (other - one) * (place - low);
}

/** Time that agents of a department were online, by hour since the beginning of the range. */
export function onlineOf(world: Pick<World, 'from' | 'until' | 'hourOfDay' | 'people'>, key: string): Float64Array {
  const recorder = new Recorder(world);
  for (const { departmentIds, online } of world.people)
    if (key === '' || departmentIds.includes(key)) for (const [from, until] of online) recorder.hold(key, from, until);
  return recorder.result().held.get(key) ?? new Float64Array(world.hourOfDay.length);
}

/** Figures of a department's chats, of the whole range and by hour of the day. */
export function figuresOf(
  { outcomes, held }: Replayed,
  world: Pick<World, 'from' | 'until' | 'hourOfDay' | 'people'>,
  key: string,
): DepartmentFigures {
  const own = outcomes.filter(({ departmentId }) => keyOf(departmentId) === key);
  const byHour = Array.from({ length: hoursOfDay }, (): Outcome[] => []);
  for (const outcome of own) byHour[world.hourOfDay[Math.floor((outcome.at - world.from) / hourMs)] ?? 0]?.push(outcome);
  const heldBy = foldHours(held.get(key), world.hourOfDay);
  const onlineBy = foldHours(onlineOf(world, key), world.hourOfDay);
  return {
    ...figuresOfSome(own),
    load: loadOf(sumOf(heldBy), sumOf(onlineBy)),
    hours: byHour.map((some, hour) => {
      const { chats, missed, waitMedianMs } = figuresOfSome(some);
      return { chats, missed, waitMedianMs, load: loadOf(heldBy[hour] as number, onlineBy[hour] as number) };
    }),
  };
}

function figuresOfSome(outcomes: readonly Outcome[]): Omit<Figures, 'load'> {
  const waits = outcomes.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs])).sort((one, other) => one - other);
  return {
    chats: outcomes.length,
    missed: outcomes.filter(({ isMissed }) => isMissed).length,
    left: outcomes.filter(({ hasLeft }) => hasLeft).length,
    waitMedianMs: percentileOf(waits, 0.5),
    waitP90Ms: percentileOf(waits, 0.9),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const loadOf = (heldMs: number, onlineMs: number): number | null => (onlineMs > 0 ? heldMs / onlineMs : null);

function foldHours(hours: Float64Array | undefined, hourOfDay: readonly number[]): number[] {
  const folded = new Array<number>(hoursOfDay).fill(0);
  for (const [place, ms] of (hours ?? []).entries()) {
    const hour = hourOfDay[place];
    if (hour !== undefined) folded[hour] = (folded[hour] as number) + ms;
  }
  return folded;
}
