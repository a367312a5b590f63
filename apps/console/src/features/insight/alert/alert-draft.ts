import {
  alertWindowLeast,
  alertWindowMost,
  type FigureMeasure,
  isCountOfChats,
  isOfTurns,
  type ReportAlert,
  type ReportAlertSave,
} from '@parley/contract';
import type { Person } from '../shared/people-field.tsx';

/** Numbers as they are typed. @property value in the unit that people type: chats, minutes, stars or percent */
export type AlertDraft = Omit<ReportAlertSave, 'userIds' | 'value' | 'windowMinutes' | 'leastRows'> & {
  people: Person[];
  value: string;
  windowMinutes: string;
  leastRows: string;
};

/** The unit in which people type the value of a measure. */
export function typedUnit(measure: FigureMeasure): keyof typeof factors {
  if (isOfTurns(measure)) return measure === 'turn.conversations' ? 'conversations' : 'messages';
  if (isCountOfChats(measure)) return 'chats';
  if (measure.endsWith('Rate')) return 'percent';
  return measure === 'chat.rating' ? 'stars' : 'minutes';
}

const factors = { messages: 1, conversations: 1, chats: 1, minutes: 60_000, stars: 1, percent: 0.01 } as const;
const digits = 10_000;
const toTyped = (measure: FigureMeasure, value: number) => String(Math.round((value / factors[typedUnit(measure)]) * digits) / digits);

export const toDraft = (alert: ReportAlert | undefined): AlertDraft => {
  const measure = alert?.measure ?? 'chat.waitMedian';
  return {
    name: alert?.name ?? '',
    measure,
    filter: alert?.filter ?? { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] },
    windowMinutes: String(alert?.windowMinutes ?? 60),
    direction: alert?.direction ?? 'above',
    value: alert ? toTyped(measure, alert.value) : '',
    leastRows: String(alert?.leastRows ?? 1),
    quietFrom: alert?.quietFrom ?? '',
    quietUntil: alert?.quietUntil ?? '',
    people: alert?.people.map(({ id, name }) => ({ id, name })) ?? [],
    isActive: alert?.isActive ?? true,
  };
};

const noNames: AlertDraft['filter'] = { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] };
/** The part of the filter that narrows the figure. */
const filterFor = ({ measure, filter: { botId, ...names } }: Pick<AlertDraft, 'measure' | 'filter'>): AlertDraft['filter'] =>
  isOfTurns(measure) ? { ...noNames, botId } : names;

export const toSave = ({ people, value, windowMinutes, leastRows, ...draft }: AlertDraft): ReportAlertSave => ({
  ...draft,
  filter: filterFor(draft),
  value: Number(value) * factors[typedUnit(draft.measure)],
  windowMinutes: Number(windowMinutes),
  leastRows: Number(leastRows),
  userIds: people.map(({ id }) => id),
});

type Words = { name: string; value: string; window: string; rows: string; quiet: string; bot: string };

/** Faults of a draft, by field. */
export const faultsOf = (draft: AlertDraft, words: Words): Record<string, string | false> => {
  const minutes = Number(draft.windowMinutes);
  const isWindow = Number.isInteger(minutes) && minutes >= alertWindowLeast && minutes <= alertWindowMost;
  return {
    name: draft.name.trim() === '' && words.name,
    value: (draft.value.trim() === '' || !(Number(draft.value) >= 0)) && words.value,
    windowMinutes: !isWindow && words.window,
    leastRows: (draft.leastRows.trim() === '' || !Number.isInteger(Number(draft.leastRows))) && words.rows,
    'filter.botId': isOfTurns(draft.measure) && draft.filter.botId === undefined && words.bot,
    quietFrom: (draft.quietFrom === '') !== (draft.quietUntil === '') && words.quiet,
  };
};
