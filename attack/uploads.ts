import type { Endpoint } from '@parley/contract';
import { allEndpoints, type Sample, urlOf } from '../apps/server/test/samples.ts';
import { upload } from '../apps/server/test/upload.ts';
import type { Caller, Got, Who } from './caller.ts';
import type { Harvest } from './harvest.ts';
import { ownRequest } from './requests.ts';
import type { Scene } from './scene.ts';

export type Upload = { name: string; endpoint: Endpoint; request: Sample };

/** Fields that uploads read beside the file, as far as their contract cannot say. */
const multipart = (fileName: string, content: Buffer, request: Sample) =>
  upload(
    fileName,
    content,
    Object.fromEntries(
      Object.entries((request.body ?? {}) as object).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  );

export function sendFile(
  caller: Caller,
  who: Who,
  { name, endpoint, request }: Upload,
  fileName: string,
  content: Buffer,
  widgetKey: string,
): Promise<Got | undefined> {
  const [body, { headers }] = multipart(fileName, content, request);
  const asked = name === 'widget.upload' ? { ...request, query: { key: widgetKey } } : request;
  return caller.send(
    who,
    {
      method: endpoint.method,
      path: urlOf(endpoint, asked),
      headers: name === 'widget.upload' ? { ...headers, origin: 'http://127.0.0.1', 'visitor-token': 'v'.repeat(43) } : headers,
      body,
    },
    `${name} with ${fileName}`,
  );
}

/** Calls that take a file, found by offering each a small one: a call that does not refuse files takes them. */
export async function findUploads(scene: Scene, caller: Caller, who: Who, harvest: Harvest): Promise<Upload[]> {
  const found: Upload[] = [];
  for (const [name, endpoint] of allEndpoints) {
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') continue;
    const one = { name, endpoint, request: ownRequest(endpoint, harvest) };
    const got = await sendFile(
      caller,
      who,
      one,
      'probe.csv',
      Buffer.from('Name,Phone Number\nAsha,+919820000001\n'),
      scene.attacker.widgetKey,
    );
    const isNothingToIt = !got || got.status === 415 || got.body.includes('"request.type_unsupported"');
    if (!isNothingToIt || got?.body.includes('"file.type_not_allowed"')) found.push(one);
  }
  return found;
}
