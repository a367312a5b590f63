import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { DomainError } from './domain-error.ts';

const lingerMs = 2_000;
const lingerBytes = 65_536;

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Handles the part of a request that its answer leaves unread. A request that is answered before its body is there ends its connection: the
 * next request would wait behind a body that nobody reads. The client may be sending still, and a closed connection would take the answer
 * from it, so the connection is read on for 64 kB and two seconds at the most. Bodies that are packed are refused: nobody unpacks them.
 */
export function endEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const packed = request.headers['content-encoding'];
    if (packed !== undefined && packed.toLowerCase() !== 'identity')
      throw new DomainError('request.type_unsupported', 'A packed body is not supported.', {});
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) return done(null, payload);
    // A body that came in one packet with the head is read in this turn.
    setImmediate(() => {
      if (!raw.complete && !reply.raw.headersSent) {
        reply.header('connection', 'close');
        leaveSlowly(raw);
      }
      done(null, payload);
    });
  });
  // A body that has arrived, and that nobody read to its end, would keep the connection's next request waiting.
  app.addHook('onResponse', (request, _reply, done) => {
    drain(request.raw);
    done();
  });
}

function drain(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

function leaveSlowly(request: IncomingMessage): void {
  const { socket } = request;
  const destroy = () => socket.destroy();
  let bytes = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) request.pause();
  });
  // Node calls this when an answer with `connection: close` has left; a socket that is destroyed with bytes unread loses the answer.
  socket.destroySoon = () => {
    const timer = setTimeout(destroy, lingerMs);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
    if (request.complete) destroy();
    else request.once('end', destroy);
  };
}
