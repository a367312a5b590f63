import type { IntentParameter } from '@parley/contract';
import type { HalfDateTime } from '@parley/nlu';
import type { Understanding } from '../runtime/understand.ts';
import type { DefinedIntent } from '../version/bot.definition.ts';
import type { Filled, Half, Task } from './dialogue.state.ts';
import type { Use } from './fill.ts';

const isMoment = ({ id }: IntentParameter): boolean => id === 'sys.datetime';

type Halves = { uses: Use[]; halves: Record<string, Half>; found: Use[] };

/**
 * A day without a time, or a time without a day, for a parameter that wants both: what is told is kept until the other half is.
 * @param uses what other words fill already
 * @returns `uses` with what both halves make, `halves` that wait, and what was `found` of them in this message
 */
export function fillHalves(intent: DefinedIntent, task: Task, said: Understanding, uses: Use[]): Halves {
  const open = intent.parameters.filter(
    (parameter) => isMoment(parameter) && !task.filled[parameter.name] && !uses.some((use) => use.parameter === parameter.name),
  );
  const target = open.find(({ name }) => name === task.asking) ?? open.find(({ name }) => task.halves[name]) ?? open[0];
  const kept = { uses, halves: task.halves, found: [] };
  if (!target) return kept;
  const known = task.halves[target.name];
  const told = findFree(said, uses, known?.date, task.asking === target.name);
  if (told.length === 0) return kept;
  const half = merge(told, known);
  const found = told.map((match) => ({ parameter: target.name, match }));
  const { [target.name]: _done, ...halves } = task.halves;
  if (half.date === undefined || half.time === undefined) return { uses, halves: { ...halves, [target.name]: half }, found };
  return { uses: [...uses, toUse(target.name, half, told)], halves, found: [] };
}

/** "No, Friday" and "no, at six" change one half of what is known. */
export function changeHalves(
  intent: DefinedIntent,
  filled: Readonly<Record<string, Filled>>,
  said: Understanding,
  uses: readonly Use[],
): Use[] {
  const target = intent.parameters.find((parameter) => isMoment(parameter) && filled[parameter.name]);
  if (!target || uses.some(({ parameter }) => parameter === target.name)) return [...uses];
  const [date, time] = filled[target.name]?.value.split(' ') ?? [];
  const told = findFree(said, uses, date, false);
  return told.length === 0 ? [...uses] : [...uses, toUse(target.name, merge(told, { date, time, text: '' }), told)];
}

function findFree(said: Understanding, uses: readonly Use[], date: string | undefined, isAsked: boolean): HalfDateTime[] {
  return said.findHalves({ date, isAsked }).filter(({ start, end }) => uses.every(({ match }) => match.end <= start || match.start >= end));
}

const merge = (told: readonly HalfDateTime[], known: Half | undefined): Half => ({
  date: told.find(({ entity }) => entity === 'sys.date')?.value ?? known?.date,
  time: told.find(({ entity }) => entity === 'sys.time')?.value ?? known?.time,
  text: [known?.text, ...told.map(({ text }) => text)].filter((text) => text).join(', '),
});

function toUse(parameter: string, { date, time, text }: Half, told: readonly HalfDateTime[]): Use {
  const start = Math.min(...told.map((match) => match.start));
  const end = Math.max(...told.map((match) => match.end));
  return { parameter, match: { entity: 'sys.datetime', start, end, text, value: `${date} ${time}` } };
}
