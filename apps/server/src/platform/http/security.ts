import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The console records voice notes and holds video calls; frames of other hosts hear and see nothing. */
const always = {
  'x-content-type-options': 'nosniff',
};
const devices = 'camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()';

/** Headers of every answer; pages add a content security policy with a nonce of their own. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: () => boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(always);
    if (!reply.hasHeader('permissions-policy')) reply.header('permissions-policy', devices);
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cross-origin-opener-policy')) reply.header('cross-origin-opener-policy', 'same-origin');
    if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (isHttps()) reply.header('strict-transport-security', 'max-age=31536000');
    done(null, payload);
  });
}

export const makeNonce = () => randomBytes(16).toString('base64');

/** @param ancestors who may show the page in a frame */
export const pagePolicy = (nonce: string, ancestors = "'none'") =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
