import type { IncomingMessage } from 'node:http';
import type { z } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { RecordDefinition } from '#platform/audit/record.ts';
import type { AnyEvent } from '#platform/events/events.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import type { Grain } from '#platform/measures/measure.ts';
import type { FramedSocket } from '#platform/realtime/framed-socket.ts';
import type { Deps } from './deps.ts';
import type { Extension } from './extensions.ts';

/** A noun of the product as the program sees it: routes, jobs, scheduled tasks and sockets. */
export type Module = {
  name: string;
  /** Kinds of facts that it counts, for docs/MEASURES.md */
  measures?: readonly Grain[];
  routes?: (app: FastifyInstance, deps: Deps) => void;
  jobs?: readonly JobDefinition<z.ZodType>[];
  /** Events that the module sends to connections. */
  events?: readonly AnyEvent[];
  /** Sets up job handlers and starts scheduled tasks. The answer stops the scheduled tasks. */
  work?: (deps: Deps) => Promise<undefined | (() => void | Promise<void>)>;
  /**
   * Deletes what is kept for a time alone, makes the months ahead: called at the start and every hour. A domain tends its own tables, by its
   * own function of the database (functions/<domain>/tend_….sql).
   */
  tend?: (deps: Deps) => Promise<unknown>;
  /** The nouns of the module that the audit trail knows. */
  records?: readonly RecordDefinition[];
  /** The module's parts of the extension points of domains below its own. */
  extensions?: readonly Extension[];
  /** Sockets that the module serves, by path. */
  sockets?: (deps: Deps) => Record<string, SocketHandler>;
};
export type SocketHandler = {
  /** Refuses before the upgrade by answering a status; undefined to go on. */
  admit: (request: IncomingMessage) => Promise<number | undefined> | number | undefined;
  open: (socket: FramedSocket, request: IncomingMessage) => void;
  /** Open sockets of one network at the most; for those that anybody may open. */
  mostPerNetwork?: number;
};
