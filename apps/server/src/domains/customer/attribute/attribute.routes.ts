import { endpoints } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import { checkChange, getDefinition, listDefinitions, moveAttribute, removeAttribute, saveAttribute } from './attribute.service.ts';

export function attributeRoutes(app: FastifyInstance): void {
  const { attributes } = endpoints;
  route(app, attributes.list, async (ctx) => ({ inputFieldDefinitions: await listDefinitions(ctx) }));
  route(app, attributes.save, async (ctx, { body }) =>
    answer({ inputFieldDefinition: await saveAttribute(ctx, body) }, body._id ? 'The attribute is updated.' : 'The attribute is added.'),
  );
  route(app, attributes.check, (ctx, { body }) => checkChange(ctx, body));
  route(app, attributes.move, async (ctx, { body }) => {
    await moveAttribute(ctx, body);
    return answer(null, 'The attribute is moved.');
  });
  route(app, attributes.get, async (ctx, { params }) => ({ inputFieldDefinition: await getDefinition(ctx, params.attributeId) }));
  route(app, attributes.remove, async (ctx, { params }) => {
    await removeAttribute(ctx, params.attributeId);
    return answer(null, 'The attribute is deleted.');
  });
}
