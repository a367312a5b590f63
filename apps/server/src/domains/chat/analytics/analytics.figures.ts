import type { AnalyticsComparison, AnalyticsMeasure, AnalyticsRows, ChatBy, FigureFilter } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type Figure } from '#platform/measures/aggregate.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { type AskedIn, comparedWith, countingScope, type FigureReader, readFor } from './analytics.asked.ts';
import { isOfSpells, measureOf, measuresOf } from './analytics.measures.ts';
import { listNames } from './analytics.repository.ts';
import { pageOf } from './analytics.rows.ts';
import { byLabel, chatFacts, isAsked, keyOf, spellFacts } from './facts.repository.ts';

/** Longer than any figure of a board, an alert or a mail takes. */
const longestMs = 5_000;

/** Figures of one kind of facts that share their chats and their parts. */
export type FigureAsk = {
  measures: readonly AnalyticsMeasure[];
  by: ChatBy;
  filter: FigureFilter;
  first: string;
  last: string;
  since?: Date;
  until?: Date | undefined;
  zone: string;
};
export type FigureSide = {
  first: string;
  last: string;
  whole: ReadonlyMap<string, Figure>;
  cells: readonly { key: string; figures: ReadonlyMap<string, Figure> }[];
};

export const unitOf = (measure: AnalyticsMeasure): AnalyticsRows['unit'] => measureOf(measure).unit as AnalyticsRows['unit'];
export const betterOf = (measure: AnalyticsMeasure) => measureOf(measure).better;
export const isOfAgents = isOfSpells;

function toAsked(enterpriseId: string, reader: FigureReader, { measures, filter, ...ask }: FigureAsk): AskedIn {
  const ofSpells = measures.some(isOfSpells);
  return {
    enterpriseId,
    userId: reader.userId,
    scope: countingScope({ actor: reader }),
    first: ask.first,
    last: ask.last,
    since: ask.since,
    until: ask.until,
    isSandbox: false,
    departmentIds: filter.departmentIds,
    agentIds: ofSpells ? filter.agentIds : [],
    lastAgentIds: ofSpells ? [] : filter.agentIds,
    channelIds: filter.channelIds,
    labelIds: filter.labelIds,
    zone: ask.zone,
  };
}

/** Rows that a value is of: of a share those of its whole. */
export function rowsOfFigure(measure: AnalyticsMeasure, figures: ReadonlyMap<string, Figure>): number {
  const { kind } = measureOf(measure);
  return figures.get('ratio' in kind ? kind.ratio[1] : measure)?.count ?? 0;
}

/** All measures that these are made of: a share reads both of its parts. */
const withParts = (codes: readonly AnalyticsMeasure[]) => {
  const parts = codes.flatMap((code) => {
    const { kind } = measureOf(code);
    return 'ratio' in kind ? (kind.ratio as readonly AnalyticsMeasure[]) : [];
  });
  return measuresOf(...new Set([...parts, ...codes]));
};

async function readSide(tx: Read, asked: AskedIn, { measures, by }: FigureAsk): Promise<FigureSide> {
  const ofSpells = measures.some(isOfSpells);
  const facts = ofSpells ? spellFacts : chatFacts;
  const where = isAsked(asked, ofSpells);
  const wanted = withParts(measures);
  const [whole] = await aggregate(tx, facts, where, {}, wanted);
  const key = keyOf(by, ofSpells);
  const groups = key ? await aggregate(tx, by === 'label' ? byLabel(facts) : facts, where, { key }, wanted) : [];
  return {
    first: asked.first,
    last: asked.last,
    whole: whole?.figures ?? new Map(),
    cells: groups.map(({ keys, figures }) => ({ key: keys.key ?? '', figures })),
  };
}

/**
 * Figures as somebody may see them, of one moment, and of the days that they are compared with.
 * @throws DomainError report.too_slow
 */
export function readFigures(
  ctx: Pick<Ctx, 'enterpriseId' | 'read'>,
  reader: FigureReader,
  ask: FigureAsk,
  { compare, now }: { compare: AnalyticsComparison | 'none'; now: Date },
): Promise<{ now: FigureSide; before: FigureSide | null }> {
  const asked = toAsked(ctx.enterpriseId, reader, ask);
  const read = async (tx: Read) => ({
    now: await readSide(tx, asked, ask),
    before: compare === 'none' ? null : await readSide(tx, comparedWith(asked, compare, now), ask),
  });
  return readFor(ctx, read, longestMs);
}

const wholeCell = { day: '', hour: undefined, by: undefined, part: '', above: undefined } as const;

/** @property part a part of the figure, by its key */
export type FigurePlace = { part: string | undefined; compare: AnalyticsComparison | 'none'; isFormer: boolean; after: string | undefined };

/** The chats that such a figure counts, with how many there are. @throws DomainError report.too_slow */
export const readFigureRows = (ctx: Ctx, ask: FigureAsk, place: FigurePlace & { perPage: number }): Promise<AnalyticsRows> =>
  readFor(ctx, async (tx) => {
    const [code] = ask.measures as [AnalyticsMeasure];
    const now = toAsked(ctx.enterpriseId, ctx.actor, ask);
    const asked = place.isFormer && place.compare !== 'none' ? comparedWith(now, place.compare, ctx.now()) : now;
    const key = place.part === undefined ? undefined : { by: ask.by, part: place.part };
    return pageOf(ctx, tx, { measure: measureOf(code), asked, cell: wholeCell, key }, place);
  });

export type FigureNames = Record<'departments' | 'agents' | 'channels' | 'labels', ReadonlyMap<string, string>>;

/** Names of what figures are counted by; those that are gone have none. */
export async function readFigureNames(tx: Read, enterpriseId: string): Promise<FigureNames> {
  const { channels, labels, users } = await listNames(tx, enterpriseId);
  const agents = new Map([...users].map(([id, { name }]) => [id, name]));
  return { departments: await departmentNames(tx, enterpriseId), agents, channels, labels };
}
