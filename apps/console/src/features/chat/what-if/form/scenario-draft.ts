import type { ScenarioChange, ScenarioChangeKind, ScenarioSave, ScenarioSummary } from '@parley/contract';
import { addDays } from '../../../../lib/days.ts';

/** A change while it is typed: all fields of all kinds, so that another kind keeps what is common. */
export type ChangeDraft = {
  kind: ScenarioChangeKind;
  departmentId: string;
  count: string | number;
  limit: string | number;
  mode: 'automatic' | 'roundRobin';
  seconds: string | number;
  percent: string | number;
  fromHour: string | number;
  toHour: string | number;
  weekdays: string[];
  from: string;
  to: string;
};
export type ScenarioDraft = { name: string; fromDate: string; toDate: string; departmentIds: string[]; changes: ChangeDraft[] };

const workdays = ['1', '2', '3', '4', '5'];
export const newChange = (departmentId: string): ChangeDraft => ({
  ...{ kind: 'agents', departmentId, count: 1, limit: '', mode: 'automatic', seconds: 60, percent: 20, fromHour: 0, toHour: 24 },
  ...{ weekdays: workdays, from: '09:00', to: '18:00' },
});

const usualDays = 14;

export const newDraft = (today: string, departmentIds: string[]): ScenarioDraft => ({
  name: '',
  fromDate: addDays(today, -usualDays),
  toDate: addDays(today, -1),
  departmentIds,
  changes: departmentIds.slice(0, 1).map(newChange),
});

/** A scenario to begin with, under a name of its own. */
export const copyDraft = (
  { name, fromDate, toDate, departmentIds, changes }: ScenarioSummary,
  copyName: (name: string) => string,
): ScenarioDraft => ({
  name: copyName(name).slice(0, 80),
  fromDate,
  toDate,
  departmentIds,
  changes: changes.map(toDraft),
});

function toDraft(change: ScenarioChange): ChangeDraft {
  const draft = { ...newChange(change.departmentId), ...change } as unknown as ChangeDraft & { weekdays: readonly (number | string)[] };
  return { ...draft, weekdays: draft.weekdays.map(String), limit: draft.limit ?? '' };
}

const numberOf = (value: string | number): number => (value === '' ? Number.NaN : Number(value));

function toChange(draft: ChangeDraft): ScenarioChange {
  const { departmentId, from, to } = draft;
  const shift = { weekdays: draft.weekdays.map(Number).sort(), from, to };
  switch (draft.kind) {
    case 'agents':
      return {
        kind: 'agents',
        departmentId,
        count: numberOf(draft.count),
        limit: draft.limit === '' ? null : numberOf(draft.limit),
        ...shift,
      };
    case 'limit':
      return { kind: 'limit', departmentId, limit: numberOf(draft.limit) };
    case 'mode':
      return { kind: 'mode', departmentId, mode: draft.mode };
    case 'accept':
    case 'wait':
      return { kind: draft.kind, departmentId, seconds: numberOf(draft.seconds) };
    case 'hours':
      return { kind: 'hours', departmentId, ...shift };
    case 'volume':
      return {
        ...{ kind: 'volume', departmentId, percent: numberOf(draft.percent) },
        ...{ fromHour: numberOf(draft.fromHour), toHour: numberOf(draft.toHour) },
      };
  }
}

export const toSave = ({ changes, ...draft }: ScenarioDraft): ScenarioSave => ({
  ...draft,
  name: draft.name.trim(),
  changes: changes.map(toChange),
});
