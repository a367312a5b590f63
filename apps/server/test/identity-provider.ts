import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { afterAll } from 'vitest';

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ server: Server; issuer: string }> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export type Client = { clientId: string; clientSecret: string; redirectUri: string };

/** A certified provider on loopback, which signs everybody in whom the test names. */
export async function startProvider() {
  let provider: Provider | undefined;
  let person: Record<string, unknown> = { sub: 'nobody' };
  const { issuer } = await listen(async (request, response) => {
    if (!provider) return response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const details = await provider.interactionDetails(request, response);
    if (details.prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: String(person.sub) } });
    const grant = new provider.Grant({ accountId: String(person.sub), clientId: String(details.params.client_id) });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  return {
    issuer,
    serve({ clientId, clientSecret, redirectUri }: Client): void {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [redirectUri],
            post_logout_redirect_uris: [`${new URL(redirectUri).origin}/login`],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => Promise.resolve({ ...person, sub: id }) }),
        cookies: { keys: ['test'] },
        pkce: { required: () => true },
      } as never);
    },
    /** Follows the way of a browser through the provider. @returns what it sends the browser back with */
    async signIn(address: string, who: { sub: string } & Record<string, unknown>): Promise<URLSearchParams> {
      person = who;
      const cookies = new Map<string, string>();
      let at = address;
      for (let hop = 0; hop < 10; hop += 1) {
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const next = new URL(response.headers.get('location') ?? '', at);
        if (!next.href.startsWith(issuer)) return next.searchParams;
        at = next.href;
      }
      throw new Error('The provider leads nowhere.');
    },
  };
}

type Answering = { idToken: () => Promise<string> | string };

/** A provider that answers as the test says, signed with a key of its own. */
export async function startForger() {
  const keys = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })));
  let current = 0;
  let answering: Answering = { idToken: () => '' };
  let isGarbage = false;
  const jwkOf = async (index: number): Promise<JWK> => ({
    ...(await exportJWK(keys[index]?.publicKey as CryptoKey)),
    kid: `key-${index}`,
    use: 'sig',
    alg: 'RS256',
  });
  const { issuer, server } = await listen(async (request, response) => {
    const send = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (isGarbage) return response.writeHead(200, { 'content-type': 'application/json' }).end('<html>not json');
    const path = request.url?.split('?')[0];
    if (path === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    if (path === '/jwks') return send({ keys: [await jwkOf(current)] });
    if (path === '/token') return send({ access_token: 'access', token_type: 'Bearer', id_token: await answering.idToken() });
    return response.writeHead(404).end();
  });
  return {
    issuer,
    server,
    rotate: () => {
      current = 1 - current;
    },
    speakGarbage: (is: boolean) => {
      isGarbage = is;
    },
    answer: (idToken: Answering['idToken']) => {
      answering = { idToken };
    },
    /** @param signer another key than the one that is published */
    sign: (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, signer = current): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: `key-${current}`, ...header })
        .sign(keys[signer]?.privateKey as CryptoKey),
  };
}
