import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An outside workflow tool as docs/WORKFLOW-TOOL.md describes it, on loopback. It notes what it was asked. */
export async function startWorkflowTool(credentials = { emailId: 'flows@example.com', password: 'Open-sesame-7' }) {
  const state = {
    credentials,
    /** The accepted token; another one ends those that it has given. */
    token: 'token-1',
    logins: 0,
    asked: [] as string[],
    projects: [{ id: 'p1', name: 'Returns' }] as unknown[],
    /** Instead of an answer. */
    raw: undefined as { status: number; body: string } | undefined,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const say = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const path = (request.url ?? '').replace('/base', '');
      state.asked.push(`${request.method} ${path}`);
      if (state.raw) return response.writeHead(state.raw.status, { 'content-type': 'application/json' }).end(state.raw.body);
      if (path === '/account/login') {
        state.logins += 1;
        const given = JSON.parse(Buffer.concat(chunks).toString()) as typeof credentials;
        const isRight = given.emailId === state.credentials.emailId && given.password === state.credentials.password;
        return isRight ? say(200, { token: state.token }) : say(401, {});
      }
      if (request.headers['authentication-token'] !== state.token) return say(401, {});
      if (path === '/projects') return say(200, { data: state.projects });
      const [, projectId, kind] = /^\/projects\/([^/]+)\/(workflows|processes)$/.exec(path) ?? [];
      return kind ? say(200, { data: [{ id: 7, name: `${kind} of ${decodeURIComponent(projectId ?? '')}` }] }) : say(404, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base` };
}
