import { pino } from 'pino';

/**
 * Structured logs without personal data: no bodies, no addresses, no names; ids, codes and times only.
 * @param ids of the span under which a line is written
 */
export function createLog(level: string, isPretty: boolean, ids?: () => object) {
  return pino({
    level,
    base: null,
    ...(ids ? { mixin: ids } : {}),
    redact: { paths: ['req.headers', 'req.remoteAddress', 'req.remotePort', '*.password', '*.token', '*.email'], remove: true },
    serializers: {
      req: (request: { id: string; method: string; routeOptions?: { url?: string } }) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? 'unmatched',
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack,
        cause: error.cause instanceof Error ? error.cause.message : undefined,
      }),
    },
    ...(isPretty
      ? { transport: { target: 'pino-pretty', options: { colorize: true, translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } } }
      : {}),
  });
}
export type Log = ReturnType<typeof createLog>;
