import type { CallAnswer, endpoints } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { accessJourney, journeyNotFound } from '../document/journey.access.ts';

type Details = CallAnswer<typeof endpoints.journeys.details>;

/** A stream by its own id, or one node of the stream that is named beside it (JOURNEY-004). @throws DomainError journey.not_found */
export const readDetails = (ctx: Ctx, id: string, journeyId: string): Promise<Details> =>
  ctx.read(async (tx) => {
    const owner = journeyId === '' ? id : journeyId;
    if (!/^[0-9a-f-]{36}$/i.test(owner)) throw journeyNotFound();
    const { document, name, version, state } = await accessJourney(tx, ctx.enterpriseId, owner);
    const node = document.nodes.find((one) => one.id === id);
    if (!node && id !== owner) throw journeyNotFound();
    return {
      id,
      name: node ? node.name : name,
      kind: node ? node.type : document.kind,
      journeyId: owner,
      journeyName: name,
      version,
      state,
      nodes: document.nodes.length,
      variables: document.variables.map((variable) => variable.name),
    };
  });
