import type { IncomingMessage } from 'node:http';
import { z } from '@parley/contract';
import { isCode } from '#platform/codes.ts';
import { callerAddress } from '#platform/http/caller-address.ts';
import { createFailureLimit } from '#platform/http/failure-limit.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SocketHandler } from '../../../module.ts';
import { visitorTopic } from '../../chat/door.ts';
import { findLink, findLinkPage } from '../link/link.repository.ts';
import { addressOfCode } from './page.walk.ts';

const codeOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://host').searchParams.get('code') ?? '';
const mostGuesses = 20;
/** Someone looks now and then whether the line still stands. */
const limit = { perSecond: 1, burst: 10 };

/** `/p/socket`: tells a page that something was said on it. What it was, the page asks for itself. */
export function walkSocket(deps: Deps): SocketHandler {
  const topics = new WeakMap<IncomingMessage, ReturnType<typeof visitorTopic>>();
  const guesses = createFailureLimit({ most: mostGuesses, withinMs: 60_000, now: deps.now });
  return {
    mostPerNetwork: deps.config.visitorSocketsPerNetwork,
    async admit(request) {
      const from = callerAddress(request, deps.config.trustProxy);
      if (guesses.retryAfterSeconds(from) !== undefined) return 429;
      const code = codeOf(request);
      const whose = isCode(code) ? await findLinkPage(deps.db, code) : undefined;
      const linkId = whose?.linkId ?? null;
      const link =
        whose && linkId !== null
          ? await enterpriseContext(deps, whose.enterpriseId).read((tx) => findLink(tx, whose.enterpriseId, linkId))
          : undefined;
      if (!link) {
        guesses.charge(from);
        return 404;
      }
      topics.set(request, visitorTopic(link.channelId, addressOfCode(code)));
      return undefined;
    },
    open(socket, request) {
      const topic = topics.get(request) as ReturnType<typeof visitorTopic>;
      const leave = deps.hub.join({
        topics: new Set([topic]),
        send: ({ type }) => {
          // Entries, and what changes in the chat's head, are drawn by the server.
          if (type !== 'typing') socket.send({ type: 'changed', data: {} });
        },
        close: (code, reason) => socket.close(code, reason),
      });
      socket.onClose(leave);
      if (!socket.isOpen) leave();
      socket.serve({
        requests: { ping: z.object({}) },
        reference: z.object({}),
        limit,
        handlers: { ping: () => socket.send({ type: 'pong', data: {} }) },
        refuse: () => socket.send({ type: 'refused', data: {} }),
      });
    },
  };
}
