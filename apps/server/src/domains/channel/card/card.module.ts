import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { packables } from '../../../packable.ts';
import { artifactUses } from '../../file/door.ts';
import { cardBin } from './card.bin.ts';
import { calendarFile, readEvent } from './card.event.ts';
import { packableCard } from './card.pack.ts';
import { previewCard, previewUnsaved } from './card.preview.ts';
import { cardRecord } from './card.record.ts';
import { listCardsShowing } from './card.repository.ts';
import { createCard, getCard, listCards, removeCard, updateCard } from './card.service.ts';

const { richCards: calls } = endpoints;

export const richCard: Module = {
  name: 'richCard',
  records: [withBin(cardRecord, cardBin)],
  extensions: [
    extend(packables, packableCard),
    extend(artifactUses, async (tx, enterpriseId, artifactIds) =>
      (await listCardsShowing(tx, enterpriseId, artifactIds)).map(({ artifactId, name }) => ({
        artifactId,
        name: `card ${name}`,
        isLive: true,
      })),
    ),
  ],
  routes(app, { secrets, now }) {
    route(app, calls.list, (ctx, { query }) => listCards(ctx, query));
    route(app, calls.get, (ctx, { params }) => getCard(ctx, params.cardId));
    route(app, calls.create, async (ctx, { body }) => answer(await createCard(ctx, body), 'The rich card is saved.'));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await updateCard(ctx, params.cardId, body), 'The rich card is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeCard(ctx, params.cardId);
      return answer(null, 'The rich card is deleted.');
    });
    route(app, calls.preview, (ctx, { query }) => previewCard(ctx, query));
    route(app, calls.previewUnsaved, (ctx, { body }) => previewUnsaved(ctx, body));
    route(app, calls.event, async (_ctx, { query: { event, signature }, reply }) => {
      const file = calendarFile(readEvent(secrets, event, signature), `${signature}@parley`, now());
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="event.ics"')
        .header('x-robots-tag', 'noindex')
        .send(file);
    });
  },
};
