import type { ApiKeyScope } from './account/api-key-scopes.ts';
import type { AuditMark } from './account/audit-marks.ts';
import type { EveryonesPermission, Permission, RolePermission } from './account/permissions.ts';
import type { z } from './z.ts';

/**
 * One HTTP call of the product, written once: the server registers it, the client calls it, the API document lists it and the access
 * tests walk it.
 */
export type Endpoint = Shape & Access & Trail;

/**
 * Access to a call: 'public': nobody need be signed in; 'session': any signed-in user; a list: a user who holds one of these permissions. A
 * call that changes something asks for a permission that roles give, unless it states that it changes what is the caller's own, or nothing.
 */
type Access =
  | { access: 'public'; behind?: undefined; changes?: undefined }
  | { method: 'GET'; access: 'session' | readonly Permission[]; behind?: EveryonesPermission; changes?: undefined }
  | { access: readonly RolePermission[]; behind?: EveryonesPermission; changes?: 'something' }
  | { access: 'session' | readonly Permission[]; behind?: EveryonesPermission; changes: 'own' | 'nothing' };

/** A call that may change something says what it leaves in the audit trail; one that reads may leave an entry too, of an export for example. */
type Trail = { method: 'GET'; audit?: AuditMark } | { method: 'POST' | 'PUT' | 'DELETE'; audit: AuditMark };

/** Common type of every schema, without the forty methods of Zod's: comparing those for each call is half of the type checker's work. */
export type AnySchema = z.core.$ZodType;

type Shape = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  tag: string;
  params?: z.core.$ZodObject;
  query?: z.core.$ZodObject;
  body?: AnySchema;
  /** Schema of `data`, or of `response` when `wrap` says so. Left out: the answer is not an envelope (a file, a text). */
  answer?: AnySchema;
  wrap?: 'data' | 'response';
  /** 'nested': the message is an object that holds it, as the specification reads it of saved integrations (GENAI-014). */
  messageShape?: 'nested';
  /** Keys of any of these scopes may call; without it none may. */
  keyScopes?: readonly ApiKeyScope[];
  /** The caller has proved within the last minutes who they are, or is asked to: what takes an account or much data over asks for it. */
  proof?: true;
  /** Open also to a session whose user must first get a second factor. */
  isForEnrolment?: true;
  /** The designer may call it from its frame, by the access to one document. */
  isForDesigner?: true;
  /** Calls in a minute from one address, and for a signed-in user from one session; the default is the server's. */
  perMinute?: number;
  /** Largest size of its body; the default is the server's. */
  mostBytes?: number;
};

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Part<E, K extends string> =
  E extends Record<K, infer T extends z.ZodType>
    ? Record<string, never> extends In<T>
      ? { [P in K]?: In<T> }
      : { [P in K]: In<T> }
    : unknown;

/** Input of a call: `params`, `query` and `body`, each only where the endpoint has it. */
export type CallInput<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
export type CallAnswer<E> = E extends { answer: infer A extends z.ZodType } ? z.output<A> : unknown;
