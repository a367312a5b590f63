import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

/** An OpenID Connect provider under a name that the installation allows (probe.ts); it answers as an assault tells it to. */
export async function startForger() {
  const [own, other] = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })));
  if (!own || !other) throw new Error('No keys were made.');
  const published = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', use: 'sig', alg: 'RS256' }] };
  let idToken: () => Promise<string> | string = () => '';
  let isGarbage = false;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const [path] = (request.url ?? '').split('?');
    if (isGarbage) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'.padEnd(5_000_000, '['));
    if (path === '/jwks') return void send(published);
    if (path === '/token') return void send({ access_token: 'access', token_type: 'Bearer', id_token: await idToken() });
    if (path === '/.well-known/openid-configuration')
      return void send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    response.writeHead(404).end();
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://outside.attack.test:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    answer: (make: () => Promise<string> | string) => {
      idToken = make;
    },
    speakGarbage: (is: boolean) => {
      isGarbage = is;
    },
    sign: (claims: JWTPayload, { signer = 'own', ...header }: Partial<JWTHeaderParameters> & { signer?: 'own' | 'other' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign((signer === 'own' ? own : other).privateKey),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Forger = Awaited<ReturnType<typeof startForger>>;
