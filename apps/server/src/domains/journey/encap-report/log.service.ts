import type { EncapLogLine } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { accessEncap } from '../encap/encap.query.ts';
import { type LogRow, listTurns } from './report.repository.ts';

const dayMs = 86_400_000;
const mostShown = 200;

const present = ({ instanceId, turn, at, input, visits, environment }: LogRow, names: ReadonlyMap<string, string>): EncapLogLine => ({
  instanceId,
  turn,
  at: at.toISOString(),
  steps: visits.map(({ node }) => names.get(node) || node),
  input: input.text === '' ? input.kind : `${input.kind}: ${input.text}`,
  values: visits.flatMap(({ sets }) => sets),
  error: visits.flatMap(({ warnings }) => warnings).join(' '),
  isTest: environment !== 'production',
});

/** Turns on the page of an encap, as far as its logger has kept them. @throws DomainError encap.not_found */
export const readLog = (
  ctx: Ctx,
  encapId: string,
  { onlyErrors, from, perPage }: { onlyErrors: boolean; from: number; perPage: number },
): Promise<{ lines: EncapLogLine[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const { logger } = await accessEncap(tx, ctx.enterpriseId, encapId);
    const { document } = await accessJourney(tx, ctx.enterpriseId, encapId);
    const names = new Map(document.nodes.map(({ id, name, type }) => [id, name || type]));
    const limit = perPage === -1 ? mostShown : perPage;
    const since = new Date(ctx.now().getTime() - logger.days * dayMs);
    const rows = await listTurns(tx, ctx.enterpriseId, encapId, {
      ...{ since, includesTests: logger.includesTests, from, limit: limit + 1 },
      onlyErrors: onlyErrors || logger.level === 'errors',
    });
    return { lines: rows.slice(0, limit).map((row) => present(row, names)), more: rows.length > limit };
  });
