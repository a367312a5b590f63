import { ScimError, unfit } from './scim.errors.ts';

/** The part of SCIM 2.0 (RFC 7643, RFC 7644) that we read; anything else from a provider is ignored. */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

export const scimLimits = { page: 200, members: 5000, operations: 1000, groups: 1000, textLength: 200 } as const;

type Json = Record<string, unknown>;
/** @property name as it is shown: a display name, or the whole of a name; without one it is made of its parts */
export type UserChange = {
  userName?: string;
  externalId?: string;
  name?: string;
  givenName?: string;
  familyName?: string;
  active?: boolean;
};
export type NameParts = { givenName: string; familyName: string };
export type MemberChange = { set?: string[]; add: string[]; remove: string[] };
export type GroupChange = { displayName?: string; externalId?: string; members: MemberChange };

const ownSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Attribute names have no case. */
const pick = (json: Json, name: string): unknown => json[Object.keys(json).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];

function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw unfit(`${name} is no text.`);
  if (value.length > scimLimits.textLength) throw unfit(`${name} is longer than ${scimLimits.textLength} characters.`);
  return value.trim();
}

/** Some providers send the words True and False. */
function readFlag(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw unfit('active is true or false.');
}

export function readBody(body: unknown): Json {
  if (!isObject(body)) throw new ScimError(400, 'The body is no JSON object.', 'invalidSyntax');
  return body;
}

const said = <T extends object>(change: T): T => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;

/** A user as it is created or replaced. */
export function readUser(given: Json): UserChange {
  const json = nested(given);
  const name = pick(json, 'name');
  const parts = isObject(name) ? name : {};
  return said({
    userName: readText(pick(json, 'userName'), 'userName'),
    externalId: readText(pick(json, 'externalId'), 'externalId'),
    name: readText(pick(json, 'displayName'), 'displayName') || readText(pick(parts, 'formatted'), 'name.formatted') || undefined,
    givenName: readText(pick(parts, 'givenName'), 'name.givenName'),
    familyName: readText(pick(parts, 'familyName'), 'name.familyName'),
    active: readFlag(pick(json, 'active')),
  }) as UserChange;
}

/** `name.givenName` as a key of its own, and keys with the name of their schema, are what some providers send. */
function nested(json: Json): Json {
  const plain: Json = {};
  const name: Json = {};
  for (const [key, value] of Object.entries(json)) {
    const [attribute = '', part] = key.replace(ownSchema, '').split('.', 2);
    if (part !== undefined && attribute.toLowerCase() === 'name') name[part] = value;
    else plain[part === undefined ? attribute : key] = value;
  }
  const whole = pick(plain, 'name');
  return Object.keys(name).length === 0 ? plain : { ...plain, name: { ...(isObject(whole) ? whole : {}), ...name } };
}

/**
 * The user's name after a change; undefined: unchanged. An unchanged part is the provider's earlier value or, without one, the rest of the
 * displayed name.
 */
export function nameAfter({ name, givenName, familyName }: UserChange, current: { name: string } & NameParts): string | undefined {
  if (name) return name;
  if (givenName === undefined && familyName === undefined) return undefined;
  const [first = '', ...rest] = current.givenName || current.familyName ? [current.givenName, current.familyName] : current.name.split(' ');
  return [givenName ?? first, familyName ?? rest.join(' ')].filter(Boolean).join(' ') || undefined;
}

function readIds(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > scimLimits.members) throw unfit(`A request names at most ${scimLimits.members} members.`);
  return list.map((member) => {
    const id = isObject(member) ? pick(member, 'value') : member;
    if (typeof id !== 'string') throw unfit('A member is named by its id.');
    return id;
  });
}

export function readGroup(json: Json): GroupChange {
  const [displayName, externalId] = [readText(pick(json, 'displayName'), 'displayName'), readText(pick(json, 'externalId'), 'externalId')];
  return said({ displayName, externalId, members: { set: readIds(pick(json, 'members')), add: [], remove: [] } }) as GroupChange;
}

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown };

