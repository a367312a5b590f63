import { noDepartment, type ScenarioChange, type ScenarioFigure } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import type { SayOf } from '../../../lib/words.ts';
import type { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { showSeconds } from '../shared/show-seconds.ts';

export type ScenarioSay = SayOf<typeof chatScenarioWords.scenario>;

/** Figures in the order of cards and tables. */
export const shownFigures = ['waitMedianMs', 'waitP90Ms', 'missed', 'left', 'load', 'chats'] as const satisfies readonly ScenarioFigure[];
/** Figures that cards show. */
export const cardFigures = ['waitMedianMs', 'waitP90Ms', 'missed', 'load'] as const satisfies readonly ScenarioFigure[];

/** A value as people read it; a dash where there is none. */
export function showFigure(figure: ScenarioFigure, value: number | null): string {
  if (value === null) return '–';
  if (figure === 'waitMedianMs' || figure === 'waitP90Ms') return showSeconds(Math.round(value / 1000));
  return figure === 'load' ? formatNumber(value, [1, 2]) : formatNumber(Math.round(value));
}

export type Names = ReadonlyMap<string, string>;
export const nameOf = (departmentId: string, names: Names, say: ScenarioSay): string =>
  departmentId === noDepartment ? say('noDepartment') : names.get(departmentId) || say('goneDepartment');

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];
export const isWeekday = (day: number): day is Weekday => (weekdays as readonly number[]).includes(day);

/** The days of a shift in words, with every day as one word. */
export const showDays = (days: readonly number[], say: ScenarioSay): string =>
  days.length === weekdays.length
    ? say('everyDay')
    : days
        .filter(isWeekday)
        .map((day) => say(`short_${day}`))
        .join(', ');

/** A change in words. */
export function showChange(change: ScenarioChange, names: Names, say: ScenarioSay): string {
  const department = nameOf(change.departmentId, names, say);
  const raw = { interpolation: { escapeValue: false }, department };
  switch (change.kind) {
    case 'agents': {
      const shift = { ...raw, days: showDays(change.weekdays, say), from: change.from, to: change.to };
      return say(change.count > 0 ? 'agentsMore' : 'agentsFewer', { ...shift, count: Math.abs(change.count) });
    }
    case 'limit':
      return say('limitOf', { ...raw, count: change.limit });
    case 'mode':
      return say(change.mode === 'automatic' ? 'modeAutomatic' : 'modeRoundRobin', raw);
    case 'accept':
      return say('acceptOf', { ...raw, time: showSeconds(change.seconds) });
    case 'wait':
      return say('waitOf', { ...raw, time: showSeconds(change.seconds) });
    case 'hours':
      return say('hoursOf', { ...raw, days: showDays(change.weekdays, say), from: change.from, to: change.to });
    case 'volume': {
      const isAll = change.fromHour === change.toHour || (change.fromHour === 0 && change.toHour === 24);
      const share = { ...raw, percent: formatNumber(Math.abs(change.percent)), from: `${change.fromHour}:00`, to: `${change.toHour}:00` };
      if (isAll) return say(change.percent < 0 ? 'volumeFewer' : 'volumeMore', share);
      return say(change.percent < 0 ? 'volumeFewerBetween' : 'volumeMoreBetween', share);
    }
  }
}
