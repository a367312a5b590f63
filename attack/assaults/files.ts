import { allEndpoints, listFields, withValue } from '../../apps/server/test/samples.ts';
import { createCaller, eachOf, type Got } from '../caller.ts';
import { type HostileFile, hostileFiles, hostilePatterns } from '../hostile/index.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import type { Assault, Scene } from '../scene.ts';
import { findUploads, sendFile } from '../uploads.ts';
import { mostHeldMs } from '../watch.ts';

const shortFiles = 10;
const shortUploads = 4;
/** Those that fit a file refuse it after some seconds, one at a time for an enterprise: all of them would take a quarter of an hour. */
const fullUploads = 6;
const shortPatterns = 4;
const takesFile = /file|url|path|image|logo|picture|document|media/i;
const takesPattern = /pattern|regex|regexp|expression/i;

/** Passes the id of a stored upload to every call that takes a file, since any of them may read it later. */
async function handOn(scene: Scene, caller: ReturnType<typeof createCaller>, token: string, file: HostileFile, got: Got): Promise<void> {
  const stored = JSON.parse(got.body) as { data?: { id?: string; url?: string }; response?: { id?: string; url?: string } };
  const { id, url } = stored.response ?? stored.data ?? {};
  if (!id && !url) return;
  for (const [name, endpoint] of allEndpoints) {
    if (endpoint.method === 'GET' || endpoint.access === 'public' || endsSessions.test(name)) continue;
    for (const field of listFields(endpoint)) {
      const key = String(field.path.findLast((part) => typeof part === 'string') ?? '');
      if (field.part !== 'body' || !takesFile.test(key)) continue;
      const value = field.schema.format === 'uuid' || /id$/i.test(key) ? id : url;
      if (!value) continue;
      let request = withValue(ownRequest(endpoint, scene.attacker.harvest), 'body', field.path, value);
      // An import begins with the file alone; what else its form has belongs to the step after.
      if (name === 'imports.submit') request = { ...request, body: { file: { name: file.fileName, path: url, source: 'URL' } } };
      await caller.send({ name: 'administrator', token }, toSent(endpoint, request), `${name} of ${file.name}`);
      if (name === 'imports.submit') break;
    }
  }
}

/** Every hostile file into every upload, every hostile pattern into every field for patterns; the main thread goes on for everybody. */
async function run(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, random, watch, isShort } = scene;
  const caller = createCaller(target.url, 'files', findings, tally, random);
  const tokens = attacker.administrators.map(({ token }) => token);
  const token = () => random.pick(tokens);
  const uploads = await findUploads(scene, caller, { name: 'administrator', token: tokens[0] ?? '' }, attacker.harvest);
  if (uploads.length < 5) findings.add('files', 'too few uploads were found', uploads.map(({ name }) => name).join(', '));
  watch.takeHeldMs();

  const files = isShort ? random.shuffled(hostileFiles).slice(0, shortFiles) : hostileFiles;
  for (const file of files) {
    const content = await file.make();
    let handed = false;
    await eachOf(random.shuffled(uploads).slice(0, isShort ? shortUploads : fullUploads), 3, async (one) => {
      tally.files += 1;
      const mine = token();
      const got = await sendFile(caller, { name: 'administrator', token: mine }, one, file.fileName, content, attacker.widgetKey);
      if (got?.status === 200 && !handed) {
        handed = true;
        await handOn(scene, caller, mine, file, got);
      }
    });
    const heldMs = watch.takeHeldMs();
    if (heldMs > mostHeldMs) findings.add('files', `${file.name} stalls everybody`, `${heldMs} ms in one turn of the event loop`);
  }

  for (const pattern of isShort ? random.shuffled(hostilePatterns).slice(0, shortPatterns) : hostilePatterns) {
    for (const [name, endpoint] of allEndpoints) {
      if (endpoint.method === 'GET' || endpoint.access === 'public') continue;
      const fields = listFields(endpoint).filter(({ part, path }) => part === 'body' && path.some((key) => takesPattern.test(String(key))));
      if (fields.length === 0) continue;
      let request = ownRequest(endpoint, attacker.harvest);
      for (const field of fields) request = withValue(request, 'body', field.path, pattern);
      tally.files += 1;
      await caller.send({ name: 'administrator', token: token() }, toSent(endpoint, request), `${name} with a hostile pattern`);
      // A hundred of them at once, where a list takes patterns.
      const list = fields.find(({ path }) => path.at(-1) === 0);
      if (list) {
        const many = withValue(
          request,
          'body',
          list.path.slice(0, -1),
          Array.from({ length: 100 }, (_, index) => `${pattern}${'x'.repeat(index % 7)}`),
        );
        await caller.send({ name: 'administrator', token: token() }, toSent(endpoint, many), `${name} with a hundred hostile patterns`);
      }
    }
    const heldMs = watch.takeHeldMs();
    if (heldMs > mostHeldMs)
      findings.add('files', `the pattern ${pattern.slice(0, 60)} stalls everybody`, `${heldMs} ms in one turn of the event loop`);
  }
  await caller.close();
}

export const files: Assault = { name: 'files', what: 'hostile files and patterns', run };
