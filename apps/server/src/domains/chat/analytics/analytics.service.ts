import type {
  AnalyticsFigures,
  AnalyticsFilter,
  AnalyticsGroup,
  AnalyticsMeasure,
  AnalyticsReport,
  AnalyticsRows,
  AnalyticsTables,
} from '@parley/contract';
import { noDepartment } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type FigureGroup } from '#platform/measures/aggregate.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { addDays, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { findFilledSince } from '../course/facts.repository.ts';
import { readTargetsOn } from '../target/target.repository.ts';
import { comparedWith, readAsked, readFor } from './analytics.asked.ts';
import { chatGrain, measuresOf, spellGrain } from './analytics.measures.ts';
import { countHad, listNames, readStatusTimes } from './analytics.repository.ts';
import { type Asked, chatFacts, isAsked, keys, labelFacts, spellFacts } from './facts.repository.ts';

const ofDay = measuresOf(
  'chat.incoming',
  'chat.attended',
  'chat.missed',
  'chat.wait',
  'chat.waitMedian',
  'chat.waitP90',
  'chat.firstReply',
  'chat.firstReplyMedian',
  'chat.firstReplyP90',
);
/** Drawn beside the days, of those that they are compared with */
const ofTimes = measuresOf('chat.waitMedian', 'chat.firstReplyMedian');
const ofPart = measuresOf('chat.incoming');
const ofDepartment = measuresOf(
  'chat.incoming',
  'chat.attended',
  'chat.missed',
  'chat.transferred',
  'chat.waitMedian',
  'chat.firstReplyMedian',
  'chat.handlingMedian',
  'chat.rating',
);
const ofLastAgent = measuresOf('chat.rating');

type Unit = AnalyticsRows['unit'];
const shown = ({ figures }: Pick<FigureGroup, 'figures'>): AnalyticsFigures =>
  Object.fromEntries(figures) as Partial<Record<AnalyticsMeasure, { value: number | null; count: number }>>;

type By = Readonly<Record<string, RawBuilder<unknown>>>;
const ofChats = (tx: Read, asked: Asked, by: By, measures: Parameters<typeof aggregate>[4]) =>
  aggregate(tx, chatFacts, isAsked(asked, false), by, measures);
const groupsOf = (groups: readonly FigureGroup[], names: ReadonlyMap<string, string>): AnalyticsGroup[] =>
  groups
    .map((group) => ({ key: group.keys.key ?? '', name: names.get(group.keys.key ?? '') ?? '', figures: shown(group) }))
    .toSorted(
      (one, other) =>
        (other.figures['chat.incoming']?.count ?? 0) - (one.figures['chat.incoming']?.count ?? 0) || one.name.localeCompare(other.name),
    );

/** Each day of the range, those without a chat too. */
function daysOf(asked: Asked, groups: readonly FigureGroup[], measures: readonly Measure[]): AnalyticsReport['days'] {
  const none: AnalyticsFigures = Object.fromEntries(
    measures.map(({ code, kind }) => [code, { value: 'rows' in kind ? 0 : null, count: 0 }]),
  );
  const known = new Map(groups.map((group) => [group.keys.day, shown(group)]));
  const days: AnalyticsReport['days'] = [];
  for (let day = asked.first; day <= asked.last; day = addDays(day, 1)) days.push({ day, figures: known.get(day) ?? none });
  return days;
}

/**
 * The figures of chats that began in some days, read from their facts in one snapshot.
 * @throws DomainError request.invalid, report.too_slow
 */
export const readReport = (ctx: Ctx, filter: AnalyticsFilter): Promise<AnalyticsReport> =>
  readFor(ctx, async (tx) => {
    const asked = await readAsked(ctx, tx, filter);
    const before = comparedWith(asked, filter.compare, ctx.now());
    const [whole] = await ofChats(tx, asked, {}, chatGrain.measures);
    const [former] = await ofChats(tx, before, {}, chatGrain.measures);
    const days = await ofChats(tx, asked, keys.day, ofDay);
    const formerDays = await ofChats(tx, before, keys.day, ofTimes);
    const hours = await ofChats(tx, asked, keys.hour, ofPart);
    const channels = await ofChats(tx, asked, keys.channel, ofPart);
    const labels = await aggregate(tx, labelFacts, isAsked(asked, false), keys.label, ofPart);
    const names = await listNames(tx, ctx.enterpriseId);
    const deptId = filter.departmentId === undefined || filter.departmentId === noDepartment ? null : filter.departmentId;
    return {
      fromDate: asked.first,
      toDate: asked.last,
      zone: asked.zone,
      asOf: ctx.now().toISOString(),
      completeSince: (await findFilledSince(tx, ctx.enterpriseId))?.toISOString() ?? null,
      figures: whole ? shown(whole) : {},
      measures: Object.fromEntries(chatGrain.measures.map(({ code, unit, better }) => [code, { unit: unit as Unit, better }])),
      before: {
        fromDate: before.first,
        toDate: before.last,
        figures: former ? shown(former) : {},
        days: daysOf(before, formerDays, ofTimes),
      },
      targets: await readTargetsOn(tx, ctx.enterpriseId, deptId, asked.last),
      days: daysOf(asked, days, ofDay),
      hours: hours.map(({ keys, figures }) => ({
        weekday: Number(keys.weekday) + 1,
        hour: Number(keys.hour),
        count: figures.get('chat.incoming')?.count ?? 0,
      })),
      channels: groupsOf(channels, names.channels),
      labels: groupsOf(labels, names.labels),
    };
  });

/**
 * The same chats by department and by agent.
 * @throws DomainError request.invalid, report.too_slow
 */
export const readTables = (ctx: Ctx, filter: AnalyticsFilter): Promise<AnalyticsTables> =>
  readFor(ctx, async (tx) => {
    const { zone, ...asked } = await readAsked(ctx, tx, filter);
    const departments = await ofChats(tx, asked, keys.department, ofDepartment);
    const spells = await aggregate(tx, spellFacts, isAsked(asked, true), keys.agent, spellGrain.measures);
    const had = await countHad(tx, isAsked(asked, true));
    const rated = await ofChats(tx, asked, keys.lastAgent, ofLastAgent);
    const names = await listNames(tx, ctx.enterpriseId);
    const userIds = spells.map((group) => group.keys.key ?? '');
    const times = await readStatusTimes(tx, ctx.enterpriseId, userIds, {
      from: startOfDay(asked.first, zone),
      until: startOfDay(addDays(asked.last, 1), zone),
      now: ctx.now(),
    });
    const of = (groups: readonly FigureGroup[], key: string) => groups.find((group) => group.keys.key === key)?.figures ?? new Map();
    const agents = spells.map((group) => {
      const key = group.keys.key ?? '';
      const user = names.users.get(key);
      const count = had.of.get(key) ?? 0;
      const figures = new Map([...group.figures, ['chat.incoming', { value: count, count }] as const, ...of(rated, key)]);
      return {
        key,
        name: user?.name ?? '',
        isActive: user?.isActive ?? false,
        figures: shown({ figures }),
        onlineMs: times.get(key)?.onlineMs ?? null,
        awayMs: times.get(key)?.awayMs ?? null,
      };
    });
    const counts = agents.map(({ figures }) => figures['chat.incoming']?.count ?? 0);
    const sum = counts.reduce((total, one) => total + one, 0);
    const { whole, several } = had;
    return {
      departments: groupsOf(departments, await departmentNames(tx, ctx.enterpriseId)),
      agents: agents.toSorted((one, other) => one.name.localeCompare(other.name)),
      foot: { sum, extra: sum - whole, several, whole },
    };
  });