/** RFC 7644, 3.5.2. @throws ScimError invalidSyntax */
function readOperations(body: unknown): Operation[] {
  const operations = pick(readBody(body), 'Operations');
  if (!Array.isArray(operations) || operations.length > scimLimits.operations)
    throw new ScimError(400, `Operations is a list of at most ${scimLimits.operations}.`, 'invalidSyntax');
  return operations.map((one: unknown) => {
    const operation = readBody(one);
    const given = pick(operation, 'op');
    const op = typeof given === 'string' ? given.toLowerCase() : '';
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw new ScimError(400, 'op is add, replace or remove.', 'invalidSyntax');
    const path = pick(operation, 'path') ?? '';
    if (typeof path !== 'string' || path.length > scimLimits.textLength) throw new ScimError(400, 'path is no text.', 'invalidPath');
    return { op, path: path.replace(ownSchema, ''), value: pick(operation, 'value') };
  });
}

/** Applies the operations in their order; unsupported paths are ignored. */
export function readUserPatch(body: unknown): UserChange {
  let change: UserChange = {};
  for (const { op, path, value } of readOperations(body)) {
    if (op !== 'remove') change = { ...change, ...readUser(path === '' ? readBody(value) : { [path]: value }) };
    else if (path.toLowerCase() === 'externalid') change = { ...change, externalId: '' };
  }
  return change;
}

const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

export function readGroupPatch(body: unknown): GroupChange {
  const change: Omit<GroupChange, 'members'> = {};
  let set: Set<string> | undefined;
  const added = new Set<string>();
  const removed = new Set<string>();
  const add = (ids: string[]) => {
    for (const id of ids) {
      removed.delete(id);
      added.add(id);
    }
  };
  const remove = (ids: string[]) => {
    for (const id of ids) {
      added.delete(id);
      set?.delete(id);
      removed.add(id);
    }
  };
  const replace = (ids: string[]) => {
    set = new Set(ids);
    added.clear();
    removed.clear();
  };
  for (const { op, path, value } of readOperations(body)) {
    const named = oneMember.exec(path)?.[1];
    if (named !== undefined && op === 'remove') remove([named]);
    else if (path.toLowerCase() === 'members') {
      if (op === 'add') add(readIds(value));
      else if (op === 'replace') replace(readIds(value));
      else if (value === undefined || value === null) replace([]);
      else remove(readIds(value));
    } else if (op !== 'remove') {
      const json = path === '' ? readBody(value) : { [path]: value };
      const { displayName, externalId } = readGroup({ ...json, members: undefined });
      Object.assign(change, said({ displayName, externalId }));
      const ids = pick(json, 'members');
      if (ids !== undefined) (op === 'add' ? add : replace)(readIds(ids));
    }
  }
  return { ...change, members: { ...(set ? { set: [...set] } : {}), add: [...added], remove: [...removed] } };
}

export type Filter = { attribute: string; value: string } | undefined;
const comparison = /^\s*([A-Za-z][\w.]*)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i;

/** One comparison for equality, which is what providers look people up by. @throws ScimError invalidFilter */
export function readFilter(text: string, attributes: readonly string[]): Filter {
  if (text.trim() === '') return undefined;
  const [, attribute = '', value = ''] = comparison.exec(text.slice(0, 1000)) ?? [];
  const known = attributes.find((name) => name.toLowerCase() === attribute.toLowerCase());
  if (!known) throw new ScimError(400, `A filter is one of ${attributes.join(', ')} with eq and a text.`, 'invalidFilter');
  return { attribute: known, value: value.replace(/\\(.)/g, '$1') };
}

export type ScimPage = { offset: number; count: number };

/** RFC 7644, 3.4.2.4: the first is 1, and what is less is 1. */
export function readPage({ startIndex, count }: Record<string, string | undefined>): ScimPage {
  const [start, size] = [Number(startIndex ?? 1), Number(count ?? scimLimits.page)];
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(size)) throw unfit('startIndex and count are whole numbers.');
  return { offset: Math.min(Math.max(start, 1) - 1, 1_000_000), count: Math.min(Math.max(size, 0), scimLimits.page) };
}
