import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of somebody else's, under a strict policy, on a port of its own. @param key the widget's; the demo's without one */
export async function hostPage(baseURL: string, key?: string): Promise<{ port: number; close: () => void }> {
  const widgetKey = key ?? (await (await fetch(`${baseURL}/demo`)).text()).match(/data-key="([^"]+)"/)?.[1];
  const policy = `default-src 'none'; script-src ${baseURL}; connect-src ${baseURL} ${baseURL.replace('http', 'ws')}; img-src ${baseURL} blob: data:`;
  const host = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', policy);
    response.end(
      `<!doctype html><html lang="en"><title>Foreign</title><main><h1>Foreign</h1></main><script src="${baseURL}/widget.js" data-key="${widgetKey}" async></script></html>`,
    );
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
  return { port: (host.address() as AddressInfo).port, close: () => host.close() };
}
