import { userStates } from '@parley/contract';
import type { Beside, ScimGroupRow, ScimUserRow } from './scim.repository.ts';
import { scimSchemas } from './scim.rules.ts';

const meta = (
  resourceType: 'User' | 'Group',
  base: string,
  id: string,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
) => ({
  resourceType,
  created: new Date(createdAt).toISOString(),
  lastModified: new Date(updatedAt).toISOString(),
  location: `${base}/${resourceType}s/${id}`,
});

const of = (id: string, beside: readonly Beside[], path: string, base: string) =>
  beside.filter((one) => one.of === id).map(({ value, display }) => ({ value, display, $ref: `${base}/${path}/${value}` }));

export const presentScimUser = (row: ScimUserRow, groups: readonly Beside[], base: string) => ({
  schemas: [scimSchemas.user],
  id: row.userId,
  ...(row.externalId ? { externalId: row.externalId } : {}),
  userName: row.email,
  name: { formatted: row.name },
  displayName: row.name,
  active: row.state === userStates.active,
  emails: [{ value: row.email, type: 'work', primary: true }],
  groups: of(row.userId, groups, 'Groups', base),
  meta: meta('User', base, row.userId, row),
});

/** @param members undefined: they were not asked for */
export const presentScimGroup = (row: ScimGroupRow, members: readonly Beside[] | undefined, base: string) => ({
  schemas: [scimSchemas.group],
  id: row.groupId,
  ...(row.externalId ? { externalId: row.externalId } : {}),
  displayName: row.displayName,
  ...(members ? { members: of(row.groupId, members, 'Users', base) } : {}),
  meta: meta('Group', base, row.groupId, row),
});

export const presentList = (resources: readonly object[], total: number, offset: number) => ({
  schemas: [scimSchemas.list],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const supported = (is: boolean) => ({ supported: is });
const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

/** The discovery documents that providers read first (RFC 7643, 5 to 7). */
export const discovery = (base: string) => ({
  ServiceProviderConfig: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: supported(true),
    bulk: { ...supported(false), maxOperations: 0, maxPayloadSize: 0 },
    filter: { ...supported(true), maxResults: 200 },
    changePassword: supported(false),
    sort: supported(false),
    etag: supported(false),
    authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Key', description: 'The key of the connection as a bearer token' }],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  },
  ResourceTypes: (['User', 'Group'] as const).map((name) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  })),
  Schemas: [
    {
      id: scimSchemas.user,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('displayName'),
        attribute('name', { type: 'complex', subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)) }),
        attribute('active', { type: 'boolean' }),
        attribute('groups', { type: 'complex', multiValued: true, mutability: 'readOnly' }),
      ],
    },
    {
      id: scimSchemas.group,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('members', { type: 'complex', multiValued: true }),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  })),
});
