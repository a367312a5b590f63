import type { z } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import type { Deps } from '../deps.ts';

/** A noun of the product as the program sees it: calls, work for later, and repeated duties. */
export type Module = {
  name: string;
  routes?: (app: FastifyInstance, deps: Deps) => void;
  jobs?: readonly JobDefinition<z.ZodType>[];
  /** Sets up job handlers and repeated duties; answers how to end the latter. */
  work?: (deps: Deps) => Promise<undefined | (() => void | Promise<void>)>;
  /** Sockets that the module serves, by path. */
  sockets?: (deps: Deps) => Record<string, SocketHandler>;
};
export type SocketHandler = {
  /** Refuses before the upgrade by answering a status; undefined to go on. */
  admit: (request: import('node:http').IncomingMessage) => Promise<number | undefined> | number | undefined;
  open: (socket: import('ws').WebSocket, request: import('node:http').IncomingMessage) => void;
};
