import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lacking } from './lacking.ts';
import { freePort } from './ports.ts';
import { startProgram } from './processes.ts';

/**
 * The image without Docker: the instructions of the Dockerfile are carried out one by one below a folder, with hard links in place of copies.
 * Two of them are not done again, since this checkout has done them: `npm ci` and `npm run build`. The operating system of the image is this
 * machine's.
 */
const checkout = path.join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(checkout, name), 'utf8');
const isRoot = process.getuid?.() === 0;
const isBuilt = ['console', 'designer', 'widget'].every((app) => existsSync(path.join(checkout, 'apps', app, 'dist')));

/** Lines of an instruction that ends with a backslash are one; comments are none. */
const instructions = read('Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => {
    const [name = '', ...rest] = line.split(' ');
    return { name, rest: rest.join(' ') };
  });

/** Files that the build sees: those of the repository less those of .dockerignore. */
function contextFiles(): string[] {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
  return tracked.filter(
    (file) => file !== '' && !ignored.some((rule) => path.matchesGlob(file, rule) || path.matchesGlob(file, `${rule}/**`)),
  );
}

const linkFolder = (from: string, to: string) => {
  mkdirSync(path.dirname(to), { recursive: true });
  execFileSync('cp', ['-alT', from, to]);
};
/** npm writes its lists in place: a link of one would be written to in the checkout too. */
const written = /(^|\/)\.?package(-lock)?\.json$/;
function link(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    linkFolder(from, to);
    return;
  }
  mkdirSync(path.dirname(to), { recursive: true });
  if (written.test(from)) copyFileSync(from, to);
  else linkSync(from, to);
}

type Stage = { root: string; directory: string };
type Image = { environment: Record<string, string>; user: string; volumes: string[]; health: string[]; start: string[]; root: string };

