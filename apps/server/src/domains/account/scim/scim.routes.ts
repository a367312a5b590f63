import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import type { Deps } from '../../../deps.ts';
import { noSuch, ScimError, unfit } from '../directory/scim.errors.ts';
import { discovery } from '../directory/scim.present.ts';
import { readFilter, readPage, scimSchemas } from '../directory/scim.rules.ts';
import { openScim, type Scim } from './scim.access.ts';
import { createGroup, getGroup, listGroups, patchGroup, removeGroup, replaceGroup } from './scim.groups.ts';
import { createUser, getUser, listUsers, patchUser, removeUser, replaceUser } from './scim.users.ts';

const prefix = '/account/scim/v2/:connectionId';
const bodyLimit = 1024 * 1024;
/** A provider that begins sends everybody at once. */
const perMinute = 1200;
const mediaType = 'application/scim+json; charset=utf-8';

type Query = Record<string, string | undefined>;
type Call = (scim: Scim, input: { id: string; query: Query; body: unknown }) => Promise<object | undefined>;
const shown = ({ excludedAttributes = '' }: Query) => ({
  withMembers: !excludedAttributes
    .split(',')
    .map((name) => name.trim())
    .includes('members'),
});

/** Methods and paths of RFC 7644, 3.2, with what answers them. */
const calls: readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, status: number, call: Call][] = [
  [
    'GET',
    '/Users',
    200,
    (scim, { query }) => listUsers(scim, readFilter(query.filter ?? '', ['userName', 'externalId', 'id', 'emails.value']), readPage(query)),
  ],
  ['POST', '/Users', 201, (scim, { body }) => createUser(scim, body)],
  ['GET', '/Users/:id', 200, (scim, { id }) => getUser(scim, id)],
  ['PUT', '/Users/:id', 200, (scim, { id, body }) => replaceUser(scim, id, body)],
  ['PATCH', '/Users/:id', 200, (scim, { id, body }) => patchUser(scim, id, body)],
  ['DELETE', '/Users/:id', 204, async (scim, { id }) => void (await removeUser(scim, id))],
  [
    'GET',
    '/Groups',
    200,
    (scim, { query }) =>
      listGroups(scim, readFilter(query.filter ?? '', ['displayName', 'externalId', 'id']), readPage(query), shown(query)),
  ],
  ['POST', '/Groups', 201, (scim, { body }) => createGroup(scim, body)],
  ['GET', '/Groups/:id', 200, (scim, { id, query }) => getGroup(scim, id, shown(query))],
  ['PUT', '/Groups/:id', 200, (scim, { id, body }) => replaceGroup(scim, id, body)],
  ['PATCH', '/Groups/:id', 200, (scim, { id, body }) => patchGroup(scim, id, body)],
  ['DELETE', '/Groups/:id', 204, async (scim, { id }) => void (await removeGroup(scim, id))],
  ['GET', '/ServiceProviderConfig', 200, ({ base }) => Promise.resolve(discovery(base).ServiceProviderConfig)],
  ['GET', '/ResourceTypes', 200, ({ base }) => Promise.resolve(listed(discovery(base).ResourceTypes))],
  ['GET', '/Schemas', 200, ({ base }) => Promise.resolve(listed(discovery(base).Schemas))],
  [
    'GET',
    '/Schemas/:id',
    200,
    ({ base }, { id }) => Promise.resolve(discovery(base).Schemas.find((schema) => schema.id === id) ?? missing()),
  ],
];

const listed = (resources: readonly object[]) => ({
  schemas: [scimSchemas.list],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
const missing = (): never => {
  throw noSuch();
};

/** Turns our refusal into the provider's error: a conflict with the state here, in the words of the screen. */
function toScim(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (!(error instanceof DomainError) || error.httpStatus >= 500) return undefined;
  if (error.code === 'request.invalid') return unfit(error.message);
  return new ScimError(error.httpStatus === 429 ? 429 : 409, error.message);
}

/** SCIM 2.0 for identity providers, each by the key of its connection. The media type and the errors are the protocol's. */
export function scimRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^application\/(scim\+)?json\b/, { parseAs: 'string', bodyLimit }, (_request, body, parsed) => {
      // Some send a content type with a DELETE, and no content.
      if (body === '') return parsed(null, undefined);
      try {
        parsed(null, JSON.parse(String(body)));
      } catch {
        parsed(new ScimError(400, 'The body is no JSON.', 'invalidSyntax'));
      }
    });
    scope.setErrorHandler((error, request, reply) => {
      const known = toScim(error) ?? statedBy(error);
      if (!known) request.log.error({ err: error }, 'a call of SCIM failed');
      const { status, message, scimType } = known ?? new ScimError(500, 'Something went wrong here.');
      return reply
        .code(status)
        .type(mediaType)
        .send(JSON.stringify({ schemas: [scimSchemas.error], status: String(status), detail: message, ...(scimType ? { scimType } : {}) }));
    });
    for (const [method, path, status, call] of calls)
      scope.route({
        method,
        url: `${prefix}${path}`,
        bodyLimit,
        schema: { hide: true } as never,
        config: { rateLimit: { max: perMinute, timeWindow: 60_000, keyGenerator: ({ ip }: FastifyRequest) => `scim ${networkOf(ip)}` } },
        handler: (request, reply) => answer(deps, request, reply, { status, call }),
      });
    done();
  });
}

/** Limits and unreadable bodies, which the server itself refuses. */
function statedBy(error: unknown): ScimError | undefined {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return statusCode < 500 ? new ScimError(statusCode, message) : undefined;
}

async function answer(deps: Deps, request: FastifyRequest, reply: FastifyReply, { status, call }: { status: number; call: Call }) {
  const { connectionId, id = '' } = request.params as { connectionId: string; id?: string };
  const { authorization } = request.headers;
  const scim = await openScim(deps, connectionId, { authorization, requestId: request.id, address: request.ip });
  // A parameter that is given twice comes as a list, and is none.
  const query = Object.fromEntries(Object.entries(request.query as object).filter(([, value]) => typeof value === 'string')) as Query;
  const resource = await call(scim, { id, query, body: request.body });
  return reply
    .code(status)
    .type(mediaType)
    .send(resource === undefined ? '' : JSON.stringify(resource));
}
