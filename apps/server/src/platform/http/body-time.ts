import type { FastifyInstance, FastifyRequest } from 'fastify';

const times = {
  bodyMs: 60_000,
  /** A visitor's file may come over a slow line, and has a limit of size. */
  strangerFileMs: 5 * 60_000,
  silenceMs: 30_000,
};

/** Slow bodies hold connections: only uploads may take long, those of visitors less, and a body that stops arriving is cut off. */
export function limitBodyTime(app: FastifyInstance, limits = times): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['content-length'] ?? headers['transfer-encoding']) watch(request, limits);
    done();
  });
}

function watch(request: FastifyRequest, { bodyMs, strangerFileMs, silenceMs }: typeof times): void {
  const { raw } = request;
  const isFile = request.headers['content-type']?.startsWith('multipart/') ?? false;
  const total = setTimeout(
    () => {
      if (!isFile || !request.actor) raw.destroy();
    },
    isFile ? strangerFileMs : bodyMs,
  );
  let seen = raw.socket.bytesRead;
  const silence = setInterval(() => {
    // Data that waits here has arrived: then the server is slow, not the client.
    if (raw.socket.bytesRead === seen && raw.readableLength === 0) raw.destroy();
    seen = raw.socket.bytesRead;
  }, silenceMs);
  total.unref();
  silence.unref();
  const end = () => {
    clearTimeout(total);
    clearInterval(silence);
  };
  raw.once('close', end).once('end', end);
}