/** Does what the file says. @param ids user and group of the image's user on this machine; undefined where only one's own are to be had */
function walkDockerfile(base: string, ids: { uid: number; gid: number } | undefined): Image {
  const stages = new Map<string, Stage>();
  const image: Image = { environment: {}, user: 'root', volumes: [], health: [], start: [], root: '' };
  let stage: Stage = { root: '', directory: '/' };
  let hasContext = false;
  const inside = (place: string) => path.join(stage.root, path.resolve(stage.directory, place));
  const run = (command: string) => {
    if (command === 'npm ci') {
      const places = ['', ...instructions.flatMap(({ rest }) => /^((?:apps|packages)\/\w+)\/package\.json /.exec(rest)?.[1] ?? [])];
      for (const place of places.map((one) => path.join(one, 'node_modules')))
        if (existsSync(path.join(checkout, place))) linkFolder(path.join(checkout, place), inside(place));
      rmSync(inside('node_modules/.package-lock.json'), { force: true });
      return;
    }
    if (command === 'npm run build') {
      for (const app of ['console', 'designer', 'widget']) link(path.join(checkout, 'apps', app, 'dist'), inside(`apps/${app}/dist`));
      return;
    }
    const here = command
      .replace(/(?<=\s)\/(?=[a-z])/g, `${stage.root}/`)
      .replace('-o node -g node', ids ? `-o ${ids.uid} -g ${ids.gid}` : '')
      // The lock has all that there is to know, and the machine of a test may have no network.
      .replace('npm prune', 'npm prune --offline --no-audit --no-fund');
    execFileSync('sh', ['-c', here], { cwd: inside('.'), stdio: 'pipe' });
  };
  const copy = (words: string) => {
    const from = /^--from=(\w+) /.exec(words)?.[1];
    const [target = '', ...sources] = words
      .replace(/^--from=\w+ /, '')
      .split(' ')
      .toReversed();
    for (const source of sources) {
      const to = target.endsWith('/') ? path.join(target, path.basename(source)) : target;
      if (from) {
        // Nothing comes after it in that stage: moved, it is not linked file by file again.
        mkdirSync(path.dirname(inside(to)), { recursive: true });
        renameSync(path.join(stages.get(from)?.root ?? '', source), inside(to));
      } else if (source === '.') {
        hasContext = true;
        for (const file of contextFiles()) if (!existsSync(inside(file))) link(path.join(checkout, file), inside(file));
      } else link(path.join(checkout, source), inside(to));
    }
  };
  for (const { name, rest } of instructions) {
    if (name === 'FROM') {
      const [, , alias = 'last'] = rest.split(' ');
      stage = { root: path.join(base, alias), directory: '/' };
      mkdirSync(stage.root);
      stages.set(alias, stage);
      Object.assign(image, { environment: {}, user: 'root', root: stage.root });
    } else if (name === 'WORKDIR') {
      stage.directory = rest;
      mkdirSync(inside('.'), { recursive: true });
    } else if (name === 'COPY') copy(rest);
    else if (name === 'RUN') run(rest);
    else if (name === 'ENV') for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.environment[key] = value;
    else if (name === 'USER') image.user = rest;
    else if (name === 'VOLUME') image.volumes.push(rest);
    else if (name === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
    else if (name === 'ENTRYPOINT') image.start = [...(JSON.parse(rest) as string[]), ...image.start];
    else if (name === 'CMD') image.start = [...image.start, ...(JSON.parse(rest) as string[])];
    else if (name !== 'EXPOSE') throw new Error(`This walk knows no ${name}.`);
  }
  expect(hasContext).toBe(true);
  return image;
}

const nodeUser = () => {
  const [, , uid, gid] = /^(?:node|nobody):.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};
/** Links need the file system of the checkout, and another user needs a way to the folder. */
function makeBase(): string {
  const isNear = statSync(tmpdir()).dev === statSync(checkout).dev;
  const parent = isNear ? tmpdir() : path.join(checkout, '.cache');
  mkdirSync(parent, { recursive: true });
  const base = mkdtempSync(path.join(parent, 'parley-image-'));
  chmodSync(base, 0o755);
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return base;
}

test.skipIf(!isBuilt)(
  'the image that the Dockerfile describes starts as its user, is healthy, and writes into its volume alone',
  lacking.built,
  async () => {
    const base = makeBase();
    const ids = isRoot ? nodeUser() : undefined;
    const image = walkDockerfile(base, ids);
    expect(image.user).toBe('node');
    expect(image.volumes).toEqual(['/data']);
    const own = path.join(image.root, 'parley');
    // The image has Node of its own, and what the build alone needs is gone.
    linkSync(process.execPath, path.join(image.root, 'usr/local/bin/node'));
    const unwanted = [
      ...['vite', 'typescript', 'vitest', '@biomejs/biome', '@mantine/core'].map((tool) => `node_modules/${tool}`),
      ...['e2e', 'bench', 'attack', 'deploy', 'apps/console/src'],
    ];
    expect(unwanted.filter((place) => existsSync(path.join(own, place)))).toEqual([]);

    const secrets = path.join(base, 'secrets');
    mkdirSync(secrets);
    writeFileSync(path.join(secrets, 'secrets_key'), `${'5'.repeat(64)}\n`);
    const environment = {
      ...image.environment,
      PATH: `${path.join(image.root, 'usr/local/bin')}:/usr/bin:/bin`,
      DATA_DIR: path.join(image.root, image.volumes[0] ?? ''),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      // A demo as the Dockerfile's first lines start it: on a database of its own, in its volume.
      NODE_ENV: 'development',
      DEMO: 'false',
      SECRETS_KEY_FILE: path.join(secrets, 'secrets_key'),
    };
    const at = { cwd: own, env: environment, ...ids };
    const [entry = '', ...words] = image.start;
    const server = await startProgram(entry, words, at, `http://127.0.0.1:${environment.PORT}`);
    onTestFinished(() => server.kill('SIGKILL'));
    const [checker = '', ...question] = image.health;
    expect(spawnSync(checker, question, at).status).toBe(0);
    const page = await fetch(`${server.url}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    if (ids) {
      const touch = (place: string) => spawnSync('touch', [path.join(image.root, place, 'probe')], at).status;
      expect([touch('data'), touch('parley'), touch('parley/apps/server/src'), touch('usr/local/bin')]).toEqual([0, 1, 1, 1]);
    }
    await server.kill('SIGTERM');
    expect(server.child.exitCode).toBe(0);
    expect(spawnSync(checker, question, at).status).toBe(1);
  },
);
